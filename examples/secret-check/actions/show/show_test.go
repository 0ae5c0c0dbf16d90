package action

import (
	"strings"
	"testing"

	"kedge/kedgetest"
)

func TestShowsFieldsButNoValue(t *testing.T) {
	host := kedgetest.Host{
		AccountID: "123456789012", Role: "Reader", Region: "eu-central-1",
		Config:  map[string]any{"secret": "app/db"},
		Answers: []any{"app/db"},
		Secrets: map[string]string{"app/db": `{"user": "<shop>", "password": "correct horse battery"}`},
	}
	got := host.Run(Run)
	if got.Err != nil {
		t.Fatal(got.Err)
	}
	page := got.Shown[len(got.Shown)-1]["html"].(string)
	for _, wanted := range []string{"<td>password</td>", "<td>user</td>", "<td>21</td>"} {
		if !strings.Contains(page, wanted) {
			t.Errorf("%s is not in %s", wanted, page)
		}
	}
	if strings.Contains(page, "horse") || strings.Contains(page, "<shop>") {
		t.Errorf("a value is in %s", page)
	}
}

func TestFailsForAnUnknownSecret(t *testing.T) {
	host := kedgetest.Host{AccountID: "123456789012", Role: "R", Region: "eu-west-1", Answers: []any{"nope"}}
	if got := host.Run(Run); got.Status != "failed" {
		t.Errorf("status %s", got.Status)
	}
}
