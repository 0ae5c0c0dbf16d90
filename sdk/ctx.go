package kedge

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"kedge/internal/wire"
)

// ErrCancelled is returned, wrapped, by calls that wait for the user or for Kedge when the run ends
// meanwhile. It also matches [context.Canceled].
var ErrCancelled error = cancelled{}

type cancelled struct{}

func (cancelled) Error() string { return "cancelled: the run has ended" }

func (cancelled) Is(target error) bool { return target == context.Canceled }

// Ctx is one run of an action: its context, and everything it can show, ask and fetch. Its methods may be
// called from several goroutines.
type Ctx struct {
	host   wire.Host
	start  wire.Start
	config config
	ctx    context.Context

	toasts     atomic.Int64
	clickable  sync.Once
	clicks     chan struct{}
	httpClient sync.Once
	client     any
}

// Connect creates the Ctx of a run on a host. Only this module can call it: actions receive theirs as the
// argument of Run.
func Connect(ctx context.Context, host wire.Host, start wire.Start, clicks chan struct{}) (*Ctx, error) {
	config, err := readConfig(start.Config)
	if err != nil {
		return nil, err
	}
	return &Ctx{host: host, start: start, config: config, ctx: ctx, clicks: clicks}, nil
}

// Action returns the ID and the label of the button.
func (k *Ctx) Action() (id, label string) { return k.start.Action.ID, k.start.Action.Label }

// Extension returns the ID and the name of the extension.
func (k *Ctx) Extension() (id, name string) { return k.start.Extension.ID, k.start.Extension.Name }

// ExtensionVersion returns the extension's own version, which is free text.
func (k *Ctx) ExtensionVersion() string { return k.start.Extension.Version }

// ExtensionAuthor returns the author that the manifest names.
func (k *Ctx) ExtensionAuthor() string { return k.start.Extension.Author }

// AppVersion returns the version of Kedge.
func (k *Ctx) AppVersion() string { return k.start.AppVersion }

// Dir returns the folder of the bundle's files. They are read-only: a changed file voids the user's trust.
func (k *Ctx) Dir() string { return k.start.Dir }

// Account returns the resolved account context; all values are empty with contextMode "none".
func (k *Ctx) Account() (id, role, region string) {
	if account := k.start.Account; account != nil {
		return account.ID, account.Role, account.Region
	}
	return "", "", ""
}

// Context returns a context that ends on Stop, on timeout and when Kedge goes away. The process is ended two
// seconds later.
func (k *Ctx) Context() context.Context { return k.ctx }

// Log writes a line to the run log, its operands separated by spaces.
func (k *Ctx) Log(args ...any) { k.log(strings.TrimSuffix(fmt.Sprintln(args...), "\n")) }

// Logf writes a formatted line to the run log.
func (k *Ctx) Logf(format string, args ...any) { k.log(fmt.Sprintf(format, args...)) }

// logPiece is the maximum size of one log frame in bytes, far below the host's limit. A longer text is split.
const logPiece = 1 << 20

func (k *Ctx) log(text string) {
	for whole := cutAt(text, logPiece); whole < len(text); whole = cutAt(text, logPiece) {
		k.host.Note("log", wire.Text{Text: text[:whole]})
		text = text[whole:]
	}
	k.host.Note("log", wire.Text{Text: text})
}

// cutAt returns the largest length up to most at which text can be cut: behind a line or a word, because
// Kedge could not tell the halves of a secret, and never within a character, because JSON would replace both
// halves of it.
func cutAt(text string, most int) int {
	if len(text) <= most {
		return len(text)
	}
	if at := strings.LastIndexAny(text[:most], "\n "); at >= most/2 {
		return at + 1
	}
	for end := most; end > most-utf8.UTFMax; end-- {
		if utf8.RuneStart(text[end]) {
			return end
		}
	}
	return most
}

// call asks the host. An error begins with what, the name of the call.
func (k *Ctx) call(kind, what string, params, result any) error {
	err := k.host.Call(k.ctx, kind, params, result)
	if errors.Is(err, context.Canceled) && !errors.Is(err, ErrCancelled) {
		err = ErrCancelled
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
