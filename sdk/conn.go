package kedge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"kedge/internal/wire"
)

const (
	// nonceVariable holds the mark of this run's frames. It is taken out of the environment at once.
	nonceVariable = "KEDGE_RUN_NONCE"
	// cookieVariable stays there: it marks every process that descends from the run.
	cookieVariable = "KEDGE_RUN"
	// piece is the most that one write holds: up to 4096 bytes a pipe takes in one whole, so that
	// what child processes print meanwhile never lands inside a frame.
	piece = 4096
	// grace is what an action gets to end by itself when Kedge is gone.
	grace = 3 * time.Second
)

// conn speaks the protocol: marked frames out, JSON lines in.
type conn struct {
	mark   []byte
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
	nonce := os.Getenv(nonceVariable)
	if nonce == "" {
		return
	}
	os.Unsetenv(nonceVariable)
	// Notified, not ignored: children would inherit that. A write to a dead Kedge is an error then.
	signal.Notify(make(chan os.Signal, 1), brokenPipe...)
	theConn = newConn(nonce, takeStdin(), os.Stdout, func() { endGroup(os.Getenv(cookieVariable)) })
	theConn.Note("hello", wire.Hello{Protocol: wire.Protocol, SDK: Version})
	go theConn.read()
}

func newConn(nonce string, in io.Reader, out io.Writer, die func()) *conn {
	c := &conn{
		mark: []byte("\x1e" + nonce), in: in, out: out, die: die,
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

var errGone = errors.New("the connection to Kedge is broken")

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
	room := piece - len(c.mark) - 2
	c.writing.Lock()
	defer c.writing.Unlock()
	for more := true; more; {
		part, sign := frame, byte(' ')
		if more = len(frame) > room; more {
			part, frame, sign = frame[:room], frame[room:], '+'
		}
		line := make([]byte, 0, piece)
		line = append(append(append(line, c.mark...), sign), part...)
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
		if len(message) > 64<<10 {
			message = message[:64<<10] + "…"
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

// read takes the host's frames until it is gone.
func (c *conn) read() {
	reader := bufio.NewReaderSize(c.in, 64<<10)
	for {
		line, tooLong, err := readLine(reader)
		if tooLong {
			c.complain(fmt.Sprintf("a frame over %d bytes", wire.MaxFrame))
		} else if len(bytes.TrimSpace(line)) > 0 {
			c.handle(line)
		}
		if err != nil {
			c.lose(errors.New("Kedge has gone away"))
			return
		}
	}
}

// readLine reads up to the line's end; of a line over the limit nothing is kept.
func readLine(reader *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := reader.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > wire.MaxFrame; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, tooLong, err
		}
	}
}

// frame is any frame of the host.
type frame struct {
	Type    string          `json:"type"`
	ID      int64           `json:"id"`
	Value   json.RawMessage `json:"value"`
	Message *string         `json:"message"`
	Reason  string          `json:"reason"`
}

// parseFrame reads a frame of the host; the error says what is wrong with it.
func parseFrame(line []byte) (frame, error) {
	var f frame
	if err := json.Unmarshal(line, &f); err != nil {
		return f, errors.New("not a frame: " + err.Error())
	}
	switch f.Type {
	case "start":
		var start wire.Start
		if err := json.Unmarshal(line, &start); err != nil {
			return f, errors.New("start: " + err.Error())
		}
		if start.Protocol <= 0 {
			return f, errors.New("start: no protocol")
		}
		f.Value = line
	case "answer":
		if f.ID <= 0 || f.Value == nil {
			return f, errors.New("answer: needs an id and a value")
		}
	case "fail":
		if f.ID <= 0 || f.Message == nil {
			return f, errors.New("fail: needs an id and a message")
		}
	case "close":
		if !contains([]string{"stop", "timeout", "cancel"}, f.Reason) {
			return f, fmt.Errorf("close: unknown reason %q", f.Reason)
		}
	case "problem":
		if f.Message == nil {
			return f, errors.New("problem: needs a message")
		}
	case "click":
	default:
		return f, fmt.Errorf("unknown type %q", f.Type)
	}
	return f, nil
}

func (c *conn) handle(line []byte) {
	f, err := parseFrame(line)
	if err != nil {
		c.complain(err.Error())
		return
	}
	switch f.Type {
	case "start":
		c.begin(f.Value)
	case "answer", "fail":
		reply := c.take(f.ID)
		if reply == nil {
			// The run's end may cross an answer, so that only an id never given is worth a word.
			if f.ID > c.lastID() {
				c.complain(fmt.Sprintf("%s: no call has the id %d", f.Type, f.ID))
			}
		} else if f.Type == "answer" {
			reply <- answer{value: f.Value}
		} else if f.Reason == "cancelled" {
			reply <- answer{err: ErrCancelled}
		} else {
			reply <- answer{err: errors.New(*f.Message)}
		}
	case "click":
		select {
		case c.clicks <- struct{}{}:
		default: // nobody listens: 64 clicks are kept
		}
	case "close":
		c.cancel()
	case "problem":
		fmt.Fprintln(os.Stderr, "kedge: a frame was refused:", *f.Message)
	}
}

func (c *conn) begin(line json.RawMessage) {
	var result startResult
	if result.err = json.Unmarshal(line, &result.start); result.err == nil &&
		result.start.Protocol != wire.Protocol {
		result.err = fmt.Errorf("this action was built for protocol %d, Kedge speaks %d",
			wire.Protocol, result.start.Protocol)
	}
	select {
	case c.first <- result:
	default:
		c.complain("start: the run has begun already")
	}
}

func (c *conn) take(id int64) chan answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	reply := c.pending[id]
	delete(c.pending, id)
	return reply
}

func (c *conn) lastID() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// lose fails every pending call with the reason, ends the context and, after the grace, the run.
func (c *conn) lose(reason error) {
	c.mu.Lock()
	c.gone = lost{reason}
	pending := c.pending
	c.pending = map[int64]chan answer{}
	c.mu.Unlock()
	time.AfterFunc(grace, c.die)
	for _, reply := range pending {
		reply <- answer{err: lost{reason}}
	}
	select {
	case c.first <- startResult{err: reason}:
	default:
	}
	c.cancel()
}

// lost is a dead host: the reason, and cancelled all the same.
type lost struct{ reason error }

func (l lost) Error() string { return l.reason.Error() }

func (l lost) Is(target error) bool { return target == ErrCancelled || target == context.Canceled }
