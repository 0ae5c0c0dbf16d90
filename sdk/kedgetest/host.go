// Package kedgetest runs an action under go test, without Kedge: a fake host answers its dialogs from
// a list, provides config, account, secrets and query results, and records everything that the action shows.
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
// Statuses, errors and shown entries are the same as in the document of kedge --run --json.
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

// Host is a fake of Kedge. Its zero value runs an action without config, account and answers. A Host is for
// one run only.
type Host struct {
	// Config is the merged config: any value that encodes as a JSON object.
	Config any
	// AccountID, Role and Region are the account context; an empty AccountID means a run without an account.
	AccountID, Role, Region string
	// Extension and Action name the running extension and action.
	Extension, Action Name
	// ExtensionVersion, ExtensionAuthor and AppVersion are passed to the action unchanged.
	ExtensionVersion, ExtensionAuthor, AppVersion string
	// Dir is the folder of the bundle's files. Empty means the current folder, which under go test is that of
	// the tested package.
	Dir string
	// Answers are the answers to the dialogs in order, as in the file of kedge --answers: a string for Ask, a
	// boolean for Confirm, a map by key for Form, nil to cancel. Alert and ShowHTML take none. A dialog
	// without an answer fails the run.
	Answers []any
	// Secrets are the values that Secret returns, by ID.
	Secrets map[string]string
	// Query answers queries; nil refuses them.
	Query func(server, sql string, args []any) (*kedge.Rows, error)
	// OnShow is called with everything that the action shows, at that moment. It may call Click or Stop.
	OnShow func(Shown)

	once   sync.Once
	clicks chan struct{}
	ctx    context.Context
	cancel context.CancelFunc

	// turn allows only one open dialog at a time; surface protects progress and button.
	turn, surface sync.Mutex

	mu       sync.Mutex
	next     int
	result   Result
	secrets  map[string]bool
	failed   error
	stopped  bool
	button   Shown
	progress Shown
}

// Name is an ID and the label that the user reads.
type Name struct{ ID, Label string }

// Shown is one thing that the user saw: its "kind" and its fields, as kedge --run --json prints them.
type Shown map[string]any

// Line is one line of the run log, from Log or Logf. Standard output and standard error of the action are not
// recorded here.
type Line struct{ Stream, Text string }

// Result is the result of a run.
type Result struct {
	// Status is "ok", "failed" or "stopped".
	Status string
	// Err is the error that Run returned, or why the run failed.
	Err error
	// Log contains the lines of Log and Logf.
	Log []Line
	// Shown contains what the user saw, in order.
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

// Stop ends the run's context, as the user's Stop and a cancelled progress do.
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

// guarded turns a panic into a failed run, as Kedge does.
func guarded(run func(*kedge.Ctx) error, k *kedge.Ctx) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	if err = run(k); err != nil {
		// Error may panic, for example for a nil pointer in a non-nil error.
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
		// A value that cannot be encoded is reported as a config that is not an object.
		start.Config, _ = json.Marshal(h.Config)
	}
	return start
}
