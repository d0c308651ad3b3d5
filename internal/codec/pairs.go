package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// ParsePairs implements [Pairs]: an object in a query, a member at a time, as
// OpenAPI's deepObject style has it, or the fields of a form.
func (o *Object[T]) ParsePairs(r *Report, pairs []Pair, t *T) {
	o.Empty(t)
	start := r.Mark()
	var seen bits
	for n, p := range pairs {
		i, ok := o.index[p.Name]
		switch {
		case !ok:
			o.unknownPair(r, p.Name)
		case !seen.has(i):
			seen.add(i)
			mark := r.Mark()
			if m := &o.members[i]; opens(r.Grants, m.scopes) {
				m.fill(r, p.Name, pairs[n:], t)
			} else {
				r.Note(m.foreign)
			}
			r.Under(mark, o.members[i].name)
		}
	}
	o.complete(r, t, &seen, start)
}

func (o *Object[T]) unknownPair(r *Report, name string) {
	mark := r.Mark()
	if o.isClosed(name) {
		r.Note(issueReadOnly)
	} else if !o.ignore {
		r.Note(Unknown)
	}
	r.foreign(mark, name)
}

// fill reads a member from its pairs, of which the first stands first.
func (m *objectMember[T]) fill(r *Report, name string, pairs []Pair, t *T) {
	var texts []string
	var files []*Part
	json := pairs[0].JSON
	for _, p := range pairs {
		switch {
		case p.Name != name:
		case p.Part != nil:
			files = append(files, p.Part)
		default:
			texts = append(texts, p.Text)
		}
	}
	way := m.field.Way()
	switch {
	case way.files != nil && len(texts) == 0:
		way.files(r, files, t)
	case len(files) > 0 || way.files != nil:
		r.Note(newTyped("type", "type.file", ir.TextParam("expected", "file")))
	case way.texts != nil && !json:
		way.texts(r, texts, t)
	case len(texts) > 1:
		r.Note(Repeated)
	case way.text != nil && !json:
		way.text(r, texts[0], t)
	default:
		m.fillJSON(r, texts[0], t)
	}
}

// fillJSON reads a part that is a JSON value by itself.
func (m *objectMember[T]) fillJSON(r *Report, text string, t *T) {
	d := Decoder{Report: Report{Grants: r.Grants}}
	d.Open([]byte(text), jsonx.Limits{})
	m.field.Decode(&d, t)
	if d.End() != nil {
		r.Note(newIssue("any"))
		return
	}
	r.take(&d.Report)
}

// Unwritable implements [Pairs].
func (o *Object[T]) Unwritable(f ir.Format) string {
	for i := range o.members {
		m := &o.members[i]
		way := m.field.Way()
		ok := way.text != nil
		switch f {
		case ir.Form:
			ok = ok || way.texts != nil
		case ir.Multipart:
			ok = true
		}
		if !ok {
			return m.name
		}
	}
	return ""
}

// Unsendable is the issue of a value that has no text where it is to stand, or
// one that is read as another value.
var Unsendable = customIssue(ir.Custom{Name: "unsendable", Message: "cannot be sent here so that it is read as the same value"})

// AppendPairs implements [Pairs].
func (o *Object[T]) AppendPairs(r *Report, pairs []Pair, t *T) []Pair {
	for i := range o.members {
		m := &o.members[i]
		if m.node.Omittable && m.field.Omitted(t) {
			continue
		}
		mark, before := r.Mark(), len(pairs)
		if pairs = m.appendPairs(r, pairs, t); len(pairs) == before && !o.absentAlike(m) {
			r.Note(Unsendable)
		}
		r.Under(mark, m.name)
	}
	return pairs
}

func (m *objectMember[T]) appendPairs(r *Report, pairs []Pair, t *T) []Pair {
	if way := m.field.Way(); way.write != nil {
		return way.write(pairs, m.name, m.field.Cell(t))
	}
	var e Encoder
	m.field.Append(&e, t)
	if e.Err() != nil {
		r.Note(Unsendable)
	}
	return append(pairs, Pair{Name: m.name, Text: string(e.B), JSON: true})
}

// absentAlike reports whether a member that is absent reads as an empty list,
// which has no pairs.
func (o *Object[T]) absentAlike(m *objectMember[T]) bool {
	if !m.optional {
		return false
	}
	var empty T
	o.Empty(&empty)
	m.field.Absent(&empty)
	if m.node.Omittable && m.field.Omitted(&empty) {
		return true
	}
	way := m.field.Way()
	return way.write == nil || len(way.write(nil, m.name, m.field.Cell(&empty))) == 0
}
