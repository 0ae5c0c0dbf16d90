package kedge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"kedge/internal/wire"
)

// read handles the host's frames until the host is gone.
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

// readLine reads up to the end of a line; a line over the limit is discarded.
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

// parseFrame reads a frame of the host; the error describes what is wrong with it.
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
			// An answer may arrive after the run has ended, so only an ID that was never used is reported.
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
		default: // nobody reads clicks: 64 of them are kept
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

// lost is the error of a call whose host is dead: it has a reason, and also counts as cancelled.
type lost struct{ reason error }

func (l lost) Error() string { return l.reason.Error() }

func (l lost) Is(target error) bool { return target == ErrCancelled || target == context.Canceled }
