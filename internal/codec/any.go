package codec

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

type anyValue struct {
	invalid *Issue
	noNUL   bool
}

// Any compiles a property of any JSON value, kept as its text.
func Any(_ *Compiler, n *ir.Prop) Codec {
	return &anyValue{newIssue("any"), forbidsNUL(n.Rules)}
}

func (c *anyValue) Decode(d *Decoder, a place.Addr) {
	v := place.To[string](a)
	*v = string(d.Raw())
	if c.noNUL && escapesNUL(*v) {
		d.Add(NUL)
	}
}

func (c *anyValue) Check(r *Report, a place.Addr) {
	v := place.To[string](a)
	if !jsonx.Valid([]byte(*v)) {
		r.Add(c.invalid)
	} else if c.noNUL && escapesNUL(*v) {
		r.Add(NUL)
	}
}

func (c *anyValue) Encode(e *Encoder, a place.Addr) {
	v := place.To[string](a)
	if e.canonical {
		var r jsonx.Reader
		r.Reset([]byte(*v), jsonx.Limits{Depth: MaxDepth, Members: len(*v) + 1})
		e.B = appendCanonical(e.B, &r)
		if err := r.Err(); err != nil {
			e.fail(err)
		}
		return
	}
	b, err := jsonx.AppendRaw(e.B, []byte(*v))
	if err != nil {
		e.fail(err)
		return
	}
	e.B = b
}

// appendCanonical writes a value so that values which JSON Schema takes for equal have equal
// texts: members in order, 1.0 as 1.
func appendCanonical(b []byte, r *jsonx.Reader) []byte {
	switch r.Kind() {
	case jsonx.Object:
		return appendMembers(b, r)
	case jsonx.Array:
		b = append(b, '[')
		r.Array()
		for i := 0; r.Item(); i++ {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonical(b, r)
		}
		return append(b, ']')
	case jsonx.String:
		b, _ = jsonx.AppendString(b, r.Text())
		return b
	case jsonx.Number:
		n, _ := decimal.Parse(r.Literal())
		return append(b, n.String()...)
	}
	return append(b, r.Raw()...)
}

func appendMembers(b []byte, r *jsonx.Reader) []byte {
	type member struct {
		name  string
		value []byte
	}
	var members []member
	r.Object()
	for name, ok := r.Member(); ok; name, ok = r.Member() {
		members = append(members, member{name, appendCanonical(nil, r)})
	}
	slices.SortFunc(members, func(x, y member) int { return strings.Compare(x.name, y.name) })
	b = append(b, '{')
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsonx.AppendString(b, m.name)
		b = append(b, ':')
		b = append(b, m.value...)
	}
	return append(b, '}')
}
