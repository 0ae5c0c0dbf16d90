// Package mask describes secrets without showing them. Both actions of the bundle import it as
// "bundle/mask".
package mask

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// Field is one value of a secret, masked.
type Field struct {
	Name   string
	Masked string
	// Length is in characters.
	Length int
	// Print is equal for equal values.
	Print string
}

// Fields takes a secret apart. What is no JSON object is one field named "value".
func Fields(secret string) []Field {
	values := parse(secret)
	fields := make([]Field, 0, len(values))
	for name, value := range values {
		fields = append(fields, Field{
			Name: name, Masked: Mask(value), Length: utf8.RuneCountInString(value), Print: fingerprint(value),
		})
	}
	sort.Slice(fields, func(i, j int) bool { return fields[i].Name < fields[j].Name })
	return fields
}

// Differing names the fields that are not equal in both secrets, sorted.
func Differing(one, two string) []string {
	a, b := parse(one), parse(two)
	names := map[string]bool{}
	for name, value := range a {
		if other, ok := b[name]; !ok || other != value {
			names[name] = true
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			names[name] = true
		}
	}
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	sort.Strings(sorted)
	return sorted
}

// Mask hides a value; of a long one the last two characters stay, enough to recognise it.
func Mask(value string) string {
	runes := []rune(value)
	if len(runes) < 12 {
		return strings.Repeat("•", 8)
	}
	return strings.Repeat("•", 8) + string(runes[len(runes)-2:])
}

func fingerprint(value string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(value)))[:8]
}

// parse gives the values by name: text as it is, everything else as JSON.
func parse(secret string) map[string]string {
	var object map[string]any
	if json.Unmarshal([]byte(secret), &object) != nil {
		return map[string]string{"value": secret}
	}
	values := map[string]string{}
	for name, value := range object {
		if text, ok := value.(string); ok {
			values[name] = text
		} else if encoded, err := json.Marshal(value); err == nil {
			values[name] = string(encoded)
		}
	}
	return values
}
