package kedge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"kedge/internal/wire"
)

const (
	// nonceVariable holds the mark of this run's frames. It is taken out of the environment at once.
	nonceVariable = "KEDGE_RUN_NONCE"
	// piece is the most that one write holds: up to 4096 bytes a pipe takes in one whole, so that
	// what child processes print meanwhile never lands inside a frame.
	piece = 4096
	// grace is what an action gets to end by itself when Kedge is gone.
	grace = 3 * time.Second
)

// conn speaks the protocol: marked frames out, JSON lines in.
type conn struct {
	// mark gives what frames begin with. A function, because nothing reads what it holds: with the mark an action
	// could write frames of its own, which no review shows.
	mark   func() []byte
	out    io.Writer
	in     io.Reader
	clicks chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	first  chan startResult
	// die ends the whole run, this process included.
	die func()

	writing sync.Mutex

	mu      sync.Mutex
	last    int64
	pending map[int64]chan answer
	gone    error
}

type startResult struct {
	start wire.Start
	err   error
}

type answer struct {
	value json.RawMessage
	err   error
}

var theConn *conn

// The connection is taken over before any variable of the action is initialised: whatever it prints
// or reads from then on is its own.
func init() {
	// Not by package os: what the program can do is known by the functions that are linked into it.
	nonce, _ := syscall.Getenv(nonceVariable)
	if nonce == "" {
		return
	}
	_ = syscall.Unsetenv(nonceVariable)
	// Notified, not ignored: children would inherit that. A write to a dead Kedge is an error then.
	signal.Notify(make(chan os.Signal, 1), brokenPipe...)
	// A copy: what the action puts in the place of os.Stdout, as a pipe of its own, does not get the frames.
	out := *os.Stdout
	theConn = newConn(nonce, takeStdin(), &out, endGroup)
	theConn.Note("hello", wire.Hello{Protocol: wire.Protocol, SDK: Version})
	go theConn.read()
}

func newConn(nonce string, in io.Reader, out io.Writer, die func()) *conn {
	mark := []byte("\x1e" + nonce)
	c := &conn{
		mark: func() []byte { return mark }, in: in, out: out, die: die,
		clicks: make(chan struct{}, 64), first: make(chan startResult, 1), pending: map[int64]chan answer{},
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// handshake waits for the host's first frame.
func (c *conn) handshake() (wire.Start, error) {
	select {
	case first := <-c.first:
		return first.start, first.err
	case <-time.After(10 * time.Second):
		return wire.Start{}, errors.New("Kedge did not say within 10 s what to run")
	}
}

// Call sends a question and waits for its answer, for the end of the run or for the end of Kedge.
func (c *conn) Call(ctx context.Context, kind string, params, result any) error {
	reply := make(chan answer, 1)
	c.mu.Lock()
	if c.gone != nil {
		c.mu.Unlock()
		return c.gone
	}
	if ctx.Err() != nil {
		c.mu.Unlock()
		return ErrCancelled
	}
	c.last++
	id := c.last
	c.pending[id] = reply
	c.mu.Unlock()

	if err := c.send(kind, id, params); err != nil {
		c.take(id)
		return err
	}
	select {
	case got := <-reply:
		if got.err != nil || result == nil {
			return got.err
		}
		if err := json.Unmarshal(got.value, result); err != nil {
			c.complain("the answer to " + kind + " has the wrong shape")
			return errors.New("Kedge gave an answer of the wrong shape")
		}
		return nil
	case <-ctx.Done():
		c.take(id)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.gone != nil {
			return c.gone
		}
		return ErrCancelled
	}
}

// Note sends what needs no answer. A dead host is noticed by the reader.
func (c *conn) Note(kind string, params any) {
	if err := c.send(kind, 0, params); err != nil && !errors.Is(err, errGone) {
		fmt.Fprintf(os.Stderr, "kedge: %s: %v\n", kind, err)
	}
}

// errGone is a host that takes nothing any more, which a write may notice before the reader does.
var errGone error = lost{errors.New("the connection to Kedge is broken")}

// send writes one frame: `RS nonce SP json LF`, a long one in pieces of which all but the last have
// "+" for the space.
func (c *conn) send(kind string, id int64, params any) error {
	body, err := json.Marshal(params)
	if err != nil {
		return err
	}
	head := fmt.Sprintf(`{"type":%q`, kind)
	if id != 0 {
		head += fmt.Sprintf(`,"id":%d`, id)
	}
	if len(body) > 2 {
		head += ","
	}
	frame := append([]byte(head), body[1:]...)
	if len(frame) > wire.MaxFrame {
		return fmt.Errorf("too large: %d bytes, at most %d", len(frame), wire.MaxFrame)
	}
	mark := c.mark()
	room := piece - len(mark) - 2
	c.writing.Lock()
	defer c.writing.Unlock()
	for more := true; more; {
		part, sign := frame, byte(' ')
		if more = len(frame) > room; more {
			part, frame, sign = frame[:room], frame[room:], '+'
		}
		line := make([]byte, 0, piece)
		line = append(append(append(line, mark...), sign), part...)
		if _, err := c.out.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("%w: %v", errGone, err)
		}
	}
	return nil
}

func (c *conn) complain(message string) { c.Note("problem", wire.Problem{Message: message}) }

// finish sends the closing frame.
func (c *conn) finish(err error) {
	message := ""
	if err != nil {
		if message = err.Error(); message == "" {
			message = "the action failed without saying why"
		}
		if whole := wholeRunes(message, 64<<10); whole < len(message) {
			message = message[:whole] + "…"
		}
	}
	c.Note("done", wire.Done{Error: message})
}

// leave ends what the run started when Kedge is no longer there to do it.
func (c *conn) leave() {
	c.mu.Lock()
	gone := c.gone
	c.mu.Unlock()
	if gone != nil {
		c.die()
	}
}
