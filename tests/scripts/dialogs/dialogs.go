package action

import "kedge"

// Run shows the three small dialogs, answered and cancelled.
func Run(k *kedge.Ctx) error {
	if err := k.Alert("First <b>this</b>,\nthen that."); err != nil {
		return err
	}
	for i := 0; i < 3; i++ {
		yes, err := k.Confirm("Go on?")
		k.Log(yes, err)
	}
	for i := 0; i < 2; i++ {
		name, ok, err := k.Ask(kedge.InputRequest{Title: "Greeting", Label: "Whom?", Placeholder: "A name"})
		k.Logf("%q %v %v", name, ok, err)
	}
	return nil
}

/*golden
{
  "answers": [ true, false, null, "Ada", null ],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "true <nil>" },
      { "stream": "log", "text": "false <nil>" },
      { "stream": "log", "text": "false <nil>" },
      { "stream": "log", "text": "\"Ada\" true <nil>" },
      { "stream": "log", "text": "\"\" false <nil>" }
    ],
    "shown": [
      { "kind": "alert", "message": "First <b>this</b>,\nthen that." },
      { "kind": "confirm", "message": "Go on?", "answer": true },
      { "kind": "confirm", "message": "Go on?", "answer": false },
      { "kind": "confirm", "message": "Go on?", "answer": null },
      {
        "kind": "ask",
        "title": "Greeting",
        "input": "text",
        "label": "Whom?",
        "placeholder": "A name",
        "help": "",
        "default": "",
        "required": false,
        "options": [],
        "answer": "Ada"
      },
      {
        "kind": "ask",
        "title": "Greeting",
        "input": "text",
        "label": "Whom?",
        "placeholder": "A name",
        "help": "",
        "default": "",
        "required": false,
        "options": [],
        "answer": null
      }
    ]
  }
}
*/
