// Package wire defines the frames between Kedge and a running action as Go values. Their JSON form is fixed
// by schema/protocol.schema.json; each name here is a frame's type there.
package wire

import (
	"context"
	"encoding/json"
)

// Protocol is the version that both sides must speak. It increases with every change that the other side must
// know.
const Protocol = 1

// MaxFrame is the maximum size in bytes that either side accepts for a frame.
const MaxFrame = 16 << 20

// Host is the other side of a run: Kedge itself, or the fake host of package kedgetest.
type Host interface {
	// Call sends a question, waits for its answer, and decodes it into result unless that is nil. It returns
	// ErrCancelled when the run ended meanwhile.
	Call(ctx context.Context, kind string, params any, result any) error
	// Note sends a frame that needs no answer.
	Note(kind string, params any)
}

// Start is the host's first frame, which describes the run.
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

// Input is one value that the user is asked for. Only the fields of a form have Key and Help.
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

// DismissToast removes a toast.
type DismissToast struct {
	Toast string `json:"toast"`
}

// ShowProgress opens the run's progress.
type ShowProgress struct {
	Title      string `json:"title"`
	Label      string `json:"label"`
	Cancelable bool   `json:"cancelable"`
}

// UpdateProgress updates the run's progress. Without a fraction the progress is unknown.
type UpdateProgress struct {
	Fraction *float64 `json:"fraction"`
	Label    string   `json:"label"`
}

// ButtonLabel changes the text of the running button.
type ButtonLabel struct {
	Label string `json:"label"`
}

// ButtonProgress updates the ring of the running button; without a fraction the ring is hidden.
type ButtonProgress struct {
	Fraction *float64 `json:"fraction"`
}

// Done is the closing frame. An empty error means success.
type Done struct {
	Error string `json:"error"`
}

// Problem tells the other side what was wrong with one of its frames.
type Problem struct {
	Message string `json:"message"`
}

// None is a frame without fields: hideProgress, resetButton, buttonClicks.
type None struct{}
