package kedgetest

import "testing"

func TestHide(t *testing.T) {
	for _, c := range []struct {
		secrets    []string
		text, want string
	}{
		{nil, "nothing", "nothing"},
		{[]string{"hunter", "hunter-22"}, "a hunter-22 b hunter", "a ••• b •••"},
		{[]string{"abcd", "cdef"}, "xabcdefx", "x•••x"},
		{[]string{"abcd"}, "abcdabcd", "••••••"},
		{[]string{"aaaa"}, "aaaaaa", "•••"},
		{secretForms("p\"ss\\w"), `%q is "p\"ss\\w"`, `%q is "•••"`},
		{secretForms("first line\r\nsecond"), "second, first line", "•••, •••"},
	} {
		if got := hide(c.text, c.secrets); got != c.want {
			t.Errorf("%q without %q: %q, want %q", c.text, c.secrets, got, c.want)
		}
	}
}
