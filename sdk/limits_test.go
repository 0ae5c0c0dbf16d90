package kedge

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// property is the part of a JSON Schema that holds limits.
type property struct {
	Const      string
	MaxLength  int
	MaxItems   int
	Properties map[string]property
	Items      *property
	OneOf      []property
}

func TestLimitsAreThoseOfTheProtocol(t *testing.T) {
	text, err := os.ReadFile("../schema/protocol.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs struct{ Script property } `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	frames := map[string]map[string]property{}
	for _, frame := range schema.Defs.Script.OneOf {
		frames[frame.Properties["type"].Const] = frame.Properties
	}
	field := frames["form"]["fields"].Items.Properties
	option := field["options"].Items.Properties
	asked := frames["ask"]["input"].Properties
	for name, limits := range map[string][]int{
		"mostText": {
			mostText, frames["ask"]["title"].MaxLength, frames["form"]["title"].MaxLength,
			frames["html"]["title"].MaxLength, field["label"].MaxLength, field["placeholder"].MaxLength,
			field["help"].MaxLength, field["pattern"].MaxLength, option["label"].MaxLength,
			option["value"].MaxLength, asked["label"].MaxLength, asked["pattern"].MaxLength,
		},
		"mostDefault":    {mostDefault, field["default"].MaxLength, asked["default"].MaxLength},
		"mostKey":        {mostKey, field["key"].MaxLength},
		"mostFields":     {mostFields, frames["form"]["fields"].MaxItems},
		"mostOptions":    {mostOptions, field["options"].MaxItems, asked["options"].MaxItems},
		"mostSecretID":   {mostSecretID, frames["secret"]["secret"].MaxLength},
		"mostServer":     {mostServer, frames["query"]["server"].MaxLength},
		"mostSQL":        {mostSQL, frames["query"]["sql"].MaxLength},
		"mostParameters": {mostParameters, frames["query"]["args"].MaxItems},
		"mostToastID":    {mostToastID, frames["toast"]["toast"].MaxLength, frames["dismissToast"]["toast"].MaxLength},
	} {
		for _, limit := range limits {
			if limit != limits[0] {
				t.Errorf("%s: %v", name, limits)
			}
		}
	}
}

func TestTooLongCountsAsKedgeDoes(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"", false}, {"abcd", false}, {"abcde", true}, {"éééé", false}, {"日本日本", false}, {"😀😀", false}, {"😀😀a", true},
	} {
		if got := tooLong(limited{"it", c.text, 4}); (got != nil) != c.want {
			t.Errorf("%q: %v", c.text, got)
		}
	}
	if err := fits(limited{"the name", strings.Repeat("a", 5), 4}); err == nil || err.Error() != "the name is longer than 4 characters" {
		t.Error(err)
	}
}
