package kedge

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// config is the merged configuration: the whole JSON text, and its values by key.
type config struct {
	raw  json.RawMessage
	keys map[string]json.RawMessage
}

func readConfig(raw json.RawMessage) (config, error) {
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	c := config{raw: raw}
	if err := json.Unmarshal(raw, &c.keys); err != nil {
		return config{}, fmt.Errorf("the config is not a JSON object: %w", err)
	}
	return c, nil
}

// Config returns the value of a key of the merged config: a string unchanged, numbers and booleans as JSON
// writes them, objects and arrays as JSON text. A missing or null key returns "".
func (k *Ctx) Config(key string) string {
	raw := bytes.TrimSpace(k.config.keys[key])
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var text string
	if raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// ConfigValue returns the decoded value of a key of the merged config: numbers are float64, objects
// map[string]any, arrays []any. The boolean tells whether the key exists.
func (k *Ctx) ConfigValue(key string) (any, bool) {
	raw, ok := k.config.keys[key]
	if !ok {
		return nil, false
	}
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return nil, false
	}
	return value, true
}

// ConfigRaw returns the merged config as JSON text.
func (k *Ctx) ConfigRaw() json.RawMessage { return append(json.RawMessage(nil), k.config.raw...) }

// ConfigInto decodes the merged config into v, a pointer, by JSON tags.
func (k *Ctx) ConfigInto(v any) error {
	if err := json.Unmarshal(k.config.raw, v); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}
