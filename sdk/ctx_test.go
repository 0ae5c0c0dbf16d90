package kedge

import (
	"strings"
	"testing"
)

func TestCutAtEndsBehindAWordOrACharacter(t *testing.T) {
	for _, c := range []struct {
		name, text string
		most, want int
	}{
		{"a short text", "né", 4, 3},
		{"a text of that length", "abcd", 4, 4},
		{"a character that ends there", "abcdé", 4, 4},
		{"a character in between", "abcé", 4, 3},
		{"one of three bytes", "ab€", 4, 2},
		{"one of four bytes", "a😀", 4, 1},
		{"a word in between", "ab cd", 4, 3},
		{"a line in between", "a\nbc\nde", 6, 5},
		{"a word that would leave little", "a bcdefgh", 6, 6},
		{"no character at all", strings.Repeat("\x80", 8), 4, 4},
	} {
		if got := cutAt(c.text, c.most); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestLongTextsKeepTheirCharacters(t *testing.T) {
	p := newPartner(t)
	k := &Ctx{host: p.conn}
	k.Log("a" + strings.Repeat("é", logPiece))
	p.conn.finish(errorOf("a" + strings.Repeat("é", 64<<10)))
	if strings.Contains(p.out.String(), `\ufffd`) || strings.Contains(p.out.String(), "\ufffd") {
		t.Error("a character was cut in two")
	}
}

type errorOf string

func (e errorOf) Error() string { return string(e) }
