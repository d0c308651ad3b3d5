package main

import (
	"errors"
	"slices"

	"github.com/tenon-go/tenon/_tests/conformance/reach/dynamic"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// built is what convert made of a schema.
type built struct {
	property *dynamic.Property // without the flags of a member
	object   *collection.Collection[dynamic.Record]
	union    *collection.Union[any]
	busy     bool
}

// converter makes properties of the schemas of a document.
type converter struct {
	names    map[string]int
	formats  map[formatKey]*render.Format
	several  map[string]*render.Format // of problems in several formats
	nothing  *render.Format
	anything *schema // of bodies that no schema describes
}

func newConverter() *converter {
	return &converter{names: map[string]int{}, formats: map[formatKey]*render.Format{}, several: map[string]*render.Format{}, nothing: render.NoContent(),
		anything: &schema{types: anyKind, null: true, ref: "any"}}
}

// property returns the property of a schema, with a name.
func (c *converter) property(s *schema, name string) *dynamic.Property {
	if s.built == nil {
		s.built = &built{busy: true}
		p := c.convert(s)
		if s.null && s.types != 0 && (s.types != anyKind || s.isUnion()) {
			p = p.Nullable()
		}
		s.built.property, s.built.busy = p, false
	}
	if s.built.property == nil {
		return c.again(s, name)
	}
	return s.built.property.Named(name)
}

// again is a schema within itself.
func (c *converter) again(s *schema, name string) *dynamic.Property {
	var p *dynamic.Property
	switch {
	case s.isUnion():
		p = dynamic.Union(prop.LazyUnion(name, func() collection.Union[any] { return *s.built.union }))
	case s.isObject():
		p = dynamic.Object(prop.Lazy(name, func() *collection.Collection[dynamic.Record] { return s.built.object }))
	default:
		s.miss("recursion: a schema that is no object contains itself")
		return dynamic.Any().Named(name)
	}
	if s.null {
		return p.Nullable().Named(name)
	}
	return p
}

func (s *schema) isUnion() bool { return len(s.cases)+len(s.overlapping) > 0 }

func (s *schema) isObject() bool {
	return s.types == objectKind && len(s.members) > 0 && len(s.cases) == 0 && len(s.overlapping) == 0 && s.enum == nil
}

// objects returns the schema of an object, or those of the cases of a union of objects; nil for others.
func (s *schema) objects() (all []*schema) {
	if s.isObject() {
		return []*schema{s}
	}
	for _, k := range slices.Concat(s.cases, s.overlapping) {
		inner := k.objects()
		if inner == nil || k.null {
			return nil
		}
		all = append(all, inner...)
	}
	return all
}

// member returns the schema of a member of an object, or of the first case that has it; nil if none does.
func (s *schema) member(name string) *schema {
	for _, o := range s.objects() {
		if m := o.members[name]; m != nil {
			return m
		}
	}
	return nil
}

func (c *converter) convert(s *schema) *dynamic.Property {
	switch {
	case len(s.cases)+len(s.overlapping) > 0:
		return c.union(s)
	case s.enum != nil:
		return c.enum(s)
	case s.types == anyKind:
		return c.formatted(s, dynamic.Any())
	}
	switch s.types {
	case stringKind:
		return c.text(s)
	case boolKind:
		return c.formatted(s, dynamic.Bool())
	case integerKind:
		return c.integer(s)
	case integerKind | numberKind:
		return c.number(s)
	case arrayKind:
		return c.array(s)
	case objectKind:
		return c.object(s)
	case 0:
		if s.null {
			return c.formatted(s, dynamic.Values([]prop.JSON{"null"}))
		}
		s.miss("type: no value")
	default:
		s.miss("type: several in one schema")
	}
	return dynamic.Any()
}

// formatted names the format that the property does not have by itself.
func (c *converter) formatted(s *schema, p *dynamic.Property) *dynamic.Property {
	if f := s.strings["format"]; f != "" {
		return p.Format(f)
	}
	return p
}

func (c *converter) array(s *schema) *dynamic.Property {
	item := dynamic.Any()
	if s.items != nil {
		item = c.property(s.items, "v")
	}
	return c.formatted(s, item.Array(s.counts("Items")))
}

func (c *converter) object(s *schema) *dynamic.Property {
	if len(s.members) == 0 {
		if len(s.required) > 0 {
			s.miss("required: a member that is not declared")
		}
		value := dynamic.Any()
		if s.additional != nil {
			value = c.property(s.additional, "v")
		}
		return c.formatted(s, value.Entries(c.named(s, s.counts("Properties"))))
	}
	return c.formatted(s, dynamic.Object(prop.Object(c.collection(s))))
}

// named adds the rules on the names of members.
func (c *converter) named(s *schema, counts dynamic.Counts) dynamic.Counts {
	if s.names != nil {
		counts.Names = c.property(s.names, "name").Prop
	}
	return counts
}

// collection returns the collection of an object with members.
func (c *converter) collection(s *schema) *collection.Collection[dynamic.Record] {
	if s.built == nil {
		c.property(s, "v")
	}
	if s.built.object != nil {
		return s.built.object
	}
	var props []prop.Prop
	if s.additional != nil {
		props = append(props, c.property(s.additional, "v").Additional(c.named(s, dynamic.Counts{}).Names))
	}
	if s.names != nil && s.additional == nil {
		s.miss("propertyNames: beside members alone")
	}
	byName := map[string]prop.Prop{}
	readOnly := false
	for _, name := range sortedKeys(s.members) {
		m := s.members[name]
		p := c.member(m, name, s.required[name])
		readOnly = readOnly || m.readOnly
		props, byName[name] = append(props, p), p
	}
	for _, name := range sortedKeys(s.required) {
		if byName[name] == nil {
			s.miss("required: a member that is not declared")
		}
	}
	o := collection.New(c.name(s), props...)
	if n, ok := s.count("minProperties"); ok {
		o = o.MinProperties(n)
	}
	if n, ok := s.count("maxProperties"); ok {
		o = o.MaxProperties(n)
	}
	if s.sets != nil {
		var set []prop.Prop
		for _, name := range s.sets.members {
			set = append(set, byName[name])
		}
		if s.sets.exactly {
			o = o.ExactlyOne(set...)
		} else {
			o = o.AtLeastOne(set...)
		}
	}
	if s.closed && !s.requestSchema {
		o = o.Closed()
	}
	if !s.closed && s.requestSchema && s.additional == nil {
		o = o.IgnoreUnknown()
	}
	if readOnly && s.requestSchema {
		o = o.IgnoreReadOnly()
	}
	s.built.object = o
	return o
}

// member returns the property of a member.
func (c *converter) member(m *schema, name string, required bool) prop.Prop {
	return flags(m, c.property(m, name), required).Prop
}

// flags adds what is said of a member or a parameter, beside the set of its values.
func flags(m *schema, p *dynamic.Property, required bool) *dynamic.Property {
	if m.readOnly {
		p = p.ReadOnly()
	}
	if m.writeOnly {
		p = p.WriteOnly()
	}
	if m.deprecated {
		p = p.Deprecated()
	}
	if !required {
		p = p.Optional()
	}
	if m.fallback == "" {
		return p
	}
	fallback := p.Fallback
	switch {
	case required:
		fallback = p.Initial
	case !m.requestSchema:
		fallback = p.AbsentMeans // a response may omit it
	}
	q, err := fallback(m.fallback)
	if fault, ok := errors.AsType[dynamic.Fault](err); ok {
		m.miss("fault: " + class(fault.Message))
		return p
	}
	if err != nil {
		m.fallback = "" // a default must conform to its schema (OpenAPI 3.1.1 §4.8.24)
		return p
	}
	return q
}
