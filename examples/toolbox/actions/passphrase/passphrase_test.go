package action

import (
	"regexp"
	"testing"

	"kedge/kedgetest"
)

func TestDrawsUntilTheUserHasEnough(t *testing.T) {
	host := kedgetest.Host{
		Config: map[string]any{"words": 5, "separator": "-"},
		Answers: []any{
			map[string]any{"count": 4, "separator": ".", "capital": true, "digit": true},
			true, false, // another one; enough
		},
	}
	got := host.Run(Run)
	if got.Err != nil {
		t.Fatal(got.Err)
	}
	pages := []string{}
	for _, shown := range got.Shown {
		if shown["kind"] == "html" {
			pages = append(pages, shown["html"].(string))
		}
	}
	wanted := regexp.MustCompile(`>([A-Z][a-z]+\.){3}[A-Z][a-z]+\d<.*35 bits`)
	if len(pages) != 2 || !wanted.MatchString(pages[0]) || pages[0] == pages[1] {
		t.Errorf("showed %q", pages)
	}
}

func TestDoesNothingWhenCancelled(t *testing.T) {
	host := kedgetest.Host{Answers: []any{nil}}
	if got := host.Run(Run); got.Err != nil || len(got.Shown) != 1 {
		t.Errorf("showed %v, error %v", got.Shown, got.Err)
	}
}

func TestRefusesTooFewWords(t *testing.T) {
	host := kedgetest.Host{Answers: []any{map[string]any{"count": 2}}}
	if got := host.Run(Run); got.Status != "failed" {
		t.Errorf("status %s", got.Status)
	}
}
