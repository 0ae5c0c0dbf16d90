package action

import "kedge"

// Run asks one thing after the other. A cancelled question is no error: the action just ends.
func Run(k *kedge.Ctx) error {
	name, ok, err := k.Ask(kedge.InputRequest{
		Title: "Rename a ship", Label: "New name", Placeholder: "Ada", Required: true, Pattern: `[A-Za-z -]+`,
	})
	if err != nil || !ok {
		return err
	}
	size, ok, err := k.Ask(kedge.InputRequest{
		Kind: "select", Title: "Rename a ship", Label: "Size", Default: "medium",
		Options: []kedge.Option{{Label: "Small", Value: "small"}, {Label: "Medium", Value: "medium"}},
	})
	if err != nil || !ok {
		return err
	}
	sure, err := k.Confirm("Rename the " + size + " ship to " + name + "?")
	if err != nil || !sure {
		return err
	}
	return k.Alert("It is called " + name + " now.")
}
