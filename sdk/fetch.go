package kedge

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"kedge/internal/wire"
)

// Secret gives the raw value of a secret of Secrets Manager in the run's account. id is the secret's
// name or ARN.
func (k *Ctx) Secret(id string) (string, error) {
	var value string
	err := k.call("secret", fmt.Sprintf("secret %q", id), wire.Secret{Secret: id}, &value)
	return value, err
}

// SecretField gives one string field of a secret that is a JSON object.
func (k *Ctx) SecretField(id, field string) (string, error) {
	value, err := k.Secret(id)
	if err != nil {
		return "", err
	}
	var fields map[string]any
	// Neither error repeats the value: it is a secret.
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

// Query runs a statement on a server of the configuration, read-only unless the user allowed the
// action to write to that server. args fill the statement's parameters ($1, $2 … on postgres and
// redshift, ? on mysql): nil, booleans, numbers, strings, []byte and time.Time.
func (k *Ctx) Query(server, sql string, args ...any) (*Rows, error) {
	query := wire.Query{Server: server, SQL: sql, Args: []any{}}
	for i, arg := range args {
		switch v := arg.(type) {
		case time.Time:
			arg = v.Format(time.RFC3339Nano)
		case []byte:
			arg = string(v)
		default:
			arg = exact(arg)
		}
		text, err := json.Marshal(arg)
		if err != nil {
			return nil, fmt.Errorf("query on %q: argument %d: %w", server, i+1, err)
		}
		if len(text) > 0 && (text[0] == '{' || text[0] == '[') {
			arg = string(text)
		}
		query.Args = append(query.Args, arg)
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

// exact gives an integer that a float64 cannot hold as its digits: JSON numbers are float64 on the way.
func exact(arg any) any {
	const most = 1 << 53
	switch v := reflect.ValueOf(arg); {
	case v.CanInt() && (v.Int() > most || v.Int() < -most):
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint() && v.Uint() > most:
		return strconv.FormatUint(v.Uint(), 10)
	}
	return arg
}
