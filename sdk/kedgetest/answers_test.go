package kedgetest

import (
	"encoding/json"
	"os"
	"testing"

	"kedge/internal/wire"
)

// readCases reads test data. Kedge's own tests read the same, so both implementations must give the same results.
func readCases(t *testing.T, name string, cases any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err == nil {
		err = json.Unmarshal(text, cases)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestCheckAgreesWithKedge(t *testing.T) {
	var cases []struct {
		Field struct {
			Kind, Pattern, Options string
			Required               bool
			Min, Max               *float64
		}
		Answer, Wrong string
	}
	readCases(t, "answers.json", &cases)
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

func TestInitial(t *testing.T) {
	for _, c := range []struct{ kind, given, want string }{
		{"text", "x", "x"},
		{"text", "main\r\n", "main"},
		{"textarea", "a\nb\n", "a\nb\n"},
		{"checkbox", "yes", "false"},
	} {
		if got := initial(wire.Input{Kind: c.kind, Default: c.given}); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind, c.given, got, c.want)
		}
	}
}
