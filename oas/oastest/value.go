package oastest

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// site is a place in a value with its declaration.
type site struct {
	prop     *ir.Prop // nil where the tree says nothing
	mode     ir.Mode
	nullable bool
	object   *ir.Collection // which of several an object was made of
}

// value is a JSON value in parts, each of which can be changed.
type value struct {
	at      site
	kind    jsonx.Kind
	text    string // of what is neither an array nor an object
	items   []*value
	members []member
}

type member struct {
	name  string
	value *value
}

func (v *value) append(b []byte) []byte {
	switch v.kind {
	case jsonx.Array:
		b = append(b, '[')
		for i, item := range v.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.append(b)
		}
		return append(b, ']')
	case jsonx.Object:
		b = append(b, '{')
		for i, m := range v.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(b, quoted(m.name)...), ':')
			b = m.value.append(b)
		}
		return append(b, '}')
	}
	return append(b, v.text...)
}

// all appends v and everything inside it.
func (v *value) all(to []*value) []*value {
	to = append(to, v)
	for _, item := range v.items {
		to = item.all(to)
	}
	for _, m := range v.members {
		to = m.value.all(to)
	}
	return to
}

// become turns v into a value of another kind.
func (v *value) become(w *value) {
	at := v.at
	*v = *w
	v.at = at
}

func (v *value) has(name string) bool { return v.index(name) >= 0 }

func (v *value) index(name string) int {
	for i, m := range v.members {
		if m.name == name {
			return i
		}
	}
	return -1
}

func (v *value) drop(name string) {
	if i := v.index(name); i >= 0 {
		v.members = append(v.members[:i:i], v.members[i+1:]...)
	}
}

// put adds a member, unless the name exists.
func (v *value) put(name string, w *value) {
	if !v.has(name) {
		v.members = append(v.members, member{name, w})
	}
}

// scalar returns a value with a JSON text.
func scalar(text string) *value { return &value{text: text} }

func quoted(s string) string {
	b, err := jsonx.AppendString(nil, s)
	if err != nil {
		return `""` // nobody makes text that is not UTF-8
	}
	return string(b)
}
