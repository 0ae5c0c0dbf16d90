package kedgetest

import (
	"encoding/json"
	"strings"

	"kedge/internal/wire"
)

// The rules for several choices in one text are those of src/core/actions/frames/choices.ts.

// join gives the chosen values as one text, in the order of the options; a JSON list where values that
// hold a "," would make it mean something else as well.
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

// split takes joined choices apart and gives them in the order of the options.
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
	}
	return result
}

// listIn gives the options that a JSON list names; nil when the text is none.
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

// readJoined gives the values of a joined text, the longest first, and whether it can be read in this
// way only.
func readJoined(input wire.Input, joined string) (values []string, unique, ok bool) {
	type reading struct {
		ways    int
		longest string
	}
	// By the place from which on the text is read; behind its end one way leads.
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

// sent gives the answers to a form as the action gets them: choices as lists.
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
