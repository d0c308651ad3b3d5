package apitest

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// value is a JSON value. The zero value is no value: an absent member.
type value struct {
	kind  jsonx.Kind
	text  string   // the text of a string, or the literal of a number
	names []string // of the members of an object
	items []value  // of an array, or the values of members
}

// parse reads JSON text. It reports false if the text is not valid.
func parse(text []byte) (value, bool) {
	var r jsonx.Reader
	r.Reset(text, jsonx.Limits{})
	v := read(&r)
	return v, r.End() == nil
}

func read(r *jsonx.Reader) (v value) {
	switch v.kind = r.Kind(); v.kind {
	case jsonx.String:
		v.text = r.Text()
	case jsonx.Number:
		v.text = r.Literal()
	case jsonx.Array:
		for r.Array(); r.Item(); {
			v.items = append(v.items, read(r))
		}
	case jsonx.Object:
		r.Object()
		for {
			name, ok := r.Member()
			if !ok {
				break
			}
			v.names, v.items = append(v.names, name), append(v.items, read(r))
		}
	default:
		r.Skip()
	}
	return v
}

func (v value) null() bool { return v.kind == jsonx.Null }

// get returns a member. It reports false if v has none of this name.
func (v value) get(name string) (value, bool) {
	if i := slices.Index(v.names, name); i >= 0 {
		return v.items[i], true
	}
	return value{}, false
}

// with returns a copy with a member.
func (v value) with(name string, member value) value {
	v.names, v.items = slices.Clone(v.names), slices.Clone(v.items)
	if i := slices.Index(v.names, name); i >= 0 {
		v.items[i] = member
		return v
	}
	v.kind, v.names, v.items = jsonx.Object, append(v.names, name), append(v.items, member)
	return v
}

// without returns a copy without a member.
func (v value) without(name string) value {
	i := slices.Index(v.names, name)
	if i < 0 {
		return v
	}
	v.names, v.items = slices.Delete(slices.Clone(v.names), i, i+1), slices.Delete(slices.Clone(v.items), i, i+1)
	return v
}

// equal reports whether two values are the same JSON value: members in any order, and numbers
// by their value.
func equal(a, b value) bool {
	if a.kind != b.kind || len(a.items) != len(b.items) {
		return false
	}
	switch a.kind {
	case jsonx.String:
		return a.text == b.text
	case jsonx.Number:
		x, okX := decimal.Parse(a.text)
		y, okY := decimal.Parse(b.text)
		return a.text == b.text || okX && okY && x.Cmp(y) == 0
	case jsonx.Array:
		return slices.EqualFunc(a.items, b.items, equal)
	case jsonx.Object:
		for i, name := range a.names {
			if other, ok := b.get(name); !ok || !equal(a.items[i], other) {
				return false
			}
		}
	}
	return true
}

// append writes JSON text.
func (v value) append(b []byte) []byte {
	switch v.kind {
	case jsonx.Invalid:
		return append(b, "(absent)"...)
	case jsonx.String:
		return quoted(b, v.text)
	case jsonx.Number:
		return append(b, v.text...)
	case jsonx.Array, jsonx.Object:
		return v.appendItems(b)
	}
	return append(b, map[jsonx.Kind]string{jsonx.Null: "null", jsonx.True: "true", jsonx.False: "false"}[v.kind]...)
}

func (v value) appendItems(b []byte) []byte {
	open, end := byte('['), byte(']')
	if v.kind == jsonx.Object {
		open, end = '{', '}'
	}
	b = append(b, open)
	for i, item := range v.items {
		if i > 0 {
			b = append(b, ',')
		}
		if v.kind == jsonx.Object {
			b = append(quoted(b, v.names[i]), ':')
		}
		b = item.append(b)
	}
	return append(b, end)
}

// quoted appends a string. What was read is valid UTF-8.
func quoted(b []byte, s string) []byte {
	if out, err := jsonx.AppendString(b, s); err == nil {
		return out
	}
	return append(b, `""`...)
}

// String returns JSON text of at most 200 bytes, for reports.
func (v value) String() string { return shorten(v.json()) }

// json returns JSON text: what values are compared by, so that all of it counts.
func (v value) json() string { return string(v.append(nil)) }

func shorten(s string) string {
	const most = 200
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
