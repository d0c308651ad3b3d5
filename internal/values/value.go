package values

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// Site is a place in a value with its declaration.
type Site struct {
	Prop     *tree.Prop // nil where the tree has no declaration
	Mode     tree.Mode
	Nullable bool
	object   *tree.Collection // which of several an object was made of
}

// Value is a JSON value in parts, each of which can be changed.
type Value struct {
	at      Site
	kind    jsonx.Kind
	text    string // of what is neither an array nor an object
	items   []*Value
	members []member
}

type member struct {
	name  string
	value *Value
}

// Append appends the value as JSON text.
func (v *Value) Append(b []byte) []byte {
	switch v.kind {
	case jsonx.Array:
		b = append(b, '[')
		for i, item := range v.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.Append(b)
		}
		return append(b, ']')
	case jsonx.Object:
		b = append(b, '{')
		for i, m := range v.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(b, quoted(m.name)...), ':')
			b = m.value.Append(b)
		}
		return append(b, '}')
	}
	return append(b, v.text...)
}

// all appends v and everything inside it.
func (v *Value) all(to []*Value) []*Value {
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
func (v *Value) become(w *Value) {
	at := v.at
	*v = *w
	v.at = at
}

func (v *Value) has(name string) bool { return v.index(name) >= 0 }

func (v *Value) index(name string) int {
	for i, m := range v.members {
		if m.name == name {
			return i
		}
	}
	return -1
}

func (v *Value) drop(name string) {
	if i := v.index(name); i >= 0 {
		v.members = append(v.members[:i:i], v.members[i+1:]...)
	}
}

// put adds a member, unless the name exists.
func (v *Value) put(name string, w *Value) {
	if !v.has(name) {
		v.members = append(v.members, member{name, w})
	}
}

// scalar returns a value with a JSON text.
func scalar(text string) *Value { return &Value{text: text} }

func quoted(s string) string {
	b, err := jsonx.AppendString(nil, s)
	if err != nil {
		return `""` // nobody makes text that is not UTF-8
	}
	return string(b)
}
