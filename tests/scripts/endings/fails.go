package action

import (
	"errors"

	"kedge"
)

// Run fails.
func Run(k *kedge.Ctx) error {
	k.Log("one\ntwo")
	return errors.New("no such customer")
}

/*golden
{
  "answers": [],
  "expected": {
    "ok": false,
    "status": "failed",
    "error": "no such customer",
    "log": [ { "stream": "log", "text": "one" }, { "stream": "log", "text": "two" } ],
    "shown": []
  }
}
*/
