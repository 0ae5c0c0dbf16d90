package action

import (
	"os"
	"strings"

	"kedge"
)

// Run finds neither an account nor credentials of AWS in its environment: the variables name files
// that do not exist, and forbid asking for a machine's role.
func Run(k *kedge.Ctx) error {
	account, role, region := k.Account()
	k.Logf("%q %q %q", account, role, region)
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		switch name {
		case "AWS_EC2_METADATA_DISABLED":
			if value == "true" {
				continue
			}
		case "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE":
			if _, err := os.Stat(value); os.IsNotExist(err) {
				continue
			}
		}
		if strings.HasPrefix(name, "AWS_") || name == "KEDGE_RUN_NONCE" || name == "KEDGE_RUN_HELD" {
			k.Log(variable)
		}
	}
	_, err := k.Secret("any")
	k.Log(err)
	return nil
}

/*golden
{
  "answers": [],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "\"\" \"\" \"\"" },
      { "stream": "log", "text": "secret \"any\": this action runs without an account, so it has no secrets" }
    ],
    "shown": []
  }
}
*/
