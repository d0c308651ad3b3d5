package codec

import (
	"errors"
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// UnionForm is a union with what its description does not have: its Go type and its cases, in the
// order of the node's.
type UnionForm struct {
	Node  *tree.Union
	Type  *Type
	Cases []CaseForm
}

// CaseForm is a case of a union.
type CaseForm struct {
	Form Form
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

// Variant is a declared case; that of a zero value is none.
type Variant struct {
	Name   string
	Case   CaseForm
	Faults []tree.Fault
}

// Of returns the case with a property.
func (k CaseForm) Of(f Form) Variant {
	k.Form = f
	return Variant{Name: f.Node.Name, Case: k}
}

// OfCollection returns the case with the object of a collection, which owns its values.
func (k CaseForm) OfCollection(f Form) Variant {
	group := f.Group()
	if owns, unwrap := group.Owns, k.Unwrap; owns != nil {
		k.Unwrap = func(t place.Addr) (inside place.Addr, ok bool) {
			inside, ok = unwrap(t)
			return inside, ok && owns(inside)
		}
	}
	v := k.Of(f)
	v.Name = group.Node.Name
	return v
}

// Add adds a declared case to the union.
func (v *UnionForm) Add(k Variant) {
	v.Node.Faults = append(v.Node.Faults, k.Faults...)
	switch {
	case k.Case.Form.Node != nil:
		v.Node.Cases = append(v.Node.Cases, k.Case.Form.Node)
		v.Cases = append(v.Cases, k.Case)
	case len(k.Faults) == 0:
		v.Node.Faults = append(v.Node.Faults, tree.Faultf("a case was not created by collection.Case"))
	}
}

type union struct {
	typ        *Type
	expected   *Issue
	tag        string
	tagKey     jsonx.Key // of the tag
	decides    bool      // whether each value of the tag is of one case, and no object lacks it
	mayLack    bool      // whether an object may lack the tag, or have null
	cases      []unionCase
	of         [len(kinds)][]int // the cases by the JSON type of a value
	objects    []int             // those that are objects of a collection
	sketch     *sketch           // of objects; nil if there is a tag that decides
	overlaps   bool              // a value may match several cases
	first      bool              // the first case that a value matches applies
	unknownTag *Issue            // a tag without a case
	ambiguous  *Issue
	scopes     scopeSets
}

// kinds are the JSON types, as indexes of union.of.
var kinds = [...]jsonx.Kind{jsonx.Null, jsonx.True, jsonx.String, jsonx.Number, jsonx.Object, jsonx.Array}

// casesOf returns the cases that may have a value of a JSON type.
func (u *union) casesOf(kind jsonx.Kind) []int {
	if kind == jsonx.False {
		kind = jsonx.True
	}
	for i, k := range kinds {
		if k == kind {
			return u.of[i]
		}
	}
	return nil
}

type unionCase struct {
	CaseForm
	codec   Codec
	marker  *marker  // nil if every value of the case has one, or there is none
	tags    []string // of an object
	closest *Issue
}

// Compile compiles the union.
func (v *UnionForm) Compile(c *Compiler) Codec {
	if slices.ContainsFunc(v.Node.Cases, tree.HasFiles) {
		return v.compileWithFiles(c)
	}
	u := v.compile(c, objectKey{v, c.Mode.Nested()})
	if c.Mode == tree.Update && v.Node.Kinds()&tree.KindObject != 0 {
		return v.compileMerger(c, u, objectKey{v, tree.Update})
	}
	return u.withTexts(v.Node.Kinds())
}

// CompileLazy is Compile for a union that a thunk returns anew wherever it contains itself; see
// [ObjectForm.CompileLazy].
func (v *UnionForm) CompileLazy(c *Compiler, n *tree.Prop) Codec {
	file, line := n.At.FileLine()
	key := objectKey{thunk{file, line, n.Name, v.Node.Fingerprint()}, c.Mode.Nested()}
	u := v.compile(c, key)
	if c.Mode == tree.Update {
		key.mode = tree.Update
		return v.compileMerger(c, u, key)
	}
	return u
}

func (v *UnionForm) compile(c *Compiler, key objectKey) *union {
	if u, ok := c.compiled[key].(*union); ok {
		return u
	}
	c = c.in(c.Mode.Nested())
	u := &union{
		typ: v.Type, tag: v.Node.Tag, tagKey: jsonx.KeyOf(v.Node.Tag), overlaps: v.Node.Overlaps,
		first:    v.Node.Overlaps || !c.Mode.Input(), // what a server writes for one case may match others
		expected: Expected("object"),
		scopes:   scopeSets{of: tree.Alternatives{Of: func() *tree.Union { return v.Node }}},
	}
	c.compiled[key] = u // before its cases, which may hold it
	if all := v.Node.Kinds(); all != tree.KindObject {
		u.expected = newTyped("type", "type.several", tree.TextsParam("types", all.Words()))
	}
	var names, tags []string
	for _, p := range v.Node.Cases {
		names = append(names, tree.CaseName(p))
	}
	if !u.overlaps && !v.Node.SharesTypes() { // only objects may match several
		names = nil
		for _, c := range v.Node.Collections() {
			names = append(names, c.Name)
		}
	}
	name := v.Node.Marker(c.Mode)
	for i, k := range v.Cases {
		n := k.Form.Node
		has := tree.KindsOf(n, n.Nullable)
		for at, kind := range kinds {
			if hasKind(has, kind) {
				u.of[at] = append(u.of[at], i)
			}
		}
		if _, is := n.Type.(tree.Object); is {
			u.objects = append(u.objects, i)
			for _, tag := range v.Node.TagsOf(n) {
				if !slices.Contains(tags, tag) {
					tags = append(tags, tag)
				}
			}
			m := v.Node.TagMember(n)
			u.mayLack = u.mayLack || m == nil || !m.Has(c.Mode) || !m.Required(c.Mode) || m.Nullable(c.Mode)
		}
		u.cases = append(u.cases, unionCase{
			CaseForm: k,
			codec:    k.Form.Compile(c),
			marker:   markerOf(k.Form, name),
			tags:     v.Node.TagsOf(n),
			closest:  newIssue("no_case", tree.TextsParam("cases", names), tree.TextParam("closest", tree.CaseName(n))),
		})
	}
	u.unknownTag = newIssue("one_of", tree.TextsParam("values", tags))
	u.ambiguous = newIssue("several_cases", tree.TextsParam("cases", names))
	if u.decides = v.Node.Decides(c.Mode); !u.decides {
		u.sketch = sketchOf(v.Node.Collections(), c.Mode)
	}
	return u
}

// decode reads a value of the case, and wraps it if it is valid.
func (k *unionCase) decode(d *Decoder, t place.Addr) {
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
	cases := u.casesOf(kind)
	switch {
	case len(cases) == 0:
		d.rejectType(u.expected)
	case kind == jsonx.Object && u.tag != "" && len(u.objects) > 0:
		u.tagged(d, t)
	case len(cases) == 1:
		u.cases[cases[0]].decode(d, t)
	default:
		u.untagged(d, t, kind)
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
	if u.mayLack && (kind == jsonx.Invalid || kind == jsonx.Null) {
		u.untagged(d, t, jsonx.Object)
		return
	}
	mark := d.Mark()
	switch kind {
	case jsonx.Invalid:
		d.Add(issueRequired)
	case jsonx.String:
		owner := -1
		for _, i := range u.objects {
			if !slices.Contains(u.cases[i].tags, string(tag)) {
				continue
			}
			if owner >= 0 {
				u.untagged(d, t, jsonx.Object) // among those of the tag: others mismatch
				return
			}
			if owner = i; u.decides {
				break
			}
		}
		if owner >= 0 {
			u.cases[owner].decode(d, t)
			return
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

// caseOf returns the case of a value, and the value in it; nil if it is of none.
func (u *union) caseOf(t place.Addr) (k *unionCase, inside place.Addr) {
	for i := range u.cases {
		if inside, ok := u.cases[i].Unwrap(t); ok {
			return &u.cases[i], inside
		}
	}
	return nil, inside
}

func (u *union) Check(r *Report, t place.Addr) {
	k, inside := u.caseOf(t)
	if k == nil {
		r.Add(u.expected)
		return
	}
	k.codec.Check(r, inside)
}

var errNoCase = errors.New("is of no case of the union")

func (u *union) Encode(e *Encoder, t place.Addr) {
	k, inside := u.caseOf(t)
	if k == nil {
		e.fail(errNoCase)
		return
	}
	k.codec.Encode(e, inside)
	if k.marker != nil && e.err == nil {
		k.marker.encode(e, inside)
	}
}
