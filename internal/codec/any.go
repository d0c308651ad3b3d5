package codec

import (
	"sort"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

type anyValue struct {
	invalid *Issue
	noNUL   *Issue // nil: it may have U+0000
}

// Any compiles a property of any JSON value, kept as its text.
func Any(c *Compiler, n *tree.Prop) Codec {
	v := &anyValue{newIssue("any"), forbidsNUL(n)}
	if c.Mode == tree.Update {
		return anyMerger{v}
	}
	return v
}

func (c *anyValue) Decode(d *Decoder, a place.Addr) {
	v := place.To[string](a)
	*v = string(d.Raw())
	if c.noNUL != nil && escapesNUL(*v) {
		d.Add(c.noNUL)
	}
}

func (c *anyValue) Check(r *Report, a place.Addr) {
	v := place.To[string](a)
	if !jsonx.Valid([]byte(*v)) {
		r.Add(c.invalid)
	} else if c.noNUL != nil && escapesNUL(*v) {
		r.Add(c.noNUL)
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
func appendCanonical(b []byte, r *jsonx.Reader) []byte { return (&canonicalWriter{r: r}).append(b) }

type canonicalWriter struct {
	r    *jsonx.Reader
	swap []byte // room to put members in order
}

func (w *canonicalWriter) append(b []byte) []byte {
	r := w.r
	switch r.Kind() {
	case jsonx.Object:
		return w.appendMembers(b)
	case jsonx.Array:
		b = append(b, '[')
		r.Array()
		for i := 0; r.Item(); i++ {
			if i > 0 {
				b = append(b, ',')
			}
			b = w.append(b)
		}
		return append(b, ']')
	case jsonx.String:
		b, _ = jsonx.AppendString(b, r.Text())
		return b
	case jsonx.Number:
		text, _ := decimal.Canonical(r.Literal())
		return append(b, text...)
	}
	return append(b, r.Raw()...)
}

// appendMembers writes the members first, and puts them in order if they are not.
func (w *canonicalWriter) appendMembers(b []byte) []byte {
	type member struct {
		name     string
		from, to int
	}
	var members []member
	b = append(b, '{')
	start, sorted := len(b), true
	w.r.Object()
	for name, ok := w.r.Member(); ok; name, ok = w.r.Member() {
		if len(members) > 0 {
			b = append(b, ',')
			sorted = sorted && members[len(members)-1].name < name
		}
		from := len(b)
		b, _ = jsonx.AppendString(b, name)
		b = w.append(append(b, ':'))
		members = append(members, member{name, from, len(b)})
	}
	if sorted {
		return append(b, '}')
	}
	sort.Slice(members, func(i, j int) bool { return members[i].name < members[j].name })
	w.swap = append(w.swap[:0], b[start:]...)
	b = b[:start]
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, w.swap[m.from-start:m.to-start]...)
	}
	return append(b, '}')
}
