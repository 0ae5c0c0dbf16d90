package kedgetest

import (
	"encoding/json"
	"strings"

	"kedge/internal/wire"
)

// The rules for several choices in one text are those of src/core/actions/frames/choices.ts.

// join returns the chosen values as one text, in the order of the options. It returns a JSON list when values
// contain a "," and the joined text would be ambiguous.
func join(input wire.Input, chosen []string) string {
	values := ordered(input, chosen)
	joined := strings.Join(values, ",")
	if len(values) == 0 {
		return ""
	}
	if strings.TrimSpace(joined) != "" && listIn(input, joined) == nil {
		if _, unique, ok := readJoined(input, joined); ok && unique {
			return joined
		}
	}
	list, _ := json.Marshal(values)
	return string(list)
}

// split separates joined choices and returns them in the order of the options; false for an invalid text.
func split(input wire.Input, text string) ([]string, bool) {
	if text == "" {
		return []string{}, true
	}
	values := listIn(input, text)
	if values == nil {
		var ok bool
		if values, _, ok = readJoined(input, text); !ok {
			return nil, false
		}
	}
	return ordered(input, values), true
}

func ordered(input wire.Input, values []string) []string {
	chosen := map[string]bool{}
	for _, value := range values {
		chosen[value] = true
	}
	result := []string{}
	for _, option := range input.Options {
		if chosen[option.Value] {
			result = append(result, option.Value)
		}
		// Several options may have the same value.
		delete(chosen, option.Value)
	}
	return result
}

// listIn returns the options that a JSON list names; nil when the text is not such a list.
func listIn(input wire.Input, text string) []string {
	var list []string
	if !strings.HasPrefix(text, "[") || json.Unmarshal([]byte(text), &list) != nil {
		return nil
	}
	for _, value := range list {
		if !isOption(input, value) {
			return nil
		}
	}
	return list
}

func isOption(input wire.Input, value string) bool {
	for _, option := range input.Options {
		if option.Value == value {
			return true
		}
	}
	return false
}

// readJoined returns the values of a joined text, preferring the longest, and whether this is the only way to
// read it.
func readJoined(input wire.Input, joined string) (values []string, unique, ok bool) {
	type reading struct {
		ways    int
		longest string
	}
	// The index is the position from which the text is read; after its end there is one way.
	readings := make([]reading, len(joined)+2)
	readings[len(joined)+1].ways = 1
	for from := len(joined); from >= 0; from-- {
		if from > 0 && joined[from-1] != ',' {
			continue
		}
		here := &readings[from]
		tried := map[string]bool{}
		for _, option := range input.Options {
			value := option.Value
			to := from + len(value)
			fits := strings.HasPrefix(joined[from:], value) && (to == len(joined) || joined[to] == ',')
			if tried[value] || !fits || readings[to+1].ways == 0 {
				continue
			}
			tried[value] = true
			if here.ways == 0 || len(value) > len(here.longest) {
				here.longest = value
			}
			if here.ways += readings[to+1].ways; here.ways > 2 {
				here.ways = 2
			}
		}
	}
	if readings[0].ways == 0 {
		return nil, false, false
	}
	for from := 0; from <= len(joined); from += len(readings[from].longest) + 1 {
		values = append(values, readings[from].longest)
	}
	return values, readings[0].ways == 1, true
}

// sent returns the answers to a form in the form that the action receives: choices as lists.
func sent(fields []wire.Input, answer any) any {
	texts, ok := answer.(map[string]string)
	if !ok {
		return answer
	}
	values := map[string]any{}
	for _, input := range fields {
		values[input.Key] = texts[input.Key]
		if input.Kind == "multiselect" {
			values[input.Key], _ = split(input, texts[input.Key])
		}
	}
	return values
}
