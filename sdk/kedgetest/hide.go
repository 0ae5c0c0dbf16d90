package kedgetest

import (
	"encoding/json"
	"sort"
	"strings"
)

// The rules for hidden text are those of src/core/actions/log/run_log.ts.

// learn hides a secret from the log, and the text fields of a secret that is a JSON object.
func (h fake) learn(value string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.secrets = append(h.secrets, secretForms(value)...)
	var fields map[string]any
	if json.Unmarshal([]byte(value), &fields) != nil {
		return
	}
	for _, field := range fields {
		if text, ok := field.(string); ok && len(text) >= 6 {
			h.secrets = append(h.secrets, secretForms(text)...)
		}
	}
}

// secretForms returns a value, each of its lines, and these in their JSON form.
func secretForms(value string) []string {
	parts := []string{}
	for _, part := range append([]string{value}, strings.Split(strings.ReplaceAll(value, "\r\n", "\n"), "\n")...) {
		if len(strings.TrimSpace(part)) < 4 {
			continue
		}
		quoted := &strings.Builder{}
		encoder := json.NewEncoder(quoted)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(part)
		parts = append(parts, part, strings.TrimSuffix(quoted.String(), "\"\n")[1:])
	}
	return parts
}

// hide returns the text with every secret hidden, even where one begins within another.
func hide(text string, secrets []string) string {
	type span struct{ from, to int }
	spans := []span{}
	for _, secret := range secrets {
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
