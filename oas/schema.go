package oas

import (
	"fmt"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"github.com/pb33f/libopenapi/orderedmap"
	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/ir"
)

// site is where a property stands. The same property is written differently as
// a member of an object, as an item of a list and as a parameter.
type site struct {
	mode      ir.Mode
	nullable  bool
	member    bool     // its flags and its default count
	parameter bool     // its texts stand at the parameter
	scopes    []string // that guard a member
}

// schema writes a property as a schema object.
func (w *writer) schema(p *ir.Prop, at site) (*base.SchemaProxy, error) {
	s := &base.Schema{}
	if err := w.typed(s, p.Type, at); err != nil {
		return nil, err
	}
	if err := w.rules(s, p, at); err != nil {
		return nil, err
	}
	if err := w.annotate(s, p, at); err != nil {
		return nil, err
	}
	name, err := w.referred(p.Type, at.mode)
	if err != nil {
		return nil, err
	}
	if name != "" {
		return w.dialect.reference(schemaRef+name, s, at.nullable), nil
	}
	if at.nullable && len(s.Type) > 0 { // any value may be null already
		w.dialect.nullable(s)
	}
	return base.CreateSchemaProxy(s), nil
}

// referred returns the name of the component that a type is, or "".
func (w *writer) referred(t ir.Type, mode ir.Mode) (string, error) {
	switch t := t.(type) {
	case ir.Object:
		return w.components.useCollection(t.Of(), mode)
	case ir.Alternatives:
		return w.components.useUnion(t.Of, mode)
	default:
		return "", nil
	}
}

// typed writes the keywords that a type has by itself.
func (w *writer) typed(s *base.Schema, t ir.Type, at site) error {
	switch t := t.(type) {
	case ir.Integer:
		s.Format = t.Format
		if t.Quoted {
			s.Pattern = "^-?(0|[1-9][0-9]*)$"
		}
	case ir.Float:
		s.Format = t.Format
	case ir.Text:
		s.Format, s.Pattern = t.Format, t.Pattern
	case ir.Enum:
		for _, v := range t.Values {
			s.Enum = append(s.Enum, textNode(v))
		}
	case ir.Binary:
		w.dialect.base64(s)
		s.Pattern = base64Pattern
	case ir.Boolean:
	case ir.Array:
		mode := at.mode.Nested()
		item, err := w.schema(t.Item, site{mode: mode, nullable: t.Item.Nullable})
		if err != nil {
			return err
		}
		s.Items = &base.DynamicValue[*base.SchemaProxy, bool]{A: item}
	case ir.Map:
		value, err := w.schema(t.Value, site{mode: at.mode, nullable: nullableValue(t, at.mode)})
		if err != nil {
			return err
		}
		s.AdditionalProperties = &base.DynamicValue[*base.SchemaProxy, bool]{A: value}
	case ir.Object, ir.Alternatives:
		return nil // a reference says it
	case ir.Any:
		return nil // the empty schema
	case ir.File:
		w.dialect.file(s)
		return nil
	default:
		return fmt.Errorf("type %T has no schema", t)
	}
	s.Type = []string{t.Word()}
	return nil
}

// base64Pattern is base64 with padding, and without bits left over (RFC 4648
// §3.5, §4): each value has one text.
const base64Pattern = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"

// nullableValue reports whether the values of a map may be null: in an update,
// null removes one (RFC 7396 §1).
func nullableValue(t ir.Map, m ir.Mode) bool { return t.Value.Nullable || m == ir.Update }

// annotate writes what does not constrain the value.
func (w *writer) annotate(s *base.Schema, p *ir.Prop, at site) error {
	s.Title = p.Title
	if !at.parameter {
		s.Description = paragraphs(describe(p), ir.OnlyWith(at.scopes))
		if p.Deprecated {
			s.Deprecated = yes()
		}
		values, err := examples(p, at.mode)
		if err != nil {
			return err
		}
		if len(values) > 0 {
			w.dialect.examples(s, values)
		}
	}
	if at.member && p.ReadOnly && !at.mode.Input() {
		s.ReadOnly = yes()
	}
	if at.member && p.WriteOnly && at.mode.Input() {
		s.WriteOnly = yes()
	}
	if p.Default != nil && defaulted(at) {
		var err error
		if s.Default, err = sampleNode(p, *p.Default, ir.Create); err != nil {
			return fmt.Errorf("the default: %w", err)
		}
	}
	if at.scopes != nil {
		names := listNode()
		for _, name := range at.scopes {
			names.Content = append(names.Content, textNode(name))
		}
		extend(&s.Extensions, "x-visible-to", names)
	}
	return extensions(&s.Extensions, p.Extensions)
}

// defaulted reports whether a default applies: it fills what a client leaves
// out, and never in an update.
func defaulted(at site) bool { return at.parameter || at.member && at.mode == ir.Create }

// object writes a collection as a schema object.
func (w *writer) object(c *ir.Collection, mode ir.Mode) (*base.SchemaProxy, error) {
	fail := func(err error) (*base.SchemaProxy, error) {
		return nil, fmt.Errorf("%s: collection %q: %w", c.At, c.Name, err)
	}
	s := &base.Schema{
		Type:       []string{"object"},
		Title:      c.Title,
		Properties: orderedmap.New[string, *base.SchemaProxy](),
	}
	for _, m := range c.In(mode) {
		p, err := w.schema(m.Prop, site{mode: mode, nullable: m.Nullable(mode), member: true, scopes: m.Scopes})
		if err != nil {
			return fail(fmt.Errorf("member %q: %w", m.Prop.Name, err))
		}
		s.Properties.Set(m.Prop.Name, p)
		if m.Required(mode) {
			s.Required = append(s.Required, m.Prop.Name)
		}
	}
	if err := w.others(s, c, mode); err != nil {
		return fail(err)
	}
	sentences, err := w.across(s, c, mode)
	if err != nil {
		return fail(err)
	}
	s.Description = paragraphs(c.Doc, strings.Join(sentences, "\n"))
	if err := extensions(&s.Extensions, c.Extensions); err != nil {
		return fail(err)
	}
	return base.CreateSchemaProxy(s), nil
}

// others says what members an object may have beside its own. None of them has
// the name of a member that a client cannot send.
func (w *writer) others(s *base.Schema, c *ir.Collection, mode ir.Mode) error {
	switch {
	case c.Rest != nil:
		rest, err := w.schema(c.Rest, site{mode: mode.Nested(), nullable: nullableRest(c, mode)})
		if err != nil {
			return err
		}
		s.AdditionalProperties = &base.DynamicValue[*base.SchemaProxy, bool]{A: rest}
	case !open(c, mode):
		s.AdditionalProperties = closed()
		return nil
	}
	if names := closedNames(c, mode); names != nil {
		addAllOf(s, &base.Schema{Not: base.CreateSchemaProxy(&base.Schema{AnyOf: each(names)})})
	}
	return nil
}

// open reports whether members that the collection does not know are passed
// over.
func open(c *ir.Collection, m ir.Mode) bool { return c.IgnoreUnknown && m.Input() }

// closedNames are the members that a client cannot send.
func closedNames(c *ir.Collection, mode ir.Mode) (out []*ir.Prop) {
	for _, m := range c.Members {
		if mode.Input() && !m.Has(mode) {
			out = append(out, m.Prop)
		}
	}
	return out
}

// nullableRest reports whether the members that a collection does not name may
// be null: in an update, null removes one (RFC 7396 §1).
func nullableRest(c *ir.Collection, m ir.Mode) bool { return c.Rest.Nullable || m == ir.Update }

// alternatives writes a union as a schema.
func (w *writer) alternatives(u *ir.Union, mode ir.Mode) (*base.SchemaProxy, error) {
	s := &base.Schema{Title: u.Title, Description: u.Doc}
	if u.Tag != "" {
		s.Discriminator = &base.Discriminator{PropertyName: u.Tag, Mapping: orderedmap.New[string, string]()}
	}
	for _, c := range u.Cases {
		name, err := w.components.useCollection(c, mode)
		if err != nil {
			return nil, err
		}
		s.OneOf = append(s.OneOf, base.CreateSchemaProxyRef(schemaRef+name))
		if tag, ok := u.TagOf(c); ok && u.Tag != "" {
			s.Discriminator.Mapping.Set(tag, schemaRef+name)
		}
	}
	return base.CreateSchemaProxy(s), nil
}

// closed is additionalProperties: false.
func closed() *base.DynamicValue[*base.SchemaProxy, bool] {
	return &base.DynamicValue[*base.SchemaProxy, bool]{N: 1}
}

// extensions adds vendor extensions.
func extensions(to **orderedmap.Map[string, *yaml.Node], from []ir.Extension) error {
	for _, x := range from {
		n, err := jsonNode(x.JSON)
		if err != nil {
			return fmt.Errorf("extension %q: %w", x.Name, err)
		}
		extend(to, x.Name, n)
	}
	return nil
}

func extend(to **orderedmap.Map[string, *yaml.Node], name string, n *yaml.Node) {
	if *to == nil {
		*to = orderedmap.New[string, *yaml.Node]()
	}
	(*to).Set(name, n)
}
