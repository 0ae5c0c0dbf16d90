package mask

import (
	"reflect"
	"strings"
	"testing"
)

func TestFields(t *testing.T) {
	fields := Fields(`{"user": "shop", "password": "correct horse battery", "port": 5432}`)
	names := []string{}
	for _, field := range fields {
		names = append(names, field.Name)
		if strings.Contains(field.Masked, "horse") || strings.Contains(field.Masked, "shop") {
			t.Errorf("%s shows %s", field.Name, field.Masked)
		}
	}
	if !reflect.DeepEqual(names, []string{"password", "port", "user"}) {
		t.Errorf("fields %v", names)
	}
	if fields[0].Length != 21 || fields[0].Masked != "••••••••ry" {
		t.Errorf("password is %+v", fields[0])
	}
}

func TestFieldsOfPlainText(t *testing.T) {
	if fields := Fields("s3cret"); len(fields) != 1 || fields[0].Name != "value" || fields[0].Masked != "••••••••" {
		t.Errorf("fields %+v", fields)
	}
}

func TestDiffering(t *testing.T) {
	for _, test := range []struct {
		one, two string
		wanted   []string
	}{
		{`{"a": "1"}`, `{"a": "1"}`, []string{}},
		{`{"a": "1", "b": "2"}`, `{"b": "3", "c": "4"}`, []string{"a", "b", "c"}},
		{`{"a": 1}`, `{"a": "1"}`, []string{}},
		{"x", "y", []string{"value"}},
	} {
		if got := Differing(test.one, test.two); !reflect.DeepEqual(got, test.wanted) {
			t.Errorf("Differing(%s, %s) is %v", test.one, test.two, got)
		}
	}
}
