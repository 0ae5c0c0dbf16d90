package action

import (
	"testing"

	"kedge/kedgetest"
)

// A test runs the action without Kedge: a fake host answers its dialogs in order and records what
// it showed. --pack leaves tests out of the bundle.
func TestGreets(t *testing.T) {
	host := kedgetest.Host{
		Config:  map[string]any{"greeting": "Good morning"},
		Answers: []any{"Ada"},
	}
	got := host.Run(Run)
	if got.Err != nil {
		t.Fatal(got.Err)
	}
	if last := got.Shown[len(got.Shown)-1]; last["message"] != "Good morning, Ada." {
		t.Errorf("said %q", last["message"])
	}
}

func TestGreetsNobodyWhenCancelled(t *testing.T) {
	host := kedgetest.Host{Answers: []any{nil}}
	if got := host.Run(Run); got.Err != nil || len(got.Shown) != 1 {
		t.Errorf("showed %v, error %v", got.Shown, got.Err)
	}
}
