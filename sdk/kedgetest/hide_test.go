package kedgetest

import (
	"encoding/json"
	"net/url"
	"testing"
)

func TestHideAgreesWithKedge(t *testing.T) {
	var cases []struct {
		Secrets     []string
		Text, Shown string
	}
	readCases(t, "hidden.json", &cases)
	for _, c := range cases {
		host := fake{&Host{}}
		for _, secret := range c.Secrets {
			host.learn(secret)
		}
		if got := hide(c.Text, host.secrets); got != c.Shown {
			t.Errorf("%q without %q: %q, want %q", c.Text, c.Secrets, got, c.Shown)
		}
	}
}

func TestHideHidesWhatGoWrites(t *testing.T) {
	secret := "a!\"#$%&'()*+,-./0:;<=>?@A[\\]^_`{|}~ ü\u2028\u2029z"
	marshalled, _ := json.Marshal(secret)
	host := fake{&Host{}}
	host.learn(secret)
	for name, text := range map[string]string{
		"json.Marshal":     string(marshalled[1 : len(marshalled)-1]),
		"url.QueryEscape":  url.QueryEscape(secret),
		"url.PathEscape":   url.PathEscape(secret),
		"url.UserPassword": url.UserPassword("", secret).String()[1:],
		"url.URL":          (&url.URL{Path: secret}).EscapedPath(),
	} {
		if got := hide(text, host.secrets); got != mask {
			t.Errorf("%s: %s", name, got)
		}
	}
}
