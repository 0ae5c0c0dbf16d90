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
	// nonceVariable holds the mark of this run's frames. It is removed from the environment at once.
	nonceVariable = "KEDGE_RUN_NONCE"
	// piece is the maximum size of one write in bytes. A pipe accepts up to 4096 bytes as a whole, so that
	// the output of child processes never lands inside a frame.
	piece = 4096
	// grace is the time an action has to end by itself when Kedge is gone.
	grace = 3 * time.Second
)

// conn speaks the protocol: it writes marked frames and reads JSON lines.
type conn struct {
	// mark returns the beginning of every frame. It is a function, so that an action cannot read the mark
	// from memory by reflection: with the mark it could write frames of its own, which no review shows.
	mark   func() []byte
	out    io.Writer
	in     io.Reader
	clicks chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	first  chan startResult
	// die ends the whole run, including this process.
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

// init takes over the connection before any variable of the bundle is initialised, because every source of the
// bundle is compiled with an import of this package. From then on the action's own output and input are separate
// from the frames.
func init() {
	// The functions of package os are not used, because Kedge checks a program's abilities by the
	// functions linked into it.
	nonce, _ := syscall.Getenv(nonceVariable)
	if nonce == "" {
		return
	}
	_ = syscall.Unsetenv(nonceVariable)
	// The signal is caught instead of ignored, because child processes would inherit an ignored signal. A
	// write to a dead Kedge then returns an error.
	signal.Notify(make(chan os.Signal, 1), brokenPipe...)
	// This is a copy, so that frames do not go to a file that the action assigns to os.Stdout, such as a pipe
	// of its own.
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

// Call sends a question and waits for its answer, the end of the run or the end of Kedge.
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

// Note sends a frame that needs no answer. The reader notices a dead host.
func (c *conn) Note(kind string, params any) {
	if err := c.send(kind, 0, params); err != nil && !errors.Is(err, errGone) {
		fmt.Fprintf(os.Stderr, "kedge: %s: %v\n", kind, err)
	}
}

// errGone means that the host accepts nothing any more, which a write may notice before the reader does.
var errGone error = lost{errors.New("the connection to Kedge is broken")}

// send writes one frame: `RS nonce SP json LF`. A long frame is written in pieces; all but the last have "+"
// instead of the space.
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
		if whole := cutAt(message, 64<<10); whole < len(message) {
			message = message[:whole] + "…"
		}
	}
	c.Note("done", wire.Done{Error: message})
}

// leave ends everything that the run started, if Kedge has gone and cannot do it.
func (c *conn) leave() {
	c.mu.Lock()
	gone := c.gone
	c.mu.Unlock()
	if gone != nil {
		c.die()
	}
}
