// Package kedgetest runs an action under go test, without Kedge: a fake host answers its dialogs from
// a list, gives it config, account, secrets and query results, and records everything it showed.
//
//	func TestGreets(t *testing.T) {
//		host := kedgetest.Host{Answers: []any{"Ada"}}
//		got := host.Run(action.Run)
//		if got.Err != nil {
//			t.Fatal(got.Err)
//		}
//		if last := got.Shown[len(got.Shown)-1]; last["message"] != "Hello, Ada" {
//			t.Errorf("said %v", last["message"])
//		}
//	}
//
// Statuses, errors and what was shown are the same as in the document of kedge --run --json.
package kedgetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"kedge"
	"kedge/internal/wire"
)

// Host is a fake of Kedge. Its zero value runs an action without config, account and answers. A Host
// is for one run.
type Host struct {
	// Config is the merged config: anything that encodes as a JSON object.
	Config any
	// AccountID, Role and Region are the account context; an empty AccountID is a run without one.
	AccountID, Role, Region string
	// Extension and Action name what runs.
	Extension, Action Name
	// ExtensionVersion, ExtensionAuthor and AppVersion are told to the action as they are.
	ExtensionVersion, ExtensionAuthor, AppVersion string
	// Dir is the folder of the bundle's files; empty: the current folder, which under go test is that
	// of the tested package.
	Dir string
	// Answers answer the dialogs in order, as the file of kedge --answers does: a string for Ask, a
	// boolean for Confirm, a map by key for Form, nil to cancel. Alert and ShowHTML take none. A dialog
	// without an answer left fails the run.
	Answers []any
	// Secrets are the values of Secret by id.
	Secrets map[string]string
	// Query answers queries; nil refuses them.
	Query func(server, sql string, args []any) (*kedge.Rows, error)
	// OnShow is called with everything shown, as it is shown: the place to call Click or Stop from.
	OnShow func(Shown)

	once   sync.Once
	clicks chan struct{}
	ctx    context.Context
	cancel context.CancelFunc

	// turn lets one dialog be open at a time, surface keeps progress and button whole.
	turn, surface sync.Mutex

	mu       sync.Mutex
	next     int
	result   Result
	secrets  []string
	failed   error
	stopped  bool
	button   Shown
	progress Shown
}

// Name is an id and what the user reads.
type Name struct{ ID, Label string }

// Shown is one thing the user saw: its "kind" and its fields, as kedge --run --json prints them.
type Shown map[string]any

// Line is one line of the run log that came from Log or Logf. What the action prints to standard
// output and standard error stays there.
type Line struct{ Stream, Text string }

// Result is how a run ended.
type Result struct {
	// Status is "ok", "failed" or "stopped".
	Status string
	// Err is what Run returned, or why the run failed.
	Err error
	// Log holds the lines of Log and Logf.
	Log []Line
	// Shown is what the user saw, in order.
	Shown []Shown
}

func (h *Host) prepare() {
	h.once.Do(func() {
		h.clicks = make(chan struct{}, 64)
		h.ctx, h.cancel = context.WithCancel(context.Background())
		h.button = Shown{"takesClicks": false}
		h.result = Result{Log: []Line{}, Shown: []Shown{}}
	})
}

// Click clicks the running button.
func (h *Host) Click() {
	h.prepare()
	select {
	case h.clicks <- struct{}{}:
	default:
	}
}

// Stop ends the run's context, as the user's Stop and a canceled progress do.
func (h *Host) Stop() {
	h.prepare()
	h.mu.Lock()
	h.stopped = true
	h.mu.Unlock()
	h.cancel()
}

// Run runs the action to its end.
func (h *Host) Run(run func(*kedge.Ctx) error) Result {
	h.prepare()
	defer h.cancel()
	k, err := kedge.Connect(h.ctx, fake{h}, h.start(), h.clicks)
	if err == nil {
		err = guarded(run, k)
	}
	h.cancel()
	h.mu.Lock()
	defer h.mu.Unlock()
	result := h.result
	switch {
	case h.failed != nil:
		result.Status, result.Err = "failed", h.failed
	case h.stopped:
		result.Status, result.Err = "stopped", errors.New("the action was stopped")
	case err != nil:
		result.Status, result.Err = "failed", err
	default:
		result.Status = "ok"
	}
	return result
}

// guarded makes a panic the failure it is under Kedge.
func guarded(run func(*kedge.Ctx) error, k *kedge.Ctx) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	if err = run(k); err != nil {
		// An error may panic when it is asked what it says: a nil pointer that is no nil error.
		_ = err.Error()
	}
	return err
}

func (h *Host) start() wire.Start {
	start := wire.Start{
		Protocol: wire.Protocol, AppVersion: h.AppVersion, Dir: h.Dir,
		Extension: wire.Extension{ID: h.Extension.ID, Name: h.Extension.Label,
			Version: h.ExtensionVersion, Author: h.ExtensionAuthor},
		Action: wire.Action{ID: h.Action.ID, Label: h.Action.Label},
	}
	if h.AccountID != "" {
		start.Account = &wire.Account{ID: h.AccountID, Role: h.Role, Region: h.Region}
	}
	if start.Dir == "" {
		start.Dir, _ = os.Getwd()
	}
	if h.Config != nil {
		// What cannot be encoded is reported as a config that is not an object.
		start.Config, _ = json.Marshal(h.Config)
	}
	return start
}
