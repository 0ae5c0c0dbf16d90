/** A Go source as an extension would carry it. */
export const rotate = `package action

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strings"

	"kedge"
)

// Key is one access key of a service user, as IAM returns it.
type Key struct {
	ID     string \`json:"AccessKeyId"\`
	Status string \`json:"Status"\`
	Age    int    \`json:"age"\`
}

/* Run rotates the access keys of the service users that the configuration names:
   it makes a new key, stores it as a secret, and switches the old one off. */
func Run(k *kedge.Ctx) error {
	var config struct {
		Users  []string \`json:"users"\`
		MaxAge int      \`json:"maxAge"\`
	}
	if err := k.ConfigInto(&config); err != nil {
		return fmt.Errorf("reading the configuration: %w", err)
	}
	id, role, region := k.Account()
	k.Logf("rotating keys of %d users in %s as %s (%s)", len(config.Users), id, role, region)
	for i, user := range config.Users {
		k.UpdateProgress(float64(i)/float64(len(config.Users)), user)
		out, err := exec.CommandContext(k.Context(), "aws", "iam", "list-access-keys", "--user-name", user).Output()
		if err != nil {
			return fmt.Errorf("listing keys of %s: %w", user, err)
		}
		var keys []Key
		if err := json.Unmarshal(out, &keys); err != nil {
			return err
		}
		old := strings.TrimSpace(keys[0].ID)
		ok, err := k.Confirm("Switch off " + old + " of " + user + "?")
		if err != nil || !ok {
			return err
		}
		resp, err := k.HTTP().Post("https://hooks.internal.example/rotations?user="+user+"&key="+old+"&source=kedge-rotate-keys-action-0.4.1", "text/plain", http.NoBody)
		if err != nil {
			return err
		}
		resp.Body.Close()
		k.Toast(kedge.ToastOptions{Type: "success", Title: user, Message: "Key rotated"})
	}
	return nil
}
`;

/** The version of this source that was trusted before. */
export const rotateBefore = rotate
  .replace('\t"net/http"\n\t"os/exec"\n', '\t"os/exec"\n')
  .replace(/\t\tresp, err := [\s\S]*?Body\.Close\(\)\n/, "")
  .replace('Message: "Key rotated"', 'Message: "Rotated"');

/** The manifest of its extension. */
export const manifest = `{
  "id": "key-rotation",
  "name": "Key rotation",
  "version": "0.4.1",
  "account": "123456789012",
  "role": "Operator",
  "config": { "users": ["ci", "backup"], "maxAge": 90 },
  "actions": [
    { "id": "rotate", "label": "Rotate access keys", "entry": "actions/rotate.go" },
    { "id": "report", "label": "Age report", "entry": "actions/report.go", "contextMode": "none" }
  ]
}
`;

/**
 * A source with hidden content: a bidirectional override, a zero-width space, and code far to the
 * right.
 */
export const sneaky = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	admin := "user\u202e \u2066// check if admin\u2069 \u2066"
	name := "pay\u200bload" ${" ".repeat(160)} ; go exfiltrate(admin, name)
	return nil
}
`;
