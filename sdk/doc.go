// Package kedge is the SDK for actions of Kedge extensions.
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
// Kedge compiles the action once with the user's Go toolchain and runs the result as a child process. A
// non-nil error means that the run failed. The action may use the whole standard library. Its standard
// output and standard error go to the run log; its standard input is empty. It works in a new temporary
// folder; the bundle's files are readable under [Ctx.Dir].
//
// A run may take 60 s of its own time: the clock stops while a dialog waits for the user, and calls for
// progress and the button reset it. All methods of [Ctx] may be called from several goroutines.
//
// Package kedge/kedgetest runs an action under go test, without Kedge.
package kedge
