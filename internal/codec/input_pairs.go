package codec

import (
	"maps"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// objectPairs reads and writes an object in a query in OpenAPI's deepObject style, or in a form.
type objectPairs struct {
	*Object
	encodings  []*encodings // of the members
	additional *additional  // nil if there are no undeclared members
	others     *encodings   // of these
}

func objectPairsOf(o *Object) *objectPairs {
	p := &objectPairs{Object: o, encodings: make([]*encodings, len(o.members))}
	for i := range o.members {
		p.encodings[i] = encodingsOf(o.members[i].field.valueCodec())
	}
	if a := o.additional; a != nil {
		p.additional, p.others = a, encodingsOf(a.value)
	}
	return p
}

// parse is ParsePairs of [Pairs].
func (o *objectPairs) parse(r *Report, pairs []Pair, t place.Addr) {
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
				o.fill(r, i, pairs[n:], t)
			} else {
				r.Add(m.scopeIssue)
			}
			r.Under(mark, o.members[i].name)
		}
	}
	if o.additional != nil {
		o.fillAdditional(r, pairs, t)
	}
	o.complete(r, t, &seen, start)
}

func (o *objectPairs) unknownPair(r *Report, name string) {
	mark := r.Mark()
	if issue, ok := o.closed[name]; ok {
		if !o.passes {
			r.Add(issue)
		}
	} else if o.strict || !o.ignore && !r.IgnoreUnknown && o.additional == nil {
		r.Add(Unknown)
	}
	r.underUndeclared(mark, name)
}

// given is what a form has under one name.
type given struct {
	texts []string
	files []*Part
	json  bool // the first one is JSON
	read  func(*Report, *tree.Prop) ([]byte, bool)
}

func (g *given) add(p Pair) {
	if len(g.texts)+len(g.files) == 0 {
		g.json, g.read = p.JSON, p.Read
	}
	if p.Part != nil {
		g.files = append(g.files, p.Part)
	} else {
		g.texts = append(g.texts, p.Text)
	}
}

// fill reads a member from its pairs, the first of which is pairs[0].
func (o *objectPairs) fill(r *Report, i int, pairs []Pair, t place.Addr) {
	m, v := &o.members[i], o.encodings[i]
	var g given
	for _, p := range pairs {
		if p.Name == m.name {
			g.add(p)
		}
	}
	if len(g.files) == 0 && v.files != nil && v.files.others != nil {
		v = v.files.others
	}
	if v.accepts(r, &g) {
		if g.read != nil {
			if text, ok := g.read(r, m.node.Prop); ok {
				decodeJSON(r, string(text), func(d *Decoder) { m.field.decode(d, t) })
			}
		} else if g.isJSON(v) {
			decodeJSON(r, g.texts[0], func(d *Decoder) { m.field.decode(d, t) })
		} else {
			v.parse(r, &g, m.field.textPlace(t))
		}
	}
}

// accepts reports whether a value can be read from what a form has; otherwise it adds a violation.
func (v *encodings) accepts(r *Report, g *given) bool {
	switch {
	case v.files != nil && len(g.texts) == 0:
	case len(g.files) > 0 || v.files != nil:
		r.Add(newTyped("type", "type.file", tree.TextParam("expected", "file")))
		return false
	case len(g.texts) > 1 && (v.texts == nil || g.json):
		r.Add(Repeated)
		return false
	}
	return true
}

// isJSON reports whether a value is read from JSON.
func (g *given) isJSON(v *encodings) bool { return g.json || !v.writes() }

// parse reads a value from texts or files that it accepts.
func (v *encodings) parse(r *Report, g *given, a place.Addr) {
	switch {
	case v.files != nil:
		v.files.ParseFiles(r, g.files, a)
	case v.texts != nil:
		v.texts.ParseTexts(r, g.texts, a)
	default:
		v.text.ParseText(r, g.texts[0], a)
	}
}

// decodeJSON decodes a JSON text that is a part of the input.
func decodeJSON(r *Report, text string, decode func(d *Decoder)) {
	d := Decoder{Report: r.empty()}
	d.Open([]byte(text), r.JSON)
	decode(&d)
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

// unwritable is Unwritable of [Pairs].
func (o *objectPairs) unwritable(f tree.Format, own PairWriters) (names []string) {
	for i := range o.members {
		if m := &o.members[i]; own[m.name] == nil && !o.encodings[i].writesIn(f) {
			names = append(names, m.name)
		}
	}
	if o.others != nil && (f == tree.JSON || !o.others.writesIn(f)) {
		names = append(names, o.additional.node.Name)
	}
	return names
}

// writesIn reports whether a member of a parameter or a form can have the value.
func (v *encodings) writesIn(f tree.Format) bool {
	switch f {
	case tree.Form:
		return v.text != nil || v.texts != nil
	case tree.Multipart:
		return true
	}
	return v.text != nil
}

// Unsendable is the issue of a value that has no text in this encoding, or one that
// reads as another value.
var Unsendable = customIssue(tree.Custom{Name: "unsendable", Message: "cannot be sent here so that it is read as the same value"})

// append is AppendPairs of [Pairs].
func (o *objectPairs) append(r *Report, pairs []Pair, t place.Addr, own PairWriters) []Pair {
	for i := range o.members {
		m := &o.members[i]
		if m.node.Omittable && m.field.omitted(t) {
			continue
		}
		mark, before, ok := r.Mark(), len(pairs), true
		if write := own[m.name]; write != nil {
			pairs, ok = m.appendOwn(pairs, t, write)
		} else {
			pairs = o.appendMember(r, pairs, i, t)
		}
		if !ok || len(pairs) == before && !o.absentAlike(i) {
			r.Add(Unsendable)
		}
		r.Under(mark, m.name)
	}
	if o.additional != nil {
		pairs = o.appendAdditional(r, pairs, t)
	}
	return pairs
}

func (o *objectPairs) appendMember(r *Report, pairs []Pair, i int, t place.Addr) []Pair {
	m, v := &o.members[i], o.encodings[i]
	if v.files != nil && v.files.encoding != nil {
		v = v.files.encoding(v, m.field.valuePlace(t))
	}
	if v != nil && v.writes() {
		return writePairs(v, pairs, m.name, m.field.valuePlace(t))
	}
	return writeJSON(r, pairs, m.name, func(e *Encoder) { m.field.encode(e, t) })
}

// appendOwn appends the pairs of a writer of the member.
func (m *objectMember) appendOwn(pairs []Pair, t place.Addr, write func(*tree.Prop, []byte) ([]Pair, bool)) ([]Pair, bool) {
	var e Encoder
	if m.field.encode(&e, t); e.Err() != nil {
		return pairs, false
	}
	more, ok := write(m.node.Prop, e.B)
	return append(pairs, more...), ok
}

// Again returns the members with a name of an object, or of the cases of a union. Each has a function
// that decodes a value and encodes it again, and returns nil for an invalid one.
func Again(c Codec, name string) map[*tree.Prop]func(text []byte) []byte {
	all := map[*tree.Prop]func([]byte) []byte{}
	switch c, _ := unwrapRules(c); c := c.(type) {
	case *Object:
		if i, ok := c.index[name]; ok {
			all[c.members[i].node.Prop] = c.again(i)
		}
	case alternatives:
		for _, k := range c.codecs() {
			maps.Copy(all, Again(k, name))
		}
	}
	return all
}

func (o *Object) again(i int) func(text []byte) []byte {
	return func(text []byte) []byte {
		t := o.typ.New()
		o.Empty(t)
		var d Decoder
		d.Open(text, jsonx.Limits{})
		if o.members[i].field.decode(&d, t); d.End() != nil || d.Since(0) {
			return nil
		}
		var e Encoder
		if o.members[i].field.encode(&e, t); e.Err() != nil {
			return nil
		}
		return e.B
	}
}

// writeJSON appends a pair with JSON.
func writeJSON(r *Report, pairs []Pair, name string, encode func(e *Encoder)) []Pair {
	var e Encoder
	encode(&e)
	if e.Err() != nil {
		r.Add(Unsendable)
	}
	return append(pairs, Pair{Name: name, Text: string(e.B), JSON: true})
}

// absentAlike reports whether an absent member reads as an empty list, which has no pairs.
func (o *objectPairs) absentAlike(i int) bool {
	m, v := &o.members[i], o.encodings[i]
	if !m.optional {
		return false
	}
	empty := o.typ.New()
	o.Empty(empty)
	m.field.setDefault(empty)
	if m.node.Omittable && m.field.omitted(empty) {
		return true
	}
	return !v.writes() || len(writePairs(v, nil, m.name, m.field.valuePlace(empty))) == 0
}

// writes reports whether a value has texts or files.
func (v *encodings) writes() bool { return v.text != nil || v.texts != nil || v.files != nil }

// writePairs appends the pairs of the value at a.
func writePairs(v *encodings, pairs []Pair, name string, a place.Addr) []Pair {
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
