package kedge

import (
	"bytes"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"
	"unicode/utf8"

	"kedge/internal/wire"
)

// Secret returns the raw value of a secret in Secrets Manager, in the run's account. id is the secret's name
// or ARN.
func (k *Ctx) Secret(id string) (string, error) {
	if err := fits(limited{"its name", id, mostSecretID}); err != nil {
		return "", fmt.Errorf("secret: %w", err)
	}
	var value string
	err := k.call("secret", fmt.Sprintf("secret %q", id), wire.Secret{Secret: id}, &value)
	return value, err
}

// SecretField returns one string field of a secret that is a JSON object.
func (k *Ctx) SecretField(id, field string) (string, error) {
	value, err := k.Secret(id)
	if err != nil {
		return "", err
	}
	var fields map[string]any
	// The errors do not repeat the value, because it is secret.
	if json.Unmarshal([]byte(value), &fields) != nil {
		return "", fmt.Errorf("secret %q: not a JSON object", id)
	}
	found, ok := fields[field]
	if !ok {
		return "", fmt.Errorf("secret %q: no field %q", id, field)
	}
	text, ok := found.(string)
	if !ok {
		return "", fmt.Errorf("secret %q: field %q is not a string", id, field)
	}
	return text, nil
}

// Query runs a statement on a server of the configuration. It is read-only unless the user allowed the action
// to write to that server. args are the values of the statement's parameters ($1, $2 … on postgres and
// redshift, ? on mysql): nil, booleans, numbers, strings, []byte that contains text, time.Time (sent as its
// time in UTC, the session's time zone), values that package database/sql accepts as a driver.Valuer, and any
// other value as its JSON text. A nil pointer and a nil []byte are NULL.
func (k *Ctx) Query(server, sql string, args ...any) (*Rows, error) {
	if err := fits(limited{"the name of the server", server, mostServer}); err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	if err := fits(limited{"the statement", sql, mostSQL}); err != nil {
		return nil, fmt.Errorf("query on %q: %w", server, err)
	}
	if len(args) > mostParameters {
		return nil, fmt.Errorf("query on %q: %d parameters, at most %d", server, len(args), mostParameters)
	}
	query := wire.Query{Server: server, SQL: sql, Args: []any{}}
	for i, arg := range args {
		value, err := argument(arg)
		if err != nil {
			return nil, fmt.Errorf("query on %q: argument %d: %w", server, i+1, err)
		}
		query.Args = append(query.Args, value)
	}
	var rows *wire.Rows
	if err := k.call("query", fmt.Sprintf("query on %q", server), query, &rows); err != nil {
		return nil, err
	}
	if rows == nil {
		return nil, errors.New("query: no result came back")
	}
	return &Rows{Columns: rows.Columns, Rows: rows.Rows, Truncated: rows.Truncated}, nil
}

// argument returns the form in which a value is sent to the server: null, a boolean, a number or a text.
func argument(arg any) (any, error) {
	v := reflect.ValueOf(arg)
	if !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.IsNil() {
		return nil, nil
	}
	switch value := arg.(type) {
	case time.Time:
		// The text has no time zone: not every server accepts one, and a column without a zone would drop it
		// silently.
		return value.UTC().Format("2006-01-02 15:04:05.999999"), nil
	case *time.Time:
		return argument(*value)
	case json.RawMessage:
		return whole(string(value))
	case driver.Valuer:
		given, err := value.Value()
		if _, again := given.(driver.Valuer); err == nil && again {
			err = errors.New("its Value is a driver.Valuer itself")
		}
		if err != nil {
			return nil, err
		}
		return argument(given)
	}
	_, ownJSON := arg.(json.Marshaler)
	_, ownText := arg.(encoding.TextMarshaler)
	if own := ownJSON || ownText; !own {
		switch {
		case v.Kind() == reflect.Pointer:
			return argument(v.Elem().Interface())
		case v.Kind() == reflect.String:
			return whole(v.String())
		case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
			return whole(string(v.Bytes()))
		case v.Kind() == reflect.Float32 || v.Kind() == reflect.Float64:
			_, err := json.Marshal(arg)
			return arg, err
		}
	}
	text, err := json.Marshal(arg)
	if err != nil {
		return nil, err
	}
	switch {
	case text[0] == '{' || text[0] == '[':
		return string(text), nil
	case text[0] == '-' || text[0] >= '0' && text[0] <= '9':
		// JSON numbers become float64 on the way, so numbers that float64 cannot hold exactly are sent as
		// text.
		number, _ := strconv.ParseFloat(string(text), 64)
		precise := len(text) > 15 && bytes.ContainsAny(text, ".eE")
		if precise || math.Abs(number) >= 1<<53 {
			return string(text), nil
		}
	}
	return arg, nil
}

// whole returns the text, or an error when it is not UTF-8, because JSON would replace such bytes silently.
func whole(text string) (any, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("its bytes are not UTF-8 text; give them as text, for example in hexadecimal")
	}
	return text, nil
}
