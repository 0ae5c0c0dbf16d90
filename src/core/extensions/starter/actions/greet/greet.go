// Package action is one action of this extension: Kedge compiles this file and calls Run.
//
// Each action has a folder of its own, so that editors and go vet take it for one program. Code that
// several actions share goes into another folder, for example lib/, and is imported as "bundle/lib".
// The whole standard library may be used. Everything that k can do: .kedge/sdk.
package action

import (
	"fmt"

	"kedge"
)

// Run asks for a name and greets it. An error makes the run fail and is shown to the user; nil is
// success. What is printed or logged lands in the run's log.
func Run(k *kedge.Ctx) error {
	name, ok, err := k.Ask(kedge.InputRequest{Label: "Your name", Required: true})
	if err != nil {
		return err // the run ended while the dialog waited
	}
	if !ok {
		k.Log("nobody to greet") // the user closed the dialog: not a failure
		return nil
	}
	// k.Config reads "config" of manifest.json, where users can change it.
	return k.Alert(fmt.Sprintf("%s, %s.", k.Config("greeting"), name))
}
