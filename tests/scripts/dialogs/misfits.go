package action

import "kedge"

// Run gets an answer that breaks a rule of its form in each field.
func Run(k *kedge.Ctx) error {
	_, _, err := k.Form(kedge.FormRequest{Title: "Order", Fields: []kedge.Field{
		{Key: "name", Pattern: "[a-z]+"},
		{Key: "count", Kind: "number"},
		{Key: "note", Required: true},
		{Key: "ready", Kind: "checkbox"},
		{Key: "size"},
	}})
	return err
}

/*golden
{
  "answers": [ { "size": 1, "other": "x", "another": "y", "count": "twelve", "name": "N1" } ],
  "expected": {
    "ok": false,
    "status": "failed",
    "error": "answer 1 does not fit the form \"Order\": name: Does not have the expected form: [a-z]+; count: Enter a number; note: Required; size: it must be a string; the form has no field \"another\"; the form has no field \"other\"",
    "log": [],
    "shown": [
      {
        "kind": "form",
        "title": "Order",
        "fields": [
          {
            "key": "name",
            "kind": "text",
            "label": "name",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [],
            "pattern": "[a-z]+"
          },
          {
            "key": "count",
            "kind": "number",
            "label": "count",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "note",
            "kind": "text",
            "label": "note",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": true,
            "options": []
          },
          {
            "key": "ready",
            "kind": "checkbox",
            "label": "ready",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "size",
            "kind": "text",
            "label": "size",
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
