package action

import "kedge"

// Run asks for choices whose values contain a ",".
func Run(k *kedge.Ctx) error {
	options := []kedge.Option{
		{Label: "Paris"}, {Label: "Paris, Texas"}, {Label: "a"}, {Label: "b"}, {Label: "a,b"}, {Label: "b,c"},
	}
	form := kedge.FormRequest{Fields: []kedge.Field{
		{Key: "many", Kind: "multiselect", Options: options, Default: `["a","b"]`},
	}}
	for i := 0; i < 5; i++ {
		var into struct {
			Many []string `json:"many"`
		}
		_, err := k.FormInto(form, &into)
		k.Logf("%d %q %v", len(into.Many), into.Many, err)
	}
	answers, _, err := k.Form(form)
	k.Logf("%q", answers)
	return err
}

/*golden
{
  "answers": [
    { "many": [ "Paris, Texas" ] },
    { "many": [ "a", "b" ] },
    { "many": [ "a", "a,b", "b,c" ] },
    { "many": "a,b,c" },
    {},
    { "many": [ "b", "a" ] }
  ],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "1 [\"Paris, Texas\"] <nil>" },
      { "stream": "log", "text": "2 [\"a\" \"b\"] <nil>" },
      { "stream": "log", "text": "3 [\"a\" \"a,b\" \"b,c\"] <nil>" },
      { "stream": "log", "text": "2 [\"a\" \"b,c\"] <nil>" },
      { "stream": "log", "text": "2 [\"a\" \"b\"] <nil>" },
      { "stream": "log", "text": "map[\"many\":\"a,b\"]" }
    ],
    "shown": [
      {
        "kind": "form",
        "title": "",
        "fields": [
          {
            "key": "many",
            "kind": "multiselect",
            "label": "many",
            "placeholder": "",
            "help": "",
            "default": "[\"a\",\"b\"]",
            "required": false,
            "options": [
              { "label": "Paris", "value": "Paris" },
              { "label": "Paris, Texas", "value": "Paris, Texas" },
              { "label": "a", "value": "a" },
              { "label": "b", "value": "b" },
              { "label": "a,b", "value": "a,b" },
              { "label": "b,c", "value": "b,c" }
            ]
          }
        ],
        "answer": { "many": "Paris, Texas" }
      },
      {
        "kind": "form",
        "title": "",
        "fields": [
          {
            "key": "many",
            "kind": "multiselect",
            "label": "many",
            "placeholder": "",
            "help": "",
            "default": "[\"a\",\"b\"]",
            "required": false,
            "options": [
              { "label": "Paris", "value": "Paris" },
              { "label": "Paris, Texas", "value": "Paris, Texas" },
              { "label": "a", "value": "a" },
              { "label": "b", "value": "b" },
              { "label": "a,b", "value": "a,b" },
              { "label": "b,c", "value": "b,c" }
            ]
          }
        ],
        "answer": { "many": "[\"a\",\"b\"]" }
      },
      {
        "kind": "form",
        "title": "",
        "fields": [
          {
            "key": "many",
            "kind": "multiselect",
            "label": "many",
            "placeholder": "",
            "help": "",
            "default": "[\"a\",\"b\"]",
            "required": false,
            "options": [
              { "label": "Paris", "value": "Paris" },
              { "label": "Paris, Texas", "value": "Paris, Texas" },
              { "label": "a", "value": "a" },
              { "label": "b", "value": "b" },
              { "label": "a,b", "value": "a,b" },
              { "label": "b,c", "value": "b,c" }
            ]
          }
        ],
        "answer": { "many": "[\"a\",\"a,b\",\"b,c\"]" }
      },
      {
        "kind": "form",
        "title": "",
        "fields": [
          {
            "key": "many",
            "kind": "multiselect",
            "label": "many",
            "placeholder": "",
            "help": "",
            "default": "[\"a\",\"b\"]",
            "required": false,
            "options": [
              { "label": "Paris", "value": "Paris" },
              { "label": "Paris, Texas", "value": "Paris, Texas" },
              { "label": "a", "value": "a" },
              { "label": "b", "value": "b" },
              { "label": "a,b", "value": "a,b" },
              { "label": "b,c", "value": "b,c" }
            ]
          }
        ],
        "answer": { "many": "a,b,c" }
      },
      {
        "kind": "form",
        "title": "",
        "fields": [
          {
            "key": "many",
            "kind": "multiselect",
            "label": "many",
            "placeholder": "",
            "help": "",
            "default": "[\"a\",\"b\"]",
            "required": false,
            "options": [
              { "label": "Paris", "value": "Paris" },
              { "label": "Paris, Texas", "value": "Paris, Texas" },
              { "label": "a", "value": "a" },
              { "label": "b", "value": "b" },
              { "label": "a,b", "value": "a,b" },
              { "label": "b,c", "value": "b,c" }
            ]
          }
        ],
        "answer": { "many": "[\"a\",\"b\"]" }
      },
      {
        "kind": "form",
        "title": "",
        "fields": [
          {
            "key": "many",
            "kind": "multiselect",
            "label": "many",
            "placeholder": "",
            "help": "",
            "default": "[\"a\",\"b\"]",
            "required": false,
            "options": [
              { "label": "Paris", "value": "Paris" },
              { "label": "Paris, Texas", "value": "Paris, Texas" },
              { "label": "a", "value": "a" },
              { "label": "b", "value": "b" },
              { "label": "a,b", "value": "a,b" },
              { "label": "b,c", "value": "b,c" }
            ]
          }
        ],
        "answer": { "many": "[\"a\",\"b\"]" }
      }
    ]
  }
}
*/
