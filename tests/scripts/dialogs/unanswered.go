package action

import "kedge"

// Run asks more questions than there are answers, and ignores the error.
func Run(k *kedge.Ctx) error {
	yes, err := k.Confirm("First?")
	k.Log(yes, err)
	k.Confirm("Second?")
	return nil
}

/*golden
{
  "answers": [ true ],
  "expected": {
    "ok": false,
    "status": "failed",
    "error": "the confirm \"Second?\" has no answer left (1 given)",
    "log": [ { "stream": "log", "text": "true <nil>" } ],
    "shown": [
      { "kind": "confirm", "message": "First?", "answer": true },
      { "kind": "confirm", "message": "Second?" }
    ]
  }
}
*/
