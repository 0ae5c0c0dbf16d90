package kedge

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"kedge/internal/wire"
)

// Alert shows a message and returns when the user closes it.
func (k *Ctx) Alert(msg string) error {
	return k.call("alert", "alert", wire.Message{Message: msg}, nil)
}

// Confirm asks yes or no. Closing the dialog means no.
func (k *Ctx) Confirm(msg string) (bool, error) {
	var yes *bool
	if err := k.call("confirm", "confirm", wire.Message{Message: msg}, &yes); err != nil {
		return false, err
	}
	return yes != nil && *yes, nil
}

// Ask asks for one value. ok is false when the user cancels.
func (k *Ctx) Ask(request InputRequest) (value string, ok bool, err error) {
	input, err := field(Field{
		Kind: request.Kind, Label: request.Label, Placeholder: request.Placeholder, Default: request.Default,
		Options: request.Options, Required: request.Required, Pattern: request.Pattern,
		Min: request.Min, Max: request.Max,
	}, askKinds)
	if err == nil {
		err = tooLong(limited{"Title", request.Title, mostText})
	}
	if err != nil {
		return "", false, fmt.Errorf("ask: %w", err)
	}
	var answer *string
	if err := k.call("ask", "ask", wire.Ask{Title: request.Title, Input: input}, &answer); err != nil {
		return "", false, err
	}
	if answer == nil {
		return "", false, nil
	}
	return *answer, true, nil
}

// Form asks for several values at once and returns them by key. A checkbox is "true" or "false"; a
// multiselect is its values joined by ",". If the values themselves contain a ",", use [Ctx.FormInto], which
// keeps them apart. The boolean is false when the user cancels.
func (k *Ctx) Form(request FormRequest) (map[string]string, bool, error) {
	answers, ok, err := k.form(request)
	if !ok {
		return nil, false, err
	}
	texts := map[string]string{}
	for key, answer := range answers {
		texts[key] = answer.text
	}
	return texts, true, nil
}

// answered is the answer to one field: its text, and the choices of a multiselect.
type answered struct {
	text   string
	chosen []string
}

func (a *answered) UnmarshalJSON(text []byte) error {
	if len(text) == 0 || text[0] != '[' {
		return json.Unmarshal(text, &a.text)
	}
	err := json.Unmarshal(text, &a.chosen)
	a.text = strings.Join(a.chosen, ",")
	return err
}

// form sends the request; the boolean is false when there are no answers.
func (k *Ctx) form(request FormRequest) (map[string]answered, bool, error) {
	form := wire.Form{Title: request.Title, Fields: []wire.Input{}}
	if err := tooLong(limited{"Title", request.Title, mostText}); err != nil {
		return nil, false, fmt.Errorf("form: %w", err)
	}
	if len(request.Fields) > mostFields {
		return nil, false, fmt.Errorf("form: %d Fields, at most %d", len(request.Fields), mostFields)
	}
	seen := map[string]bool{}
	for i, f := range request.Fields {
		if f.Key == "" {
			return nil, false, fmt.Errorf("form: field %d has no Key", i+1)
		}
		if err := tooLong(limited{"Key", f.Key, mostKey}); err != nil {
			return nil, false, fmt.Errorf("form: field %d: %w", i+1, err)
		}
		if seen[f.Key] {
			return nil, false, fmt.Errorf("form: two fields have the Key %q", f.Key)
		}
		seen[f.Key] = true
		input, err := field(f, formKinds)
		if err != nil {
			return nil, false, fmt.Errorf("form: field %q: %w", f.Key, err)
		}
		if input.Label == "" {
			input.Label = f.Key
		}
		form.Fields = append(form.Fields, input)
	}
	var answers map[string]answered
	if err := k.call("form", "form", form, &answers); err != nil {
		return nil, false, err
	}
	return answers, answers != nil, nil
}

// FormInto asks like Form and fills v, a pointer to a struct, by JSON tags: a checkbox is a bool, a
// multiselect a list of strings, everything else a string.
func (k *Ctx) FormInto(request FormRequest, v any) (bool, error) {
	if target := reflect.ValueOf(v); target.Kind() != reflect.Pointer || target.IsNil() {
		return false, fmt.Errorf("form: cannot fill a %T, give a pointer", v)
	}
	answers, ok, err := k.form(request)
	if err != nil || !ok {
		return false, err
	}
	values := map[string]any{}
	for _, f := range request.Fields {
		answer, given := answers[f.Key]
		switch {
		case !given:
		case f.Kind == "checkbox":
			values[f.Key] = answer.text == "true"
		case f.Kind == "multiselect":
			values[f.Key] = answer.chosen
		default:
			values[f.Key] = answer.text
		}
	}
	text, err := json.Marshal(values)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return false, fmt.Errorf("form: %w", err)
	}
	return true, nil
}

// ShowHTML shows a report and returns when the user closes it.
func (k *Ctx) ShowHTML(report HTMLReport) error {
	if err := tooLong(limited{"Title", report.Title, mostText}); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return k.call("html", "report", wire.HTML{
		Title: report.Title, HTML: report.HTML,
		Width: clampSize(report.Width), Height: clampSize(report.Height),
		ShowPrint: report.ShowPrint, ShowOpenInBrowser: report.ShowOpenInBrowser,
	}, nil)
}

func clampSize(pixels int) int {
	return int(math.Max(0, math.Min(10_000, float64(pixels))))
}

const (
	askKinds  = "text number select secret"
	formKinds = "text textarea number secret select radio checkbox multiselect"
)

// field checks a field of the author and returns its wire form.
func field(f Field, kinds string) (wire.Input, error) {
	input := wire.Input{
		Key: f.Key, Kind: f.Kind, Label: f.Label, Placeholder: f.Placeholder, Help: f.Help,
		Default: f.Default, Required: f.Required, Pattern: f.Pattern, Options: []wire.Option{},
	}
	if input.Kind == "" {
		input.Kind = "text"
	}
	if !contains(strings.Fields(kinds), input.Kind) {
		return input, fmt.Errorf("unknown Kind %q, use one of: %s", f.Kind, strings.ReplaceAll(kinds, " ", ", "))
	}
	if len(f.Options) > mostOptions {
		return input, fmt.Errorf("%d Options, at most %d", len(f.Options), mostOptions)
	}
	texts := []limited{
		{"Label", f.Label, mostText}, {"Placeholder", f.Placeholder, mostText}, {"Help", f.Help, mostText},
		{"Pattern", f.Pattern, mostText}, {"Default", f.Default, mostDefault},
	}
	for _, option := range f.Options {
		if option.Value == "" {
			option.Value = option.Label
		}
		if option.Label == "" {
			option.Label = option.Value
		}
		input.Options = append(input.Options, wire.Option{Label: option.Label, Value: option.Value})
		texts = append(texts, limited{"the Label of an Option", option.Label, mostText},
			limited{"the Value of an Option", option.Value, mostText})
	}
	if err := tooLong(texts...); err != nil {
		return input, err
	}
	if contains([]string{"select", "radio", "multiselect"}, input.Kind) && len(input.Options) == 0 {
		return input, fmt.Errorf("a %s needs Options", input.Kind)
	}
	if _, err := regexp.Compile(f.Pattern); err != nil {
		return input, fmt.Errorf("bad Pattern: %w", err)
	}
	var err error
	if input.Min, err = bound("Min", f.Min); err != nil {
		return input, err
	}
	input.Max, err = bound("Max", f.Max)
	return input, err
}

// bound reads a Min or Max: any number, a pointer to one, or a number written as a string. It returns nil for
// no bound.
func bound(name string, value any) (*float64, error) {
	if value == nil {
		return nil, nil
	}
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil, nil
		}
		v = v.Elem()
	}
	var number float64
	switch {
	case v.CanInt():
		number = float64(v.Int())
	case v.CanUint():
		number = float64(v.Uint())
	case v.CanFloat():
		number = v.Float()
	case v.Kind() == reflect.String && v.Len() == 0:
		return nil, nil
	case v.Kind() == reflect.String:
		parsed, err := strconv.ParseFloat(strings.TrimSpace(v.String()), 64)
		if err != nil {
			return nil, fmt.Errorf("%s is not a number: %q", name, v.String())
		}
		number = parsed
	default:
		return nil, fmt.Errorf("%s is a %T, not a number", name, value)
	}
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return nil, fmt.Errorf("%s is not a finite number", name)
	}
	return &number, nil
}

func contains(list []string, wanted string) bool {
	for _, item := range list {
		if item == wanted {
			return true
		}
	}
	return false
}
