package action

import "kedge"

// Run fills a struct from a form.
func Run(k *kedge.Ctx) error {
	form := kedge.FormRequest{Fields: []kedge.Field{
		{Key: "name", Required: true, Pattern: "[a-z]"},
		{Key: "count", Kind: "number"},
		{Key: "yes", Kind: "checkbox"},
		{Key: "many", Kind: "multiselect", Options: []kedge.Option{{Label: "a"}, {Label: "b"}}},
	}}
	var into struct {
		Name  string
		Count string   `json:"count"`
		Yes   bool     `json:"yes"`
		Many  []string `json:"many"`
	}
	into.Yes = true
	for i := 0; i < 2; i++ {
		ok, err := k.FormInto(form, &into)
		k.Logf("%+v %v %v", into, ok, err)
	}
	_, err := k.FormInto(form, into)
	k.Log(err)
	return nil
}

/*golden
{
  "answers": [ { "name": "n", "count": "3", "yes": false, "many": "a,b" }, null ],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "{Name:n Count:3 Yes:false Many:[a b]} true <nil>" },
      { "stream": "log", "text": "{Name:n Count:3 Yes:false Many:[a b]} false <nil>" },
      {
        "stream": "log",
        "text": "form: cannot fill a struct { Name string; Count string \"json:\\\"count\\\"\"; Yes bool \"json:\\\"yes\\\"\"; Many []string \"json:\\\"many\\\"\" }, give a pointer"
      }
    ],
    "shown": [
      {
        "kind": "form",
        "title": "",
        "fields": [
          {
            "key": "name",
            "kind": "text",
            "label": "name",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": true,
            "options": [],
            "pattern": "[a-z]"
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
            "key": "yes",
            "kind": "checkbox",
            "label": "yes",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "many",
            "kind": "multiselect",
            "label": "many",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [ { "label": "a", "value": "a" }, { "label": "b", "value": "b" } ]
          }
        ],
        "answer": { "name": "n", "count": "3", "yes": "false", "many": "a,b" }
      },
      {
        "kind": "form",
        "title": "",
        "fields": [
          {
            "key": "name",
            "kind": "text",
            "label": "name",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": true,
            "options": [],
            "pattern": "[a-z]"
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
            "key": "yes",
            "kind": "checkbox",
            "label": "yes",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "many",
            "kind": "multiselect",
            "label": "many",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [ { "label": "a", "value": "a" }, { "label": "b", "value": "b" } ]
          }
        ],
        "answer": null
      }
    ]
  }
}
*/
