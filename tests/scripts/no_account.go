package action

import (
	"os"
	"strings"

	"kedge"
)

// Run finds neither an account nor anything of AWS in its environment.
func Run(k *kedge.Ctx) error {
	account, role, region := k.Account()
	k.Logf("%q %q %q", account, role, region)
	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, "AWS_") || strings.HasPrefix(variable, "KEDGE_RUN_NONCE") {
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
      {
        "stream": "log",
        "text": "\"\" \"\" \"\""
      },
      {
        "stream": "log",
        "text": "secret \"any\": this action runs without an account, so it has no secrets"
      }
    ],
    "shown": []
  }
}
*/
