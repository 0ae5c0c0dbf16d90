package kedge

import (
	"fmt"
	"unicode/utf16"
)

// What Kedge accepts of a call, as in schema/protocol.schema.json. A frame beyond it would count as broken, and
// many of those end the run, so the SDK refuses the call before.
const (
	mostText       = 10_000 // a title, a label, a placeholder, a help, a pattern, an option
	mostDefault    = 1_000_000
	mostKey        = 200
	mostFields     = 200
	mostOptions    = 10_000
	mostSecretID   = 2048
	mostServer     = 200
	mostSQL        = 1_000_000
	mostParameters = 1000
	mostToastID    = 200
)

// limited is a text of a call, and how long it may be in UTF-16 units, which Kedge counts.
type limited struct {
	name, text string
	most       int
}

// tooLong returns an error for the first text that is too long.
func tooLong(texts ...limited) error {
	for _, l := range texts {
		if len(l.text) > l.most && len(utf16.Encode([]rune(l.text))) > l.most {
			return fmt.Errorf("%s is longer than %d characters", l.name, l.most)
		}
	}
	return nil
}

// fits returns an error for a text that is empty or too long.
func fits(l limited) error {
	if l.text == "" {
		return fmt.Errorf("%s is empty", l.name)
	}
	return tooLong(l)
}
