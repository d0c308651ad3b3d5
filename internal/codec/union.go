package codec

import (
	"errors"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Variants is the typed half of a union: its cases, in the order of the node's.
type Variants[T any] struct {
	Node  *ir.Union
	Cases []Variant[T]
}

// Variant is a case of a union whose values are Ts.
type Variant[T any] interface {
	variant(c *Compiler) variant[T]
}

type variant[T any] interface {
	// decode reads the case, and sets *t if that went well.
	decode(d *Decoder, t *T)
	// open looks whether *t is of the case.
	open(t *T) (inside value, ok bool)
}

// value is a Go value with its codec.
type value interface {
	check(r *Report)
	append(e *Encoder)
}

// Case makes a variant of a collection's values.
func Case[T, C any](g *Group[*C], wrap func(C) T, unwrap func(T) (C, bool)) Variant[T] {
	return &caseOf[T, C]{group: g, wrap: wrap, unwrap: unwrap}
}

type caseOf[T, C any] struct {
	group  *Group[*C]
	wrap   func(C) T
	unwrap func(T) (C, bool)
	object *Object[*C]
}

func (k *caseOf[T, C]) variant(c *Compiler) variant[T] {
	compiled := *k
	compiled.object = k.group.Compile(c)
	return &compiled
}

func (k *caseOf[T, C]) decode(d *Decoder, t *T) {
	inside := new(C)
	mark := d.Mark()
	k.object.Decode(d, inside)
	if d.Err() == nil && !d.Since(mark) {
		*t = k.wrap(*inside)
	}
}

func (k *caseOf[T, C]) open(t *T) (value, bool) {
	inside, ok := k.unwrap(*t)
	if !ok {
		return nil, false
	}
	return opened[*C]{k.object, &inside}, true
}

type opened[P any] struct {
	object *Object[P]
	inside P
}

func (o opened[P]) check(r *Report)   { o.object.Inspect(r, o.inside) }
func (o opened[P]) append(e *Encoder) { o.object.Encode(e, o.inside) }

type union[T any] struct {
	expected *Issue
	tag      string
	first    jsonx.Key // of the tag
	sketch   *sketch   // of a union without a tag
	cases    []unionCase[T]
	foreign  *Issue // a tag that no case has
	several  *Issue
	secrets  secrets
}

type unionCase[T any] struct {
	variant variant[T]
	tag     string
	closest *Issue
}

// Compile compiles the union. An update replaces a value of it whole: which
// case a part belongs to cannot be told.
func (v *Variants[T]) Compile(c *Compiler) Codec[T] {
	c = c.in(c.Mode.Nested())
	u := &union[T]{expected: Expected("object"), tag: v.Node.Tag, first: jsonx.KeyOf(v.Node.Tag), secrets: secretsOf(&ir.Prop{Type: ir.Alternatives{Of: v.Node}})}
	var tags, names []string
	for _, k := range v.Node.Cases {
		names = append(names, k.Name)
		tag, _ := v.Node.TagOf(k)
		tags = append(tags, tag)
	}
	for i, k := range v.Cases {
		u.cases = append(u.cases, unionCase[T]{
			variant: k.variant(c),
			tag:     tags[i],
			closest: newIssue("no_case", ir.TextsParam("cases", names), ir.TextParam("closest", names[i])),
		})
	}
	u.foreign = newIssue("one_of", ir.TextsParam("values", tags))
	u.several = newIssue("several_cases", ir.TextsParam("cases", names))
	if u.tag == "" {
		u.sketch = sketchOf(v.Node.Cases, c.Mode)
	}
	return u
}

// Decode finds out which case a value is of before it reads the value, so that it
// reads it once, however deep unions lie inside each other.
func (u *union[T]) Decode(d *Decoder, t *T) {
	switch {
	case d.Kind() != jsonx.Object:
		d.refuse(u.expected)
	case u.tag != "":
		u.tagged(d, t)
	default:
		u.untagged(d, t)
	}
}

// tagged decodes the case that the tag names.
func (u *union[T]) tagged(d *Decoder, t *T) {
	tag, ok := d.FirstText(&u.first) // where most clients have it
	kind := jsonx.String
	if !ok {
		if tag, kind, ok = tagIn(d, u.tag); !ok {
			return
		}
	}
	mark := d.Mark()
	switch kind {
	case jsonx.Invalid:
		d.Note(issueRequired)
	case jsonx.String:
		for i := range u.cases {
			if u.cases[i].tag == string(tag) {
				u.cases[i].variant.decode(d, t)
				return
			}
		}
		d.Note(u.foreign)
	case jsonx.Null:
		d.Note(issueNull)
	default:
		d.Note(Expected("string"))
	}
	d.Under(mark, u.tag)
	d.Skip()
}

// tagIn finds the tag among the members of the next object; ok is false if the
// document is broken.
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

// untagged decodes the only case that fits. Where none does, it names the one that
// comes closest by its members and their types, and lists its violations.
func (u *union[T]) untagged(d *Decoder, t *T) {
	var room [fewCases]tally
	all, ok := u.sketch.compare(d, room[:0])
	if !ok {
		return
	}
	nearest, fits := closestOf(all)
	if fits > 1 {
		if nearest, ok = u.tell(d, all, t); !ok {
			return
		}
	}
	mark := d.Mark()
	if u.cases[nearest].variant.decode(d, t); d.Since(mark) {
		d.Head(mark, u.cases[nearest].closest)
	}
}

// tell tries the cases that fit by their members and types. Where one fits, *t is
// its value, and where several do, that is noted; where none does, ok says that the
// nearest is to be read for its violations.
func (u *union[T]) tell(d *Decoder, all []tally, t *T) (nearest int, ok bool) {
	place := d.Place()
	v := d.verdict(place.Offset(), u)
	if v == nil {
		if v = u.try(d, all); d.Err() != nil {
			return 0, false
		}
		d.judged(place.Offset(), u, v)
	}
	switch {
	case v.fits == 0 && d.trying():
		d.count += v.count + 1 // how many there are is all that a trial asks
	case v.fits == 0:
		return v.nearest, true
	case v.fits > 1:
		d.Note(u.several)
	default:
		*t = *v.value.(*T)
		d.Withheld = d.Withheld || v.withheld
		d.Spend(v.cost)
	}
	d.Skip()
	return 0, false
}

// try decodes each of the cases that fit by their members and types. It leaves the
// value to be read.
func (u *union[T]) try(d *Decoder, all []tally) *verdict {
	v := &verdict{count: -1}
	for i := range all {
		if !all[i].fits {
			continue
		}
		value := new(T)
		r, cost := d.trial(func() { u.cases[i].variant.decode(d, value) })
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

func (u *union[T]) find(t *T) (value, bool) {
	for i := range u.cases {
		if inside, ok := u.cases[i].variant.open(t); ok {
			return inside, true
		}
	}
	return nil, false
}

func (u *union[T]) Inspect(r *Report, t *T) {
	inside, ok := u.find(t)
	if !ok {
		r.Note(u.expected)
		return
	}
	inside.check(r)
}

var errNoCase = errors.New("is of no case of the union")

func (u *union[T]) Encode(e *Encoder, t *T) {
	inside, ok := u.find(t)
	if !ok {
		e.fail(errNoCase)
		return
	}
	inside.append(e)
}
