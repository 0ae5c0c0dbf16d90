package action

import (
	"math"
	"strings"

	"kedge"
)

// Run makes typical mistakes of authors: each is an error of its own, not of the run.
func Run(k *kedge.Ctx) error {
	for _, request := range []kedge.InputRequest{
		{Kind: "textarea"},
		{Kind: "select"},
		{Pattern: "("},
		{Min: "x"},
		{Max: math.NaN()},
		{Min: []int{1}},
		{Pattern: strings.Repeat("a", 10_001)},
		{Kind: "select", Options: make([]kedge.Option, 10_001)},
	} {
		_, _, err := k.Ask(request)
		k.Log(err)
	}
	for _, fields := range [][]kedge.Field{
		{{Label: "no key"}},
		{{Key: "a"}, {Key: "a"}},
		{{Key: "a", Kind: "date"}},
		{{Key: "a", Kind: "radio"}},
		{{Key: strings.Repeat("k", 201)}},
		make([]kedge.Field, 201),
	} {
		_, _, err := k.Form(kedge.FormRequest{Fields: fields})
		k.Log(err)
	}
	_, err := k.Query("nowhere", "select 1")
	k.Log(err != nil)
	// Kedge ends a run of more than 100 broken frames.
	for i := 0; i <= 100; i++ {
		k.DismissToast("")
		_, _ = k.Secret("")
		_, _ = k.Query("", "")
	}
	k.UpdateToast("", kedge.ToastOptions{Message: "none"})
	_, err = k.SecretField("", "password")
	k.Log(err)
	_, err = k.Secret(strings.Repeat("s", 2049))
	k.Log(err)
	_, err = k.Query("", "select 1")
	k.Log(err)
	_, err = k.Query("nowhere", "")
	k.Log(err)
	_, err = k.Query("nowhere", "select 1", make([]any, 1001)...)
	k.Log(err)
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
      { "stream": "log", "text": "ask: Pattern is longer than 10000 characters" },
      { "stream": "log", "text": "ask: 10001 Options, at most 10000" },
      { "stream": "log", "text": "form: field 1 has no Key" },
      { "stream": "log", "text": "form: two fields have the Key \"a\"" },
      {
        "stream": "log",
        "text": "form: field \"a\": unknown Kind \"date\", use one of: text, textarea, number, secret, select, radio, checkbox, multiselect"
      },
      { "stream": "log", "text": "form: field \"a\": a radio needs Options" },
      { "stream": "log", "text": "form: field 1: Key is longer than 200 characters" },
      { "stream": "log", "text": "form: 201 Fields, at most 200" },
      { "stream": "log", "text": "true" },
      { "stream": "log", "text": "kedge: UpdateToast: the ID is empty or too long" },
      { "stream": "log", "text": "secret: its name is empty" },
      { "stream": "log", "text": "secret: its name is longer than 2048 characters" },
      { "stream": "log", "text": "query: the name of the server is empty" },
      { "stream": "log", "text": "query on \"nowhere\": the statement is empty" },
      { "stream": "log", "text": "query on \"nowhere\": 1001 parameters, at most 1000" }
    ],
    "shown": []
  }
}
*/
