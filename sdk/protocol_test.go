package kedge

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"kedge/internal/wire"
)

// shared is a frame of the test data, which Kedge's own tests read too.
type shared struct {
	From  string          `json:"from"`
	OK    bool            `json:"ok"`
	Why   string          `json:"why"`
	Frame json.RawMessage `json:"frame"`
	Text  string          `json:"text"`
}

func sharedFrames(t *testing.T) []shared {
	t.Helper()
	text, err := os.ReadFile("../schema/protocol.frames.json")
	if err != nil {
		t.Fatal(err)
	}
	var frames []shared
	if err := json.Unmarshal(text, &frames); err != nil {
		t.Fatal(err)
	}
	return frames
}

func TestParseFrameTakesWhatKedgeMaySend(t *testing.T) {
	for _, s := range sharedFrames(t) {
		if s.From != "host" {
			continue
		}
		line := []byte(s.Text)
		if s.Frame != nil {
			line = s.Frame
		}
		if _, err := parseFrame(line); (err == nil) != s.OK {
			t.Errorf("%s: ok %v, got %v (%s)", line, s.OK, err, s.Why)
		}
	}
}

var frameTypes = map[string]any{
	"hello": wire.Hello{}, "log": wire.Text{}, "alert": wire.Message{}, "confirm": wire.Message{},
	"ask": wire.Ask{}, "form": wire.Form{}, "html": wire.HTML{}, "secret": wire.Secret{},
	"query": wire.Query{}, "toast": wire.Toast{}, "dismissToast": wire.DismissToast{},
	"showProgress": wire.ShowProgress{}, "updateProgress": wire.UpdateProgress{},
	"hideProgress": wire.None{}, "buttonLabel": wire.ButtonLabel{},
	"buttonProgress": wire.ButtonProgress{}, "resetButton": wire.None{}, "buttonClicks": wire.None{},
	"problem": wire.Problem{}, "done": wire.Done{},
}

// The SDK must write exactly the fields of the shared frames.
func TestSendWritesTheSharedFrames(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sharedFrames(t) {
		if s.From != "script" || !s.OK {
			continue
		}
		var head struct {
			Type string `json:"type"`
			ID   int64  `json:"id"`
		}
		if err := json.Unmarshal(s.Frame, &head); err != nil {
			t.Fatal(err)
		}
		seen[head.Type] = true
		params := reflect.New(reflect.TypeOf(frameTypes[head.Type]))
		if err := json.Unmarshal(s.Frame, params.Interface()); err != nil {
			t.Fatalf("%s: %v", head.Type, err)
		}
		var out bytes.Buffer
		c := newConn("nonce", nil, &out, func() {})
		if err := c.send(head.Type, head.ID, params.Elem().Interface()); err != nil {
			t.Fatal(err)
		}
		text := strings.TrimSuffix(strings.TrimPrefix(out.String(), "\x1enonce "), "\n")
		if !sameJSON(t, []byte(text), s.Frame) {
			t.Errorf("%s: wrote %s, want %s", head.Type, text, s.Frame)
		}
	}
	for name := range frameTypes {
		if !seen[name] {
			t.Errorf("no shared frame of type %s", name)
		}
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var left, right any
	if err := json.Unmarshal(a, &left); err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	if err := json.Unmarshal(b, &right); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(left, right)
}
