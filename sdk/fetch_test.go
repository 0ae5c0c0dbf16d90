package kedge

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"math/big"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"kedge/internal/wire"
)

// asked is a host that records the parameters of a call.
type asked struct{ params any }

func (a *asked) Call(_ context.Context, _ string, params, result any) error {
	a.params = params
	return json.Unmarshal([]byte(`{"columns":[]}`), result)
}

func (a *asked) Note(string, any) {}

func TestQueryArguments(t *testing.T) {
	type name string
	type blob []byte
	berlin := time.FixedZone("", 3600)
	at := time.Date(2024, 2, 29, 0, 30, 0, 123456789, berlin)
	text, id := "a", int64(1)<<60
	var noText *string
	var noBytes []byte
	var noTime *time.Time
	for _, c := range []struct{ given, want any }{
		{nil, nil},
		{noText, nil},
		{noBytes, nil},
		{noTime, nil},
		{true, true},
		{42, 42},
		{int64(1)<<53 - 1, int64(1)<<53 - 1},
		{int64(1)<<53 + 1, "9007199254740993"},
		{uint64(math.MaxUint64), "18446744073709551615"},
		{&id, "1152921504606846976"},
		{big.NewInt(id), "1152921504606846976"},
		{json.Number("0.12345678901234567"), "0.12345678901234567"},
		{0.1 + 0.2, 0.1 + 0.2},
		{1e300, 1e300},
		{"a, \"b\"\n", "a, \"b\"\n"},
		{&text, "a"},
		{name("n"), "n"},
		{[]byte("b"), "b"},
		{blob("b"), "b"},
		{at, "2024-02-28 23:30:00.123456"},
		{&at, "2024-02-28 23:30:00.123456"},
		{[]int{1, 2}, "[1,2]"},
		{map[string]any{"a": 1}, `{"a":1}`},
		{json.RawMessage(`"a"`), `"a"`},
		{sql.NullString{}, nil},
		{sql.NullString{String: "s", Valid: true}, "s"},
		{sql.NullTime{Time: at, Valid: true}, "2024-02-28 23:30:00.123456"},
	} {
		host := &asked{}
		k := &Ctx{host: host, ctx: context.Background()}
		if _, err := k.Query("s", "select 1", c.given); err != nil {
			t.Errorf("%#v: %v", c.given, err)
		} else if got := host.params.(wire.Query).Args[0]; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%#v became %#v, want %#v", c.given, got, c.want)
		}
	}
	host := &asked{}
	k := &Ctx{host: host, ctx: context.Background()}
	if _, err := k.Query("s", "select 1", net.IPv4(127, 0, 0, 1)); err != nil {
		t.Error(err)
	} else if text, _ := json.Marshal(host.params.(wire.Query).Args); string(text) != `["127.0.0.1"]` {
		t.Errorf("an address became %s", text)
	}
	for _, wrong := range []any{[]byte{0xff}, "\xff", math.NaN(), math.Inf(1), make(chan int)} {
		if _, err := k.Query("s", "select 1", 1, wrong); err == nil || !strings.HasPrefix(err.Error(), `query on "s": argument 2: `) {
			t.Errorf("%#v: %v", wrong, err)
		}
	}
}
