package kedgetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"kedge"
	"kedge/internal/wire"
)

const mask = "•••"

// fake is a Host as the action sees it.
type fake struct{ *Host }

// Call answers a question of the action.
func (h fake) Call(ctx context.Context, kind string, params, result any) error {
	if ctx.Err() != nil {
		return kedge.ErrCancelled
	}
	answer, err := h.answer(kind, params)
	if ctx.Err() != nil {
		return kedge.ErrCancelled
	}
	if err != nil || result == nil {
		return err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, result)
}

func (h fake) answer(kind string, params any) (any, error) {
	switch p := params.(type) {
	case wire.Message:
		if kind == "alert" {
			h.show(kind, Shown{"message": p.Message})
			return nil, nil
		}
		return h.dialog(kind, p.Message, Shown{"message": p.Message}, readConfirm, plainly)
	case wire.Ask:
		shown := object(p.Input)
		shown["input"], shown["title"] = p.Input.Kind, p.Title
		maskDefault(shown, p.Input)
		label := p.Input.Label
		if label == "" {
			label = p.Title
		}
		return h.dialog(kind, label, shown,
			func(answer any) (any, error) { return readAsk(p.Input, answer) },
			func(answer any) any { return h.seen(p.Input, answer) })
	case wire.Form:
		fields := []any{}
		for _, input := range p.Fields {
			field := object(input)
			maskDefault(field, input)
			fields = append(fields, map[string]any(field))
		}
		answer, err := h.dialog(kind, p.Title, Shown{"title": p.Title, "fields": fields},
			func(answer any) (any, error) { return readForm(p.Fields, answer) },
			func(answer any) any {
				seen := map[string]any{}
				for _, input := range p.Fields {
					seen[input.Key] = h.seen(input, answer.(map[string]string)[input.Key])
				}
				return seen
			})
		return sent(p.Fields, answer), err
	case wire.HTML:
		h.show("html", object(p))
		return nil, nil
	case wire.Secret:
		if h.AccountID == "" {
			return nil, errors.New("this action runs without an account, so it has no secrets")
		}
		value, ok := h.Secrets[p.Secret]
		if !ok {
			return nil, errors.New("it does not exist in this account and region")
		}
		h.learn(value)
		return value, nil
	case wire.Query:
		if h.Query == nil {
			return nil, fmt.Errorf("there is no server %q in the configuration", p.Server)
		}
		rows, err := h.Query(p.Server, p.SQL, p.Args)
		if err != nil || rows == nil {
			return nil, err
		}
		return wire.Rows{Columns: rows.Columns, Rows: rows.Rows, Truncated: rows.Truncated}, nil
	}
	return nil, fmt.Errorf("kedgetest: unknown call %s", kind)
}

// dialog shows a question and takes the next answer.
func (h fake) dialog(kind, label string, shown Shown, read func(any) (any, error), seen func(any) any) (any, error) {
	h.turn.Lock()
	defer h.turn.Unlock()
	if h.ctx.Err() != nil {
		return nil, kedge.ErrCancelled
	}
	what := kind
	if label != "" {
		what += fmt.Sprintf(` "%.100s"`, label)
	}
	place := h.show(kind, shown)
	h.mu.Lock()
	if h.next >= len(h.Answers) {
		h.mu.Unlock()
		return nil, h.fail(fmt.Errorf("the %s has no answer left (%d given)", what, len(h.Answers)))
	}
	given := h.Answers[h.next]
	h.next++
	number := h.next
	h.mu.Unlock()

	var answer any
	if given != nil {
		var err error
		if answer, err = read(given); err != nil {
			return nil, h.fail(fmt.Errorf("answer %d does not fit the %s: %w", number, what, err))
		}
	}
	var visible any
	if answer != nil {
		visible = seen(answer)
	}
	h.mu.Lock()
	h.result.Shown[place]["answer"] = visible
	h.mu.Unlock()
	return answer, nil
}

// fail ends the run with that reason, even if the action ignores the error.
func (h fake) fail(reason error) error {
	h.mu.Lock()
	if h.failed == nil {
		h.failed = reason
	}
	h.mu.Unlock()
	h.cancel()
	return reason
}

// show records an entry and returns its index in the record.
func (h fake) show(kind string, fields Shown) int {
	entry := Shown{"kind": kind}
	for name, value := range fields {
		if name != "kind" {
			entry[name] = value
		}
	}
	h.mu.Lock()
	place := len(h.result.Shown)
	h.result.Shown = append(h.result.Shown, entry)
	h.mu.Unlock()
	if h.OnShow != nil {
		h.OnShow(entry)
	}
	return place
}

// seen returns an answer in the form that the record shows.
func (h fake) seen(input wire.Input, answer any) any {
	text, _ := answer.(string)
	if input.Kind != "secret" || text == "" {
		return answer
	}
	h.learn(text)
	return mask
}

// Note records a frame that needs no answer.
func (h fake) Note(kind string, params any) {
	h.surface.Lock()
	defer h.surface.Unlock()
	switch p := params.(type) {
	case wire.Text:
		h.log(p.Text)
	case wire.Toast:
		h.show("toast", Shown{"id": p.Toast, "type": p.Type, "title": p.Title, "message": p.Message,
			"duration": p.Duration})
	case wire.DismissToast:
		h.show("toast", Shown{"id": p.Toast, "dismissed": true})
	case wire.ShowProgress:
		h.setProgress(Shown{"title": p.Title, "label": p.Label, "cancelable": p.Cancelable, "fraction": nil})
	case wire.UpdateProgress:
		progress := Shown{"title": "", "cancelable": false}
		for name, value := range h.progress {
			progress[name] = value
		}
		progress["label"], progress["fraction"] = p.Label, number(p.Fraction)
		h.setProgress(progress)
	case wire.ButtonLabel:
		h.setButton("label", p.Label)
	case wire.ButtonProgress:
		h.setButton("progress", number(p.Fraction))
	case wire.None:
		switch kind {
		case "hideProgress":
			h.progress = nil
			h.show("progress", Shown{"hidden": true})
		case "resetButton":
			h.button = Shown{"takesClicks": h.button["takesClicks"]}
			h.show("button", h.button)
		case "buttonClicks":
			h.setButton("takesClicks", true)
		}
	}
}

func (h fake) log(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	text = hide(text, h.secrets)
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		h.result.Log = append(h.result.Log, Line{Stream: "log", Text: line})
	}
}

func (h fake) setProgress(progress Shown) {
	h.progress = progress
	h.show("progress", progress)
}

func (h fake) setButton(name string, value any) {
	if value == nil {
		delete(h.button, name)
	} else {
		h.button[name] = value
	}
	h.show("button", h.button)
}

func number(fraction *float64) any {
	if fraction == nil {
		return nil
	}
	return *fraction
}

// object converts a value to its JSON form.
func object(value any) Shown {
	text, _ := json.Marshal(value)
	shown := Shown{}
	_ = json.Unmarshal(text, &shown)
	return shown
}

func maskDefault(shown Shown, input wire.Input) {
	if input.Kind == "secret" && input.Default != "" {
		shown["default"] = mask
	}
}

func plainly(answer any) any { return answer }
