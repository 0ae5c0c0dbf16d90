package kedgetest

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"kedge/internal/wire"
)

// The rules for answers are those of Kedge itself (src/core/actions/frames/validate.ts). The golden suite
// checks that both give the same results.

func readConfirm(answer any) (any, error) {
	if yes, ok := answer.(bool); ok {
		return yes, nil
	}
	return nil, errors.New("it must be true or false")
}

func readAsk(input wire.Input, answer any) (any, error) {
	text, ok := answer.(string)
	if !ok && input.Kind == "number" {
		text, ok = numberText(answer)
	}
	if !ok {
		return nil, errors.New("it must be a string")
	}
	if wrong := check(input, text); wrong != "" {
		return nil, errors.New(forAuthor(input, wrong))
	}
	return final(input, text), nil
}

func readForm(fields []wire.Input, answer any) (any, error) {
	values := map[string]string{}
	for _, field := range fields {
		values[field.Key] = initial(field)
	}
	given, err := byKey(answer)
	if err != nil {
		return nil, err
	}
	all := []string{}
	for _, field := range fields {
		wrong := ""
		if answer, ok := given[field.Key]; ok {
			values[field.Key], wrong = formText(field, answer)
		}
		if wrong == "" {
			wrong = check(field, values[field.Key])
		}
		if wrong != "" {
			all = append(all, field.Key+": "+forAuthor(field, wrong))
			continue
		}
		values[field.Key] = final(field, values[field.Key])
	}
	keys := make([]string, 0, len(given))
	for key := range given {
		if !has(fields, key) {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	for _, key := range keys {
		all = append(all, fmt.Sprintf("the form has no field %q", key))
	}
	if len(all) > 0 {
		return nil, errors.New(strings.Join(all, "; "))
	}
	return values, nil
}

func byKey(answer any) (map[string]any, error) {
	switch given := answer.(type) {
	case map[string]any:
		return given, nil
	case map[string]string:
		values := map[string]any{}
		for key, value := range given {
			values[key] = value
		}
		return values, nil
	}
	return nil, errors.New("it must be an object by key")
}

func has(fields []wire.Input, key string) bool {
	for _, field := range fields {
		if field.Key == key {
			return true
		}
	}
	return false
}

// formText returns an answer as text, or what is wrong with it.
func formText(field wire.Input, answer any) (text, wrong string) {
	const noText = "it must be a string"
	switch value := answer.(type) {
	case string:
		return value, ""
	case bool:
		if field.Kind == "checkbox" {
			return strconv.FormatBool(value), ""
		}
	case []string:
		if field.Kind == "multiselect" {
			return listText(field, value)
		}
	case []any:
		texts := []string{}
		for _, one := range value {
			text, ok := one.(string)
			if !ok {
				return "", noText
			}
			texts = append(texts, text)
		}
		if field.Kind == "multiselect" {
			return listText(field, texts)
		}
	default:
		if text, ok := numberText(answer); ok && field.Kind == "number" {
			return text, ""
		}
	}
	return "", noText
}

func listText(field wire.Input, values []string) (text, wrong string) {
	for _, value := range values {
		if !isOption(field, value) {
			return "", "Choose from the options"
		}
	}
	return join(field, values), ""
}

func numberText(answer any) (string, bool) {
	switch value := answer.(type) {
	case int:
		return strconv.Itoa(value), true
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), true
	}
	return "", false
}

var (
	lineBreak = regexp.MustCompile(`[\r\n]`)
	decimal   = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)
)

const unexpectedForm = "Does not have the expected form"

// forAuthor adds the pattern to the fault of an answer.
func forAuthor(input wire.Input, wrong string) string {
	if wrong == unexpectedForm {
		return wrong + ": " + input.Pattern
	}
	return wrong
}

// check returns what is wrong with an answer; "" when it is valid.
func check(input wire.Input, answer string) string {
	if input.Kind == "checkbox" {
		if answer != "true" && answer != "false" {
			return "Must be true or false"
		}
		if input.Required && answer == "false" {
			return "Must be ticked"
		}
		return ""
	}
	if input.Kind == "text" && lineBreak.MatchString(answer) {
		return "Must be one line"
	}
	// The value of an option may be blank.
	empty := strings.TrimSpace(answer) == ""
	if input.Kind == "select" || input.Kind == "radio" {
		empty = answer == ""
	}
	if empty && input.Required {
		return "Required"
	}
	if answer == "" || empty && input.Kind == "number" {
		return ""
	}
	switch input.Kind {
	case "select", "radio":
		if !isOption(input, answer) {
			return "Choose one of the options"
		}
		return ""
	case "multiselect":
		chosen, ok := split(input, answer)
		if !ok {
			return "Choose from the options"
		}
		return checkCount(input, len(chosen), "choice", "Choose")
	case "number":
		number, err := strconv.ParseFloat(strings.TrimSpace(answer), 64)
		if err != nil || math.IsInf(number, 0) || !decimal.MatchString(strings.TrimSpace(answer)) {
			return numberWanted(input)
		}
		if input.Min != nil && number < *input.Min || input.Max != nil && number > *input.Max {
			return numberWanted(input)
		}
		answer = strings.TrimSpace(answer)
	default:
		if wrong := checkCount(input, utf8.RuneCountInString(answer), "character", "Use"); wrong != "" {
			return wrong
		}
	}
	if input.Pattern == "" {
		return ""
	}
	pattern, err := regexp.Compile("^(?:" + input.Pattern + ")$")
	if err != nil {
		return "The action's pattern for this field is broken"
	}
	if !pattern.MatchString(answer) {
		return unexpectedForm
	}
	return ""
}

// numberWanted returns "Enter a number from 1 to 12" with the bounds that the field has.
func numberWanted(input wire.Input) string {
	wanted := "Enter a number"
	if input.Min != nil {
		wanted += " from " + short(*input.Min)
	}
	if input.Max == nil {
		return wanted
	}
	if input.Min != nil {
		return wanted + " to " + short(*input.Max)
	}
	return wanted + " up to " + short(*input.Max)
}

func checkCount(input wire.Input, count int, unit, verb string) string {
	counted := func(limit string, bound float64) string {
		if bound != 1 {
			return fmt.Sprintf("%s at %s %s %ss", verb, limit, short(bound), unit)
		}
		return fmt.Sprintf("%s at %s 1 %s", verb, limit, unit)
	}
	if input.Min != nil && float64(count) < *input.Min {
		return counted("least", *input.Min)
	}
	if input.Max != nil && float64(count) > *input.Max {
		return counted("most", *input.Max)
	}
	return ""
}

func short(number float64) string { return strconv.FormatFloat(number, 'f', -1, 64) }

func initial(input wire.Input) string {
	switch input.Kind {
	case "checkbox":
		return strconv.FormatBool(input.Default == "true")
	case "text":
		return lineBreak.ReplaceAllString(input.Default, "")
	case "select", "radio":
		if !isOption(input, input.Default) {
			return ""
		}
	case "multiselect":
		chosen, _ := split(input, input.Default)
		return join(input, chosen)
	}
	return input.Default
}

func final(input wire.Input, answer string) string {
	switch input.Kind {
	case "number":
		return strings.TrimSpace(answer)
	case "multiselect":
		chosen, _ := split(input, answer)
		return join(input, chosen)
	}
	return answer
}
