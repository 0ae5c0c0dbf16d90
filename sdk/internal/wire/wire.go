// Package wire holds the frames between Kedge and a running action, as Go values. Their JSON form is
// fixed by schema/protocol.schema.json; each name here is a frame's type there.
package wire

import (
	"context"
	"encoding/json"
)

// Protocol is the version both sides must speak. It grows with every change the other side must know of.
const Protocol = 1

// MaxFrame is the size in bytes above which neither side takes a frame.
const MaxFrame = 16 << 20

// Host is the other side of a run: Kedge itself, or the fake of package kedgetest.
type Host interface {
	// Call sends a question and waits for its answer, which is decoded into result unless that is
	// nil. It gives ErrCancelled when the run ended meanwhile.
	Call(ctx context.Context, kind string, params any, result any) error
	// Note sends what needs no answer.
	Note(kind string, params any)
}

// Start is the first frame of the host: what the run is about.
type Start struct {
	Protocol   int             `json:"protocol"`
	AppVersion string          `json:"appVersion"`
	Extension  Extension       `json:"extension"`
	Action     Action          `json:"action"`
	Account    *Account        `json:"account"`
	Dir        string          `json:"dir"`
	Config     json.RawMessage `json:"config"`
}

// Extension names the extension that runs.
type Extension struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Author  string `json:"author"`
}

// Action names the button that was clicked.
type Action struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// Account is the resolved account context.
type Account struct {
	ID     string `json:"id"`
	Role   string `json:"role"`
	Region string `json:"region"`
}

// Hello is the first frame of the action.
type Hello struct {
	Protocol int    `json:"protocol"`
	SDK      string `json:"sdk"`
}

// Text carries the one text of log.
type Text struct {
	Text string `json:"text"`
}

// Message carries the one text of alert and confirm.
type Message struct {
	Message string `json:"message"`
}

// Input is one value the user is asked for. Key and Help belong to the fields of a form only.
type Input struct {
	Key         string   `json:"key,omitempty"`
	Kind        string   `json:"kind"`
	Label       string   `json:"label"`
	Placeholder string   `json:"placeholder"`
	Help        string   `json:"help"`
	Default     string   `json:"default"`
	Required    bool     `json:"required"`
	Options     []Option `json:"options"`
	Pattern     string   `json:"pattern,omitempty"`
	Min         *float64 `json:"min,omitempty"`
	Max         *float64 `json:"max,omitempty"`
}

// Option is one choice of an input.
type Option struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// Ask asks for one value.
type Ask struct {
	Title string `json:"title"`
	Input Input  `json:"input"`
}

// Form asks for several values at once.
type Form struct {
	Title  string  `json:"title"`
	Fields []Input `json:"fields"`
}

// HTML shows a report.
type HTML struct {
	Title             string `json:"title"`
	HTML              string `json:"html"`
	Width             int    `json:"width"`
	Height            int    `json:"height"`
	ShowPrint         bool   `json:"showPrint"`
	ShowOpenInBrowser bool   `json:"showOpenInBrowser"`
}

// Secret asks for a secret's value.
type Secret struct {
	Secret string `json:"secret"`
}

// Query asks for the rows of a statement.
type Query struct {
	Server string `json:"server"`
	SQL    string `json:"sql"`
	Args   []any  `json:"args"`
}

// Rows answers a query.
type Rows struct {
	Columns   []string `json:"columns"`
	Rows      [][]any  `json:"rows"`
	Truncated bool     `json:"truncated"`
}

// Toast shows or replaces the toast of that id. Toast ids are the action's own.
type Toast struct {
	Toast    string `json:"toast"`
	Type     string `json:"level"`
	Title    string `json:"title"`
	Message  string `json:"message"`
	Duration int    `json:"duration"`
}

// DismissToast takes a toast away.
type DismissToast struct {
	Toast string `json:"toast"`
}

// ShowProgress opens the run's progress.
type ShowProgress struct {
	Title      string `json:"title"`
	Label      string `json:"label"`
	Cancelable bool   `json:"cancelable"`
}

// UpdateProgress moves it. No fraction means: it is not known.
type UpdateProgress struct {
	Fraction *float64 `json:"fraction"`
	Label    string   `json:"label"`
}

// ButtonLabel changes the text of the running button.
type ButtonLabel struct {
	Label string `json:"label"`
}

// ButtonProgress moves the ring of the running button; no fraction takes it away.
type ButtonProgress struct {
	Fraction *float64 `json:"fraction"`
}

// Done is the closing frame. An empty error is a run that went well.
type Done struct {
	Error string `json:"error"`
}

// Problem tells the other side what was wrong with a frame of its own.
type Problem struct {
	Message string `json:"message"`
}

// None has no fields: hideProgress, resetButton, buttonClicks.
type None struct{}
