package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// ParsePairs implements [Pairs] for an object in a query in OpenAPI's deepObject style, or in
// a form.
func (o *Object) ParsePairs(r *Report, pairs []Pair, t place.Addr) {
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
			if m := &o.members[i]; isVisible(r.Grants, m.scopes) {
				m.fill(r, p.Name, pairs[n:], t)
			} else {
				r.Add(m.scopeIssue)
			}
			r.Under(mark, o.members[i].name)
		}
	}
	o.complete(r, t, &seen, start)
}

func (o *Object) unknownPair(r *Report, name string) {
	mark := r.Mark()
	if issue, ok := o.closed[name]; ok {
		if !o.passes {
			r.Add(issue)
		}
	} else if !o.ignore {
		r.Add(Unknown)
	}
	r.underUndeclared(mark, name)
}

// fill reads a member from its pairs, the first of which is pairs[0].
func (m *objectMember) fill(r *Report, name string, pairs []Pair, t place.Addr) {
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
	v := m.field.textual()
	switch {
	case v.files != nil && len(texts) == 0:
		v.files.ParseFiles(r, files, m.field.textPlace(t))
	case len(files) > 0 || v.files != nil:
		r.Add(newTyped("type", "type.file", ir.TextParam("expected", "file")))
	case v.texts != nil && !json:
		v.texts.ParseTexts(r, texts, m.field.textPlace(t))
	case len(texts) > 1:
		r.Add(Repeated)
	case v.text != nil && !json:
		v.text.ParseText(r, texts[0], m.field.textPlace(t))
	default:
		m.fillJSON(r, texts[0], t)
	}
}

// fillJSON reads a member from a JSON text.
func (m *objectMember) fillJSON(r *Report, text string, t place.Addr) {
	d := Decoder{Report: Report{Grants: r.Grants, Input: r.Input, JSON: r.JSON}}
	d.Open([]byte(text), r.JSON)
	m.field.decode(&d, t)
	if d.End() != nil {
		r.Add(newIssue("any"))
		return
	}
	r.take(&d.Report)
}

// take adds the violations of another report.
func (r *Report) take(other *Report) {
	for _, v := range other.list {
		if len(r.list) < r.limit() {
			r.list = append(r.list, v)
		}
	}
	r.count += other.count
	r.Withheld = r.Withheld || other.Withheld
}

// Unwritable implements part of [Pairs].
func (o *Object) Unwritable(f ir.Format) string {
	for i := range o.members {
		m := &o.members[i]
		v := m.field.textual()
		ok := v.text != nil
		switch f {
		case ir.Form:
			ok = ok || v.texts != nil
		case ir.Multipart:
			ok = true
		}
		if !ok {
			return m.name
		}
	}
	return ""
}

// Unsendable is the issue of a value that has no text in this encoding, or one that
// reads as another value.
var Unsendable = customIssue(ir.Custom{Name: "unsendable", Message: "cannot be sent here so that it is read as the same value"})

// AppendPairs implements part of [Pairs].
func (o *Object) AppendPairs(r *Report, pairs []Pair, t place.Addr) []Pair {
	for i := range o.members {
		m := &o.members[i]
		if m.node.Omittable && m.field.omitted(t) {
			continue
		}
		mark, before := r.Mark(), len(pairs)
		if pairs = m.appendPairs(r, pairs, t); len(pairs) == before && !o.absentAlike(m) {
			r.Add(Unsendable)
		}
		r.Under(mark, m.name)
	}
	return pairs
}

func (m *objectMember) appendPairs(r *Report, pairs []Pair, t place.Addr) []Pair {
	if v := m.field.textual(); v.writes() {
		return writePairs(v, pairs, m.name, m.field.valuePlace(t))
	}
	var e Encoder
	m.field.encode(&e, t)
	if e.Err() != nil {
		r.Add(Unsendable)
	}
	return append(pairs, Pair{Name: m.name, Text: string(e.B), JSON: true})
}

// absentAlike reports whether an absent member reads as an empty list, which has no pairs.
func (o *Object) absentAlike(m *objectMember) bool {
	if !m.optional {
		return false
	}
	empty := o.typ.New()
	o.Empty(empty)
	m.field.setDefault(empty)
	if m.node.Omittable && m.field.omitted(empty) {
		return true
	}
	v := m.field.textual()
	return !v.writes() || len(writePairs(v, nil, m.name, m.field.valuePlace(empty))) == 0
}

// writes reports whether a value has texts or files.
func (v *compiled) writes() bool { return v.text != nil || v.texts != nil || v.files != nil }

// writePairs appends the pairs of the value at a.
func writePairs(v *compiled, pairs []Pair, name string, a place.Addr) []Pair {
	switch {
	case v.files != nil:
		for _, part := range v.files.AppendFiles(nil, a) {
			pairs = append(pairs, Pair{Name: name, Part: part})
		}
	case v.texts != nil:
		for _, item := range v.texts.AppendTexts(nil, a) {
			pairs = append(pairs, Pair{Name: name, Text: item})
		}
	default:
		pairs = append(pairs, Pair{Name: name, Text: string(v.text.AppendText(nil, a))})
	}
	return pairs
}
