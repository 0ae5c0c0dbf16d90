package kedgetest

import (
	"encoding/json"
	"os"
	"testing"

	"kedge/internal/wire"
)

// Kedge's own tests read the same cases, so both implementations must give the same results.
func TestCheckAgreesWithKedge(t *testing.T) {
	text, err := os.ReadFile("testdata/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Field struct {
			Kind, Pattern, Options string
			Required               bool
			Min, Max               *float64
		}
		Answer, Wrong string
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		input := wire.Input{Kind: c.Field.Kind, Pattern: c.Field.Pattern, Required: c.Field.Required,
			Min: c.Field.Min, Max: c.Field.Max}
		if input.Kind == "" {
			input.Kind = "text"
		}
		if c.Field.Options == "ab" {
			input.Options = []wire.Option{
				{Label: "A", Value: "a"}, {Label: "B", Value: "b"}, {Label: "AB", Value: "a,b"}, {Label: "Blank", Value: " "},
			}
		}
		if got := check(input, c.Answer); got != c.Wrong {
			t.Errorf("%+v, %q: %q, want %q", c.Field, c.Answer, got, c.Wrong)
		}
	}
}
