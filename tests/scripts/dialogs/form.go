package action

import (
	"sort"

	"kedge"
)

// Run asks with all eight kinds of fields.
func Run(k *kedge.Ctx) error {
	options := []kedge.Option{{Label: "A or C", Value: "a, or c"}, {Label: "B", Value: "b"}}
	form := kedge.FormRequest{Title: "Everything", Fields: []kedge.Field{
		{Key: "text", Label: "Text", Placeholder: "here", Help: "Any text", Default: "first"},
		{Key: "area", Kind: "textarea"},
		{Key: "number", Kind: "number", Min: 1, Max: 5},
		{Key: "password", Kind: "secret"},
		{Key: "pick", Kind: "select", Options: options, Default: "b"},
		{Key: "radio", Kind: "radio", Options: []kedge.Option{{Label: "X", Value: "x"}}},
		{Key: "check", Kind: "checkbox", Default: "true"},
		{Key: "many", Kind: "multiselect", Options: options, Min: 0, Max: 2},
	}}
	for i := 0; i < 3; i++ {
		answers, ok, err := k.Form(form)
		if err != nil {
			return err
		}
		keys := []string{}
		for key := range answers {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		for _, key := range keys {
			k.Logf("%s=%q", key, answers[key])
		}
		k.Log(ok)
	}
	return nil
}

/*golden
{
  "answers": [
    {
      "text": "t",
      "area": "two\nlines",
      "number": "4",
      "password": "hunter2222",
      "pick": "b",
      "radio": "x",
      "check": true,
      "many": [ "b", "a, or c" ]
    },
    {},
    null
  ],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "area=\"two\\nlines\"" },
      { "stream": "log", "text": "check=\"true\"" },
      { "stream": "log", "text": "many=\"a, or c,b\"" },
      { "stream": "log", "text": "number=\"4\"" },
      { "stream": "log", "text": "password=\"•••\"" },
      { "stream": "log", "text": "pick=\"b\"" },
      { "stream": "log", "text": "radio=\"x\"" },
      { "stream": "log", "text": "text=\"t\"" },
      { "stream": "log", "text": "true" },
      { "stream": "log", "text": "area=\"\"" },
      { "stream": "log", "text": "check=\"true\"" },
      { "stream": "log", "text": "many=\"\"" },
      { "stream": "log", "text": "number=\"\"" },
      { "stream": "log", "text": "password=\"\"" },
      { "stream": "log", "text": "pick=\"b\"" },
      { "stream": "log", "text": "radio=\"\"" },
      { "stream": "log", "text": "text=\"first\"" },
      { "stream": "log", "text": "true" },
      { "stream": "log", "text": "false" }
    ],
    "shown": [
      {
        "kind": "form",
        "title": "Everything",
        "fields": [
          {
            "key": "text",
            "kind": "text",
            "label": "Text",
            "placeholder": "here",
            "help": "Any text",
            "default": "first",
            "required": false,
            "options": []
          },
          {
            "key": "area",
            "kind": "textarea",
            "label": "area",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "number",
            "kind": "number",
            "label": "number",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [],
            "min": 1,
            "max": 5
          },
          {
            "key": "password",
            "kind": "secret",
            "label": "password",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "pick",
            "kind": "select",
            "label": "pick",
            "placeholder": "",
            "help": "",
            "default": "b",
            "required": false,
            "options": [ { "label": "A or C", "value": "a, or c" }, { "label": "B", "value": "b" } ]
          },
          {
            "key": "radio",
            "kind": "radio",
            "label": "radio",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [ { "label": "X", "value": "x" } ]
          },
          {
            "key": "check",
            "kind": "checkbox",
            "label": "check",
            "placeholder": "",
            "help": "",
            "default": "true",
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
            "options": [ { "label": "A or C", "value": "a, or c" }, { "label": "B", "value": "b" } ],
            "min": 0,
            "max": 2
          }
        ],
        "answer": {
          "text": "t",
          "area": "two\nlines",
          "number": "4",
          "password": "•••",
          "pick": "b",
          "radio": "x",
          "check": "true",
          "many": "a, or c,b"
        }
      },
      {
        "kind": "form",
        "title": "Everything",
        "fields": [
          {
            "key": "text",
            "kind": "text",
            "label": "Text",
            "placeholder": "here",
            "help": "Any text",
            "default": "first",
            "required": false,
            "options": []
          },
          {
            "key": "area",
            "kind": "textarea",
            "label": "area",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "number",
            "kind": "number",
            "label": "number",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [],
            "min": 1,
            "max": 5
          },
          {
            "key": "password",
            "kind": "secret",
            "label": "password",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "pick",
            "kind": "select",
            "label": "pick",
            "placeholder": "",
            "help": "",
            "default": "b",
            "required": false,
            "options": [ { "label": "A or C", "value": "a, or c" }, { "label": "B", "value": "b" } ]
          },
          {
            "key": "radio",
            "kind": "radio",
            "label": "radio",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [ { "label": "X", "value": "x" } ]
          },
          {
            "key": "check",
            "kind": "checkbox",
            "label": "check",
            "placeholder": "",
            "help": "",
            "default": "true",
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
            "options": [ { "label": "A or C", "value": "a, or c" }, { "label": "B", "value": "b" } ],
            "min": 0,
            "max": 2
          }
        ],
        "answer": {
          "text": "first",
          "area": "",
          "number": "",
          "password": "",
          "pick": "b",
          "radio": "",
          "check": "true",
          "many": ""
        }
      },
      {
        "kind": "form",
        "title": "Everything",
        "fields": [
          {
            "key": "text",
            "kind": "text",
            "label": "Text",
            "placeholder": "here",
            "help": "Any text",
            "default": "first",
            "required": false,
            "options": []
          },
          {
            "key": "area",
            "kind": "textarea",
            "label": "area",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "number",
            "kind": "number",
            "label": "number",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [],
            "min": 1,
            "max": 5
          },
          {
            "key": "password",
            "kind": "secret",
            "label": "password",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": []
          },
          {
            "key": "pick",
            "kind": "select",
            "label": "pick",
            "placeholder": "",
            "help": "",
            "default": "b",
            "required": false,
            "options": [ { "label": "A or C", "value": "a, or c" }, { "label": "B", "value": "b" } ]
          },
          {
            "key": "radio",
            "kind": "radio",
            "label": "radio",
            "placeholder": "",
            "help": "",
            "default": "",
            "required": false,
            "options": [ { "label": "X", "value": "x" } ]
          },
          {
            "key": "check",
            "kind": "checkbox",
            "label": "check",
            "placeholder": "",
            "help": "",
            "default": "true",
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
            "options": [ { "label": "A or C", "value": "a, or c" }, { "label": "B", "value": "b" } ],
            "min": 0,
            "max": 2
          }
        ],
        "answer": null
      }
    ]
  }
}
*/
