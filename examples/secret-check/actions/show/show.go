// Package action shows what a secret holds, masked. It reads a secret in the run's account, takes
// its default from the extension's config, and reports in a table.
package action

import (
	"fmt"
	"html"
	"strings"

	"bundle/mask"
	"kedge"
)

// Run asks for a secret's name and shows its fields.
func Run(k *kedge.Ctx) error {
	id, ok, err := k.Ask(kedge.InputRequest{
		Title: "Show a secret's fields", Label: "Name or ARN", Default: k.Config("secret"), Required: true,
	})
	if err != nil || !ok {
		return err
	}
	k.SetButtonLabel("Reading " + id)
	value, err := k.Secret(id)
	k.ResetButton()
	if err != nil {
		return err // it names the secret and never its value
	}

	fields := mask.Fields(value)
	account, role, region := k.Account()
	k.Logf("%s has %d fields (account %s as %s in %s)", id, len(fields), account, role, region)
	var rows strings.Builder
	for _, field := range fields {
		fmt.Fprintf(&rows, "<tr><td>%s</td><td><code>%s</code></td><td>%d</td><td><code>%s</code></td></tr>",
			html.EscapeString(field.Name), html.EscapeString(field.Masked), field.Length, field.Print)
	}
	return k.ShowHTML(kedge.HTMLReport{
		Title: id, Width: 560, Height: 320, ShowPrint: true,
		HTML: "<table><thead><tr><th>Field</th><th>Value</th><th>Characters</th><th>Fingerprint</th></tr></thead>" +
			"<tbody>" + rows.String() + "</tbody></table>" +
			"<p>Equal fingerprints mean equal values. They are worth nothing to somebody who has no idea of the value.</p>",
	})
}
