package action

import (
	"testing"

	"kedge/kedgetest"
)

func TestRenames(t *testing.T) {
	host := kedgetest.Host{Answers: []any{"Ada", "small", true}}
	got := host.Run(Run)
	if got.Err != nil {
		t.Fatal(got.Err)
	}
	if last := got.Shown[len(got.Shown)-1]; last["message"] != "It is called Ada now." {
		t.Errorf("said %v", last["message"])
	}
}
