package codec

import (
	"errors"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// UnionForm is a union with what its description does not have: its Go type and its cases, in the
// order of the node's.
type UnionForm struct {
	Node  *ir.Union
	Type  *Type
	Cases []CaseForm
}

// CaseForm is a case of a union: a collection, or any other value.
type CaseForm struct {
	Group *ObjectForm // nil: Form is the case
	Form  Form
	// Wrap sets the union at t to a value of the case.
	Wrap func(t, inside place.Addr)
	// Unwrap returns the address of a new copy of the value in t; ok is false if t is of
	// another case.
	Unwrap func(t place.Addr) (inside place.Addr, ok bool)
}

// CaseOf returns a case without what it consists of.
func CaseOf[T, C any](wrap func(C) T, unwrap func(T) (C, bool)) CaseForm {
	return CaseForm{
		Wrap: func(t, inside place.Addr) { *place.To[T](t) = wrap(*place.To[C](inside)) },
		Unwrap: func(t place.Addr) (inside place.Addr, ok bool) {
			c, ok := unwrap(*place.To[T](t))
			if !ok {
				return place.Addr{}, false
			}
			inside = place.Of(new(C))
			*place.To[C](inside) = c
			return inside, true
		},
	}
}

type union struct {
	typ        *Type
	expected   *Issue
	tag        string
	tagKey     jsonx.Key // of the tag
	sketch     *sketch   // nil if there is a tag
	cases      []unionCase
	unknownTag *Issue // a tag without a case
	ambiguous  *Issue
	scopes     scopeSets
	values     []unionValue
}

// unionValue is a case that its JSON types identify.
type unionValue struct {
	CaseForm
	codec Codec
	kinds ir.Kinds
}

type unionCase struct {
	CaseForm
	object  *Object
	tag     string
	closest *Issue
}

// Compile compiles the union. A merge patch replaces its values as a whole, since a part does not
// identify a case.
func (v *UnionForm) Compile(c *Compiler) Codec {
	c = c.in(c.Mode.Nested())
	u := &union{
		typ: v.Type, expected: Expected("object"), tag: v.Node.Tag, tagKey: jsonx.KeyOf(v.Node.Tag),
		scopes: scopeSetsOf(&ir.Prop{Type: ir.Alternatives{Of: v.Node}}),
	}
	if len(v.Node.Values) > 0 {
		u.expected = newTyped("type", "type.several", ir.TextsParam("types", v.Node.Kinds().Words()))
	}
	var tags, names []string
	for _, k := range v.Node.Cases {
		names = append(names, k.Name)
		tag, _ := v.Node.TagOf(k)
		tags = append(tags, tag)
	}
	for _, k := range v.Cases {
		if k.Group == nil {
			n := k.Form.Node
			u.values = append(u.values, unionValue{k, k.Form.Compile(c), ir.KindsOf(n, n.Nullable)})
			continue
		}
		i := len(u.cases)
		u.cases = append(u.cases, unionCase{
			CaseForm: k,
			object:   k.Group.Compile(c),
			tag:      tags[i],
			closest:  newIssue("no_case", ir.TextsParam("cases", names), ir.TextParam("closest", names[i])),
		})
	}
	u.unknownTag = newIssue("one_of", ir.TextsParam("values", tags))
	u.ambiguous = newIssue("several_cases", ir.TextsParam("cases", names))
	if u.tag == "" {
		u.sketch = sketchOf(v.Node.Cases, c.Mode)
	}
	return u
}

// decode reads a value of the case, and wraps it if it is valid.
func (k *unionCase) decode(d *Decoder, t place.Addr) {
	inside := k.Group.Type.New()
	mark := d.Mark()
	k.object.Decode(d, inside)
	if d.Err() == nil && !d.Since(mark) {
		k.Wrap(t, inside)
	}
}

// decode reads a value of the case, and wraps it if it is valid.
func (k *unionValue) decode(d *Decoder, t place.Addr) {
	inside := k.Form.Type.New()
	mark := d.Mark()
	k.codec.Decode(d, inside)
	if d.Err() == nil && !d.Since(mark) {
		k.Wrap(t, inside)
	}
}

// Decode finds the case before it reads the value, so that it reads nested unions once,
// whatever their depth.
func (u *union) Decode(d *Decoder, t place.Addr) {
	kind := d.Kind()
	for i := range u.values {
		if u.values[i].kinds.Has(kind) {
			u.values[i].decode(d, t)
			return
		}
	}
	switch {
	case kind != jsonx.Object, len(u.cases) == 0:
		d.rejectType(u.expected)
	case u.tag != "":
		u.tagged(d, t)
	case len(u.cases) == 1:
		u.cases[0].decode(d, t)
	default:
		u.untagged(d, t)
	}
}

// tagged decodes the case that the tag names.
func (u *union) tagged(d *Decoder, t place.Addr) {
	tag, ok := d.FirstText(&u.tagKey) // the place where most clients send it
	kind := jsonx.String
	if !ok {
		if tag, kind, ok = tagIn(d, u.tag); !ok {
			return
		}
	}
	mark := d.Mark()
	switch kind {
	case jsonx.Invalid:
		d.Add(issueRequired)
	case jsonx.String:
		for i := range u.cases {
			if u.cases[i].tag == string(tag) {
				u.cases[i].decode(d, t)
				return
			}
		}
		d.Add(u.unknownTag)
	case jsonx.Null:
		d.Add(issueNull)
	default:
		d.Add(Expected("string"))
	}
	d.Under(mark, u.tag)
	d.Skip()
}

// tagIn finds the tag among the members of the next object; ok is false if the document is
// malformed.
func tagIn(d *Decoder, name string) (tag []byte, kind jsonx.Kind, ok bool) {
	g, ok := d.Glance()
	if !ok {
		return nil, jsonx.Invalid, false
	}
	for member, more := g.Next(); more; member, more = g.Next() {
		if string(member) != name {
			continue
		}
		if kind = g.Kind(); kind == jsonx.String {
			tag = g.Text()
		}
		return tag, kind, true
	}
	return nil, jsonx.Invalid, true
}

// untagged decodes the only case that fits. If none does, it names the one with the fewest
// mismatches, and adds its violations.
func (u *union) untagged(d *Decoder, t place.Addr) {
	var room [fewCases]tally
	all, ok := u.sketch.compare(d, room[:0])
	if !ok {
		return
	}
	nearest, fits := closestOf(all)
	if fits > 1 {
		if nearest, ok = u.choose(d, all, t); !ok {
			return
		}
	}
	mark := d.Mark()
	if u.cases[nearest].decode(d, t); d.Since(mark) {
		d.Head(mark, u.cases[nearest].closest)
	}
}

// choose tries the cases that fit by their members and types. If one is valid, t becomes its
// value; several are a violation. If none is, ok is true and the caller reads the nearest for its
// violations.
func (u *union) choose(d *Decoder, all []tally, t place.Addr) (nearest int, ok bool) {
	at := d.Place().Offset()
	v := d.verdict(at, u)
	if v == nil {
		if v = u.try(d, all); d.Err() != nil {
			return 0, false
		}
		d.setVerdict(at, u, v)
	}
	switch {
	case v.fits == 0 && d.inTrial():
		d.count += v.count + 1 // a trial only counts them
	case v.fits == 0:
		return v.nearest, true
	case v.fits > 1:
		d.Add(u.ambiguous)
	default:
		u.typ.Assign(t, v.value)
		d.Withheld = d.Withheld || v.withheld
		d.Spend(v.cost)
	}
	d.Skip()
	return 0, false
}

// try decodes each of the cases that fit, and leaves the value unread.
func (u *union) try(d *Decoder, all []tally) *verdict {
	v := &verdict{count: -1}
	for i := range all {
		if !all[i].fits {
			continue
		}
		value := u.typ.New()
		r, cost := d.trial(func() { u.cases[i].decode(d, value) })
		switch {
		case d.Err() != nil:
			return nil
		case r.count == 0:
			v.fits++
			v.value, v.withheld, v.cost = value, r.Withheld, cost
		case v.count < 0 || r.count < v.count:
			v.nearest, v.count = i, r.count
		}
	}
	return v
}

// caseOf returns the case of a value, and the value in it.
func (u *union) caseOf(t place.Addr) (c Codec, inside place.Addr) {
	for i := range u.cases {
		if inside, ok := u.cases[i].Unwrap(t); ok {
			return u.cases[i].object, inside
		}
	}
	for i := range u.values {
		if inside, ok := u.values[i].Unwrap(t); ok {
			return u.values[i].codec, inside
		}
	}
	return nil, inside
}

func (u *union) Check(r *Report, t place.Addr) {
	c, inside := u.caseOf(t)
	if c == nil {
		r.Add(u.expected)
		return
	}
	c.Check(r, inside)
}

var errNoCase = errors.New("is of no case of the union")

func (u *union) Encode(e *Encoder, t place.Addr) {
	c, inside := u.caseOf(t)
	if c == nil {
		e.fail(errNoCase)
		return
	}
	c.Encode(e, inside)
}
