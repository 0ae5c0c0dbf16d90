// Package action makes passphrases. It shows a form with a choice of fields, a question, a report
// and a toast.
package action

import (
	"fmt"
	"html"
	"strconv"

	"bundle/words"
	"kedge"
)

// settings are what the form gives: its JSON tags are the keys of the fields.
type settings struct {
	Count     string `json:"count"`
	Separator string `json:"separator"`
	Capital   bool   `json:"capital"`
	Digit     bool   `json:"digit"`
}

// Run asks how the passphrase should look, and shows new ones until the user has enough.
func Run(k *kedge.Ctx) error {
	var wanted settings
	ok, err := k.FormInto(kedge.FormRequest{
		Title: "New passphrase",
		Fields: []kedge.Field{
			{
				Key: "count", Kind: "number", Label: "Words", Default: k.Config("words"),
				Required: true, Min: 3, Max: 12, Pattern: `\d+`, Help: "Each word adds 8 bits.",
			},
			{
				Key: "separator", Kind: "radio", Label: "Between the words", Default: k.Config("separator"),
				Options: []kedge.Option{
					{Label: "Hyphen", Value: "-"},
					{Label: "Dot", Value: "."},
					{Label: "Space", Value: " "},
				},
			},
			{Key: "capital", Kind: "checkbox", Label: "Begin each word with a capital"},
			{Key: "digit", Kind: "checkbox", Label: "End with a digit"},
		},
	}, &wanted)
	if err != nil || !ok {
		return err // closing the form is no failure
	}
	count, err := strconv.Atoi(wanted.Count)
	if err != nil {
		return fmt.Errorf("how many words: %w", err)
	}

	for shown := 1; ; shown++ {
		phrase, bits, err := words.Phrase(words.Options{
			Count: count, Separator: wanted.Separator, Capital: wanted.Capital, Digit: wanted.Digit,
		})
		if err != nil {
			return err
		}
		if err := k.ShowHTML(kedge.HTMLReport{
			Title: "Passphrase", Width: 460, Height: 200, HTML: page(phrase, bits),
		}); err != nil {
			return err
		}
		another, err := k.Confirm("Draw another one?")
		if err != nil {
			return err
		}
		if !another {
			k.Logf("drew %d passphrases of %d words, %d bits each", shown, count, bits)
			k.Toast(kedge.ToastOptions{Type: "success", Title: "Passphrase", Message: "Nothing of it was kept."})
			return nil
		}
	}
}

// page shows the phrase large and says in words how strong it is. No script runs in a report.
func page(phrase string, bits int) string {
	strength := "for things that matter little"
	if bits >= 60 {
		strength = "for your keychain or your disk"
	} else if bits >= 40 {
		strength = "for an account that locks after wrong guesses"
	}
	return fmt.Sprintf(
		`<p style="font: 600 20px ui-monospace, monospace; user-select: all">%s</p><p>%d bits by chance: %s.</p>`,
		html.EscapeString(phrase), bits, strength,
	)
}
