package action

import "kedge"

// Run gets an answer that breaks a rule of its form.
func Run(k *kedge.Ctx) error {
	_, _, err := k.Form(kedge.FormRequest{Title: "Order", Fields: []kedge.Field{{Key: "count", Kind: "number"}}})
	return err
}

/*golden
{
  "answers": [ { "count": "twelve" } ],
  "expected": {
    "ok": false,
    "status": "failed",
    "error": "answer 1 does not fit the form \"Order\": count: Enter a number",
    "log": [],
    "shown": [
      {
        "kind": "form",
        "title": "Order",
        "fields": [
          {
            "key": "count",
            "kind": "number",
            "label": "count",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          }
        ]
      }
    ]
  }
}
*/
