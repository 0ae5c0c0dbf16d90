package kedgetest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"unicode/utf16"
)

// The rules for hidden text are those of src/core/actions/log/secrets.ts.

// learn hides a secret from the log and, when it is JSON, the texts in it.
func (h fake) learn(secret string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.secrets == nil {
		h.secrets = map[string]bool{}
	}
	for _, text := range textsOf(secret) {
		for _, form := range formsOf(text) {
			h.secrets[form] = true
		}
	}
}

// Shorter secrets, and shorter texts within one, would hide half of a log.
const least, leastWithin = 4, 6

// mostValues is the maximum number of values looked at within one secret.
const mostValues = 50_000

var startsJSON = regexp.MustCompile(`^\s*[{[]`)

// textsOf returns a secret and the texts anywhere in its JSON, also in a text that is JSON itself.
func textsOf(secret string) []string {
	texts := []string{secret}
	values := []any{parsed(secret)}
	for at := 0; at < len(values) && at < mostValues; at++ {
		switch value := values[at].(type) {
		case string:
			if units(value) >= leastWithin {
				texts = append(texts, value)
			}
			if startsJSON.MatchString(value) {
				values = append(values, parsed(value))
			}
		case []any:
			values = append(values, value...)
		case map[string]any:
			for _, inner := range value {
				values = append(values, inner)
			}
		}
	}
	return texts
}

func parsed(text string) (value any) {
	_ = json.Unmarshal([]byte(text), &value)
	return value
}

func units(text string) int { return len(utf16.Encode([]rune(text))) }

// formsOf returns a text and each of its lines, in every form in which an action may print them.
func formsOf(text string) []string {
	forms := []string{}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for _, part := range append([]string{text}, lines...) {
		if part = strings.TrimSpace(part); units(part) < least {
			continue
		}
		forms = append(append(append(forms, part), jsonForms(part)...), urlForms(part)...)
	}
	return forms
}

// jsonForms returns a text as JavaScript, %q and an encoder, and json.Marshal write it in JSON.
func jsonForms(text string) []string {
	encoded := func(escapeHTML bool) string {
		quoted := &strings.Builder{}
		encoder := json.NewEncoder(quoted)
		encoder.SetEscapeHTML(escapeHTML)
		_ = encoder.Encode(text)
		return strings.TrimSuffix(quoted.String(), "\"\n")[1:]
	}
	script := strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")
	return []string{script.Replace(encoded(false)), encoded(false), encoded(true)}
}

// urlForms returns a text as URLs contain it. Besides letters, digits and -_.~ other characters stay in a
// query, by JavaScript's encodeURIComponent, and in a segment, a password and a path.
func urlForms(text string) []string {
	escaped := func(kept string) string {
		form := strings.Builder{}
		for _, c := range []byte(text) {
			letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
			if letter || strings.IndexByte("-_.~"+kept, c) >= 0 {
				form.WriteByte(c)
			} else {
				fmt.Fprintf(&form, "%%%02X", c)
			}
		}
		return form.String()
	}
	forms := []string{strings.ReplaceAll(escaped(""), "%20", "+")}
	for _, kept := range []string{"", "!*'()", "$&+=:@", "$&+,;=", "$&+,/:;=@"} {
		forms = append(forms, escaped(kept))
	}
	return forms
}

// hide returns the text with every secret hidden, even where one begins within another.
func hide(text string, secrets map[string]bool) string {
	type span struct{ from, to int }
	spans := []span{}
	for secret := range secrets {
		for from := 0; from <= len(text); {
			at := strings.Index(text[from:], secret)
			if at < 0 {
				break
			}
			spans = append(spans, span{from + at, from + at + len(secret)})
			from += at + 1
		}
	}
	sort.Slice(spans, func(a, b int) bool { return spans[a].from < spans[b].from })
	hidden, shown := "", 0
	for i, s := range spans {
		if i == 0 || s.from >= shown {
			hidden += text[shown:s.from] + mask
		}
		if s.to > shown {
			shown = s.to
		}
	}
	return hidden + text[shown:]
}
