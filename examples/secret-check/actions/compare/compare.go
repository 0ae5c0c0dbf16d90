// Package action tells whether two secrets hold the same, field by field, without showing a value.
package action

import (
	"fmt"
	"strings"

	"bundle/mask"
	"kedge"
)

// Run asks for two secrets and names the fields that differ.
func Run(k *kedge.Ctx) error {
	answers, ok, err := k.Form(kedge.FormRequest{
		Title: "Compare two secrets",
		Fields: []kedge.Field{
			{Key: "one", Label: "This secret", Default: k.Config("secret"), Required: true},
			{Key: "two", Label: "with this one", Default: k.Config("other"), Required: true},
		},
	})
	if err != nil || !ok {
		return err
	}

	k.ShowProgress(kedge.ProgressOptions{Title: "Comparing", Label: answers["one"], Cancelable: true})
	defer k.HideProgress()
	one, err := k.Secret(answers["one"])
	if err != nil {
		return err
	}
	k.UpdateProgress(0.5, answers["two"])
	two, err := k.Secret(answers["two"])
	if err != nil {
		return err
	}
	k.UpdateProgress(1, "")

	differing := mask.Differing(one, two)
	if len(differing) == 0 {
		k.Toast(kedge.ToastOptions{Type: "success", Title: "Equal", Message: "Both secrets hold the same."})
		return nil
	}
	k.Log("differing fields:", strings.Join(differing, ", "))
	return k.Alert(fmt.Sprintf("They differ in %s.", strings.Join(differing, ", ")))
}
