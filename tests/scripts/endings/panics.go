package action

import "kedge"

// Run panics.
func Run(k *kedge.Ctx) error {
	var customers map[string]int
	customers["x"] = 1
	return nil
}

/*golden
{
  "answers": [],
  "expected": {
    "ok": false,
    "status": "failed",
    "error": "actions/panics.go:8: panic: assignment to entry in nil map",
    "log": [
      { "stream": "stderr", "text": "panic: assignment to entry in nil map" },
      { "stream": "stderr", "text": "actions/panics.go:8" }
    ],
    "shown": []
  }
}
*/
