// Package kedge is what an action of a Kedge extension is written against.
//
// An action is one Go file of a bundle:
//
//	package action
//
//	import "kedge"
//
//	func Run(k *kedge.Ctx) error {
//		name, ok, err := k.Ask(kedge.InputRequest{Label: "Whom to greet?"})
//		if err != nil || !ok {
//			return err
//		}
//		return k.Alert("Hello, " + name)
//	}
//
// Kedge compiles it once with the user's Go toolchain and runs the result as a child process. A
// non-nil error is a failed run. The whole standard library may be used. What the action prints to
// standard output and standard error lands in the run log; its standard input is empty. It works in
// a fresh temporary folder; the bundle's files are readable under [Ctx.Dir].
//
// A run may take 60 s of its own time: the clock stops while a dialog waits for the user and is set
// back by progress and button calls. All methods of [Ctx] may be called from several goroutines.
//
// Package kedge/kedgetest runs an action under go test, without Kedge.
package kedge
