package kedgetest

import (
	"reflect"
	"testing"

	"kedge/internal/wire"
)

func offering(values ...string) wire.Input {
	input := wire.Input{Kind: "multiselect"}
	for _, value := range values {
		input.Options = append(input.Options, wire.Option{Label: value, Value: value})
	}
	return input
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		options []string
		text    string
		want    []string
	}{
		{[]string{"a", "b"}, "b,a", []string{"a", "b"}},
		{[]string{"a", "b"}, "", []string{}},
		{[]string{"a", "b"}, "a,,b", nil},
		{[]string{"a", "b", "a,b"}, "a,b", []string{"a,b"}},
		{[]string{"a", "b", "a,b"}, "b,a", []string{"a", "b"}},
		{[]string{"a", "b", "a,b"}, `["a","b"]`, []string{"a", "b"}},
		{[]string{"Paris", "Paris, Texas"}, "Paris, Texas", []string{"Paris, Texas"}},
		{[]string{"a", "a,b", "b,c"}, "a,b,c", []string{"a", "b,c"}},
		{[]string{"a", "b", "a"}, "a", []string{"a"}},
		{[]string{"a", "b", "a"}, "a,b,a", []string{"a", "b"}},
	} {
		if got, ok := split(offering(c.options...), c.text); ok != (c.want != nil) || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q of %q: %q %v", c.text, c.options, got, ok)
		}
	}
}

func TestSplitReadsWhatJoinWrote(t *testing.T) {
	values := []string{"a", "b", "c", "a,b", "b,c", "a,b,c", "", " ", ",", "[", `["a"]`}
	input := offering(values...)
	for bits := 0; bits < 1<<len(values); bits++ {
		chosen := []string{}
		for i, value := range values {
			if bits>>i&1 == 1 {
				chosen = append(chosen, value)
			}
		}
		if got, ok := split(input, join(input, chosen)); !ok || !reflect.DeepEqual(got, chosen) {
			t.Fatalf("%q became %q and then %q", chosen, join(input, chosen), got)
		}
	}
}
