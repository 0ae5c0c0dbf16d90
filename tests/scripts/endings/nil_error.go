package action

import "kedge"

type problem struct{ what string }

func (p *problem) Error() string { return p.what }

// Run returns an error that is a nil pointer, and so is not nil.
func Run(k *kedge.Ctx) error {
	var none *problem
	return none
}

/*golden
{
  "answers": [],
  "expected": {
    "ok": false,
    "status": "failed",
    "error": "actions/nil_error.go:7: panic: runtime error: invalid memory address or nil pointer dereference",
    "log": [
      {
        "stream": "stderr",
        "text": "panic: runtime error: invalid memory address or nil pointer dereference"
      },
      { "stream": "stderr", "text": "actions/nil_error.go:7" }
    ],
    "shown": []
  }
}
*/
