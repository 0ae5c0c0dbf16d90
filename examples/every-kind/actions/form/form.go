package action

import "kedge"

// Run asks several things at once. FormInto puts the answers into a struct by their keys.
func Run(k *kedge.Ctx) error {
	var order struct {
		Ticket   string   `json:"ticket"`
		Reason   string   `json:"reason"`
		Count    string   `json:"count"`
		Token    string   `json:"token"`
		Size     string   `json:"size"`
		Speed    string   `json:"speed"`
		Gift     bool     `json:"gift"`
		Services []string `json:"services"`
	}
	ok, err := k.FormInto(kedge.FormRequest{Title: "Send a parcel", Fields: []kedge.Field{
		{Key: "ticket", Label: "Ticket", Placeholder: "OPS-1234", Required: true, Pattern: `[A-Z]+-\d+`,
			Help: "Stands in the log."},
		{Key: "reason", Kind: "textarea", Label: "Reason"},
		{Key: "count", Kind: "number", Label: "How many", Default: "1", Min: 1, Max: 12},
		{Key: "token", Kind: "secret", Label: "Access code"},
		{Key: "size", Kind: "select", Label: "Size", Default: "Small", Options: options("Small", "Large")},
		{Key: "speed", Kind: "radio", Label: "Speed", Default: "Usual", Options: options("Usual", "Today")},
		{Key: "gift", Kind: "checkbox", Label: "It is a gift"},
		{Key: "services", Kind: "multiselect", Label: "Extras", Options: options("Insured", "Signed for")},
	}}, &order)
	if err != nil || !ok {
		return err
	}
	k.Logf("%s: %s × %s, %s, gift %v, %v", order.Ticket, order.Count, order.Size, order.Speed, order.Gift, order.Services)
	k.Toast(kedge.ToastOptions{Type: "success", Title: "Parcel sent", Message: order.Ticket})
	return nil
}

func options(labels ...string) []kedge.Option {
	var all []kedge.Option
	for _, label := range labels {
		all = append(all, kedge.Option{Label: label})
	}
	return all
}
