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
	cases    []unionCase[T]
	foreign  *Issue // a tag that no case has
	several  *Issue
	names    []string
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
	u := &union[T]{expected: Expected("object"), tag: v.Node.Tag}
	var tags []string
	for _, k := range v.Node.Cases {
		u.names = append(u.names, k.Name)
		tag, _ := v.Node.TagOf(k)
		tags = append(tags, tag)
	}
	for i, k := range v.Cases {
		u.cases = append(u.cases, unionCase[T]{
			variant: k.variant(c),
			tag:     tags[i],
			closest: newIssue("no_case", ir.TextsParam("cases", u.names), ir.TextParam("closest", u.names[i])),
		})
	}
	u.foreign = newIssue("one_of", ir.TextsParam("values", tags))
	u.several = newIssue("several_cases", ir.TextsParam("cases", u.names))
	return u
}

func (u *union[T]) Decode(d *Decoder, t *T) {
	if d.Kind() != jsonx.Object {
		d.refuse(u.expected)
		return
	}
	// The case is known only when the object has been read: it is read twice.
	text := []byte(d.Raw())
	if d.Err() != nil {
		return
	}
	if u.tag != "" {
		u.tagged(d, text, t)
		return
	}
	u.untagged(d, text, t)
}

// tagged decodes the case that the tag names.
func (u *union[T]) tagged(d *Decoder, text []byte, t *T) {
	mark := d.Mark()
	tag, kind := tagIn(text, u.tag)
	switch kind {
	case jsonx.Invalid:
		d.Note(issueRequired)
	case jsonx.String:
		for i := range u.cases {
			if u.cases[i].tag == tag {
				d.take(u.attempt(d.Grants, i, text, t))
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
}

// tagIn finds the tag among the members of an object.
func tagIn(text []byte, name string) (tag string, kind jsonx.Kind) {
	var r jsonx.Reader
	r.Reset(text, within)
	r.Object()
	for member, ok := r.Member(); ok; member, ok = r.Member() {
		if member != name {
			r.Skip()
			continue
		}
		if kind = r.Kind(); kind == jsonx.String {
			tag = r.Text()
		}
		return tag, kind
	}
	return "", jsonx.Invalid
}

// within are limits for text that has been read before, within its own.
var within = jsonx.Limits{Depth: MaxDepth, Members: 1 << 30}

// attempt decodes a case by itself.
func (u *union[T]) attempt(who Grants, i int, text []byte, t *T) *Report {
	d := &Decoder{Report: Report{Grants: who}}
	d.Open(text, within)
	u.cases[i].variant.decode(d, t)
	return &d.Report
}

// untagged decodes the only case that fits. Where none does, it names the case
// with the fewest violations, and lists those.
func (u *union[T]) untagged(d *Decoder, text []byte, t *T) {
	var closest *Report
	fits, nearest := 0, 0
	for i := range u.cases {
		var v T
		r := u.attempt(d.Grants, i, text, &v)
		if !r.Since(0) {
			fits++
			d.Withheld = d.Withheld || r.Withheld
			*t = v
			continue
		}
		if closest == nil || r.count < closest.count {
			closest, nearest = r, i
		}
	}
	switch {
	case fits > 1:
		d.Note(u.several)
	case fits == 0:
		d.Note(u.cases[nearest].closest)
		d.take(closest)
	}
}

// take adds what another report holds.
func (r *Report) take(other *Report) {
	for _, v := range other.list {
		if len(r.list) < r.limit() {
			r.list = append(r.list, v)
		}
	}
	r.count += other.count
	r.Withheld = r.Withheld || other.Withheld
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
