package action

import (
	"testing"

	"kedge/kedgetest"
)

func TestNamesWhatDiffers(t *testing.T) {
	for two, wanted := range map[string]string{
		`{"user": "a", "password": "x"}`: "Both secrets hold the same.",
		`{"user": "a", "password": "y"}`: "They differ in password.",
	} {
		host := kedgetest.Host{
			AccountID: "123456789012", Role: "R", Region: "eu-west-1",
			Answers: []any{map[string]any{"one": "one", "two": "two"}},
			Secrets: map[string]string{"one": `{"user": "a", "password": "x"}`, "two": two},
		}
		got := host.Run(Run)
		if got.Err != nil {
			t.Fatal(got.Err)
		}
		said := false
		for _, shown := range got.Shown {
			said = said || shown["message"] == wanted
		}
		if !said {
			t.Errorf("%q was not said: %v", wanted, got.Shown)
		}
	}
}
