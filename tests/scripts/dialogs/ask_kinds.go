package action

import "kedge"

// Run asks for every kind of value, with every rule.
func Run(k *kedge.Ctx) error {
	lowest := 1.5
	for _, request := range []kedge.InputRequest{
		{Label: "Text", Required: true, Pattern: "[a-c]+", Min: 2, Max: 10},
		{Kind: "number", Label: "Number", Default: "3", Min: 0, Max: uint8(9)},
		{Kind: "number", Label: "Half", Min: &lowest, Max: "9.5"},
		{Kind: "select", Label: "Choice", Options: []kedge.Option{{Label: "A", Value: "a"}, {Label: "b"}}},
		{Kind: "secret", Label: "Password", Default: "old-password"},
		{Label: "Optional", Min: 3},
	} {
		value, ok, err := k.Ask(request)
		if err != nil {
			return err
		}
		k.Logf("%s: %d characters, %v", request.Label, len(value), ok)
		if request.Kind == "secret" {
			k.Log("never seen:", value)
		}
	}
	return nil
}

/*golden
{
  "answers": [ "abc", "7", 8.5, "b", "hunter2222", "" ],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "Text: 3 characters, true" },
      { "stream": "log", "text": "Number: 1 characters, true" },
      { "stream": "log", "text": "Half: 3 characters, true" },
      { "stream": "log", "text": "Choice: 1 characters, true" },
      { "stream": "log", "text": "Password: 10 characters, true" },
      { "stream": "log", "text": "never seen: •••" },
      { "stream": "log", "text": "Optional: 0 characters, true" }
    ],
    "shown": [
      {
        "kind": "ask",
        "title": "",
        "input": "text",
        "label": "Text",
        "placeholder": "",
        "help": "",
        "default": "",
        "required": true,
        "options": [],
        "pattern": "[a-c]+",
        "min": 2,
        "max": 10,
        "answer": "abc"
      },
      {
        "kind": "ask",
        "title": "",
        "input": "number",
        "label": "Number",
        "placeholder": "",
        "help": "",
        "default": "3",
        "required": false,
        "options": [],
        "min": 0,
        "max": 9,
        "answer": "7"
      },
      {
        "kind": "ask",
        "title": "",
        "input": "number",
        "label": "Half",
        "placeholder": "",
        "help": "",
        "default": "",
        "required": false,
        "options": [],
        "min": 1.5,
        "max": 9.5,
        "answer": "8.5"
      },
      {
        "kind": "ask",
        "title": "",
        "input": "select",
        "label": "Choice",
        "placeholder": "",
        "help": "",
        "default": "",
        "required": false,
        "options": [ { "label": "A", "value": "a" }, { "label": "b", "value": "b" } ],
        "answer": "b"
      },
      {
        "kind": "ask",
        "title": "",
        "input": "secret",
        "label": "Password",
        "placeholder": "",
        "help": "",
        "default": "•••",
        "required": false,
        "options": [],
        "answer": "•••"
      },
      {
        "kind": "ask",
        "title": "",
        "input": "text",
        "label": "Optional",
        "placeholder": "",
        "help": "",
        "default": "",
        "required": false,
        "options": [],
        "min": 3,
        "answer": ""
      }
    ]
  }
}
*/
