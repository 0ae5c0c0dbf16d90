package kedge

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"kedge/internal/wire"
)

// partner is the host's end of a connection under test.
type partner struct {
	conn *conn
	in   *io.PipeWriter
	out  *lockedBuffer
	died chan struct{}
}

type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func newPartner(t *testing.T) *partner {
	t.Helper()
	reader, writer := io.Pipe()
	p := &partner{in: writer, out: &lockedBuffer{}, died: make(chan struct{})}
	var once sync.Once
	p.conn = newConn("n", reader, p.out, func() { once.Do(func() { close(p.died) }) })
	go p.conn.read()
	return p
}

func (p *partner) say(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

// until waits until the connection has written a text.
func (p *partner) until(t *testing.T, text string) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !strings.Contains(p.out.String(), text); {
		if time.Now().After(deadline) {
			t.Fatalf("%q was not written, only %q", text, p.out.String())
		}
		time.Sleep(time.Millisecond)
	}
}

func TestCallGivesTheAnswerOfItsOwnId(t *testing.T) {
	p := newPartner(t)
	results := make([]string, 2)
	var both sync.WaitGroup
	for i := range results {
		both.Add(1)
		go func(i int) {
			defer both.Done()
			if err := p.conn.Call(context.Background(), "secret", wire.Secret{Secret: fmt.Sprint(i)}, &results[i]); err != nil {
				t.Error(err)
			}
		}(i)
		p.until(t, fmt.Sprintf(`"id":%d,"secret":"%d"`, i+1, i))
	}
	p.say(t, `{"type":"answer","id":2,"value":"second"}`)
	p.say(t, `{"type":"answer","id":1,"value":"first"}`)
	both.Wait()
	if results[0] != "first" || results[1] != "second" {
		t.Errorf("got %q", results)
	}
}

func TestCallFailsWithTheReasonWhenKedgeDies(t *testing.T) {
	p := newPartner(t)
	failed := make(chan error)
	go func() { failed <- p.conn.Call(context.Background(), "alert", wire.Message{}, nil) }()
	p.until(t, `"alert"`)
	p.in.Close()
	err := <-failed
	if !errors.Is(err, ErrCancelled) || !strings.Contains(err.Error(), "gone away") {
		t.Errorf("got %v", err)
	}
	if err := p.conn.Call(context.Background(), "alert", wire.Message{}, nil); !strings.Contains(err.Error(), "gone away") {
		t.Errorf("a later call: %v", err)
	}
	if p.conn.ctx.Err() == nil {
		<-p.conn.ctx.Done()
	}
	select {
	case <-p.died:
	case <-time.After(grace + 5*time.Second):
		t.Error("the run was not ended after the grace")
	}
}

func TestCallFailsAsCancelledWhenTheHostTakesNothing(t *testing.T) {
	c := newConn("n", nil, writerFunc(func([]byte) (int, error) { return 0, errors.New("broken pipe") }), func() {})
	err := c.Call(context.Background(), "alert", wire.Message{}, nil)
	if !errors.Is(err, ErrCancelled) || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "broken pipe") {
		t.Errorf("got %v", err)
	}
}

func TestCallFailsAsCancelledWhenTheContextCloses(t *testing.T) {
	p := newPartner(t)
	failed := make(chan error)
	go func() { failed <- p.conn.Call(p.conn.ctx, "confirm", wire.Message{}, nil) }()
	p.until(t, `"confirm"`)
	p.say(t, `{"type":"close","reason":"stop"}`)
	if err := <-failed; !errors.Is(err, ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestReadSurvivesGarbageAndSaysSo(t *testing.T) {
	p := newPartner(t)
	for _, garbage := range []string{"", "garbage", `{"type":"reboot"}`, `[]`, "\x00\xff", `{"type":"answer","id":9,"value":1}`} {
		p.say(t, garbage)
	}
	p.until(t, "not a frame")
	p.until(t, `unknown type \"reboot\"`)
	p.until(t, "no call has the id 9")
	p.say(t, `{"type":"click"}`)
	select {
	case <-p.conn.clicks:
	case <-time.After(5 * time.Second):
		t.Error("a good frame after garbage was lost")
	}
}

func TestReadLineKeepsNothingOfAnOversizeLine(t *testing.T) {
	long := strings.Repeat("x", wire.MaxFrame+1) + "\nnext\n"
	reader := bufio.NewReaderSize(strings.NewReader(long), 4096)
	if line, tooLong, err := readLine(reader); !tooLong || len(line) != 0 || err != nil {
		t.Errorf("got %d bytes, %v, %v", len(line), tooLong, err)
	}
	if line, tooLong, _ := readLine(reader); tooLong || string(line) != "next\n" {
		t.Errorf("then got %q", line)
	}
}

func TestSendCutsLongFramesIntoWholePipeWrites(t *testing.T) {
	var writes [][]byte
	c := newConn(strings.Repeat("n", 32), nil, writerFunc(func(p []byte) (int, error) {
		writes = append(writes, append([]byte(nil), p...))
		return len(p), nil
	}), func() {})
	text := strings.Repeat("abc", 5000)
	if err := c.send("log", 0, wire.Text{Text: text}); err != nil {
		t.Fatal(err)
	}
	var whole []byte
	for i, w := range writes {
		if len(w) > piece {
			t.Errorf("write %d has %d bytes", i, len(w))
		}
		sign := w[len(c.mark())]
		if last := i == len(writes)-1; (sign == ' ') != last {
			t.Errorf("write %d has the sign %q", i, sign)
		}
		whole = append(whole, w[len(c.mark())+1:len(w)-1]...)
	}
	if !bytes.Contains(whole, []byte(text)) {
		t.Error("the pieces do not make the frame")
	}
}

func TestHandshakeRefusesAnotherProtocol(t *testing.T) {
	p := newPartner(t)
	p.say(t, `{"type":"start","protocol":2,"config":{}}`)
	if _, err := p.conn.handshake(); err == nil || !strings.Contains(err.Error(), "protocol 1, Kedge speaks 2") {
		t.Errorf("got %v", err)
	}
}

func TestActionsCannotReadTheMark(t *testing.T) {
	const nonce = "a-nonce-of-this-run"
	c := newConn(nonce, strings.NewReader(""), io.Discard, func() {})
	k, err := Connect(c.ctx, c, wire.Start{Config: []byte("{}")}, c.clicks)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[any]bool{}
	var look func(path string, v reflect.Value)
	look = func(path string, v reflect.Value) {
		if strings.Contains(fmt.Sprintf("%+v %s", v, v), nonce) {
			t.Errorf("%s shows it", path)
		}
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() || seen[v.Pointer()] {
				return
			}
			seen[v.Pointer()] = true
			look(path, v.Elem())
		case reflect.Interface:
			look(path, v.Elem())
		case reflect.Struct:
			for i := 0; i < v.NumField(); i++ {
				look(path+"."+v.Type().Field(i).Name, v.Field(i))
			}
		}
	}
	look("k", reflect.ValueOf(k))
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
