package action

import (
	"math"

	"kedge"
)

// Run makes the mistakes that an author makes: each is an error of its own, not of the run.
func Run(k *kedge.Ctx) error {
	for _, request := range []kedge.InputRequest{
		{Kind: "textarea"},
		{Kind: "select"},
		{Pattern: "("},
		{Min: "x"},
		{Max: math.NaN()},
		{Min: []int{1}},
	} {
		_, _, err := k.Ask(request)
		k.Log(err)
	}
	for _, fields := range [][]kedge.Field{
		{{Label: "no key"}},
		{{Key: "a"}, {Key: "a"}},
		{{Key: "a", Kind: "date"}},
		{{Key: "a", Kind: "radio"}},
	} {
		_, _, err := k.Form(kedge.FormRequest{Fields: fields})
		k.Log(err)
	}
	_, err := k.Query("nowhere", "select 1")
	k.Log(err != nil)
	return nil
}

/*golden
{
  "answers": [],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "ask: unknown Kind \"textarea\", use one of: text, number, select, secret" },
      { "stream": "log", "text": "ask: a select needs Options" },
      { "stream": "log", "text": "ask: bad Pattern: error parsing regexp: missing closing ): `(`" },
      { "stream": "log", "text": "ask: Min is not a number: \"x\"" },
      { "stream": "log", "text": "ask: Max is not a finite number" },
      { "stream": "log", "text": "ask: Min is a []int, not a number" },
      { "stream": "log", "text": "form: field 1 has no Key" },
      { "stream": "log", "text": "form: two fields have the Key \"a\"" },
      {
        "stream": "log",
        "text": "form: field \"a\": unknown Kind \"date\", use one of: text, textarea, number, secret, select, radio, checkbox, multiselect"
      },
      { "stream": "log", "text": "form: field \"a\": a radio needs Options" },
      { "stream": "log", "text": "true" }
    ],
    "shown": []
  }
}
*/
