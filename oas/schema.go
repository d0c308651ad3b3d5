package oas

import (
	"fmt"

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
	member    bool // its flags and its default count
	parameter bool // its texts stand at the parameter
}

// schema writes a property as a schema object.
func (w *writer) schema(p *ir.Prop, at site) (*base.SchemaProxy, error) {
	s := &base.Schema{}
	if p.Type == nil {
		return nil, fmt.Errorf("property %q has no type", p.Name)
	}
	if err := w.typed(s, p.Type, at); err != nil {
		return nil, err
	}
	if err := w.rules(s, p); err != nil {
		return nil, err
	}
	if err := w.annotate(s, p, at); err != nil {
		return nil, err
	}
	if t, ok := p.Type.(ir.Object); ok {
		name, err := w.components.use(t.Of(), at.mode)
		if err != nil {
			return nil, err
		}
		return w.dialect.reference(schemaRef+name, s, at.nullable), nil
	}
	if at.nullable {
		w.dialect.nullable(s)
	}
	return base.CreateSchemaProxy(s), nil
}

// typed writes the keywords that a type has by itself.
func (w *writer) typed(s *base.Schema, t ir.Type, at site) error {
	switch t := t.(type) {
	case ir.Integer:
		s.Format = t.Format
	case ir.Float:
		s.Format = t.Format
	case ir.Text:
		s.Format, s.Pattern = t.Format, t.Pattern
	case ir.Enum:
		for _, v := range t.Values {
			s.Enum = append(s.Enum, textNode(v))
		}
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
	case ir.Object:
		return nil // a reference says it
	default:
		return fmt.Errorf("type %T has no schema", t)
	}
	s.Type = []string{t.Word()}
	return nil
}

// nullableValue reports whether the values of a map may be null: in an update,
// null removes one (RFC 7396 §1).
func nullableValue(t ir.Map, m ir.Mode) bool { return t.Value.Nullable || m == ir.Update }

// annotate writes what does not constrain the value.
func (w *writer) annotate(s *base.Schema, p *ir.Prop, at site) error {
	s.Title = p.Title
	if !at.parameter {
		s.Description = describe(p)
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
	return extensions(&s.Extensions, p.Extensions)
}

// defaulted reports whether a default applies: it fills what a client leaves
// out, and never in an update.
func defaulted(at site) bool { return at.parameter || at.member && at.mode == ir.Create }

// object writes a collection as a schema object.
func (w *writer) object(c *ir.Collection, mode ir.Mode) (*base.SchemaProxy, error) {
	s := &base.Schema{
		Type:        []string{"object"},
		Title:       c.Title,
		Description: c.Doc,
		Properties:  orderedmap.New[string, *base.SchemaProxy](),
	}
	for _, m := range c.In(mode) {
		p, err := w.schema(m.Prop, site{mode: mode, nullable: m.Nullable(mode), member: true})
		if err != nil {
			return nil, fmt.Errorf("%s: collection %q: member %q: %w", c.At, c.Name, m.Prop.Name, err)
		}
		s.Properties.Set(m.Prop.Name, p)
		if m.Required(mode) {
			s.Required = append(s.Required, m.Prop.Name)
		}
	}
	if !open(c, mode) {
		s.AdditionalProperties = closed()
	}
	if err := extensions(&s.Extensions, c.Extensions); err != nil {
		return nil, fmt.Errorf("%s: collection %q: %w", c.At, c.Name, err)
	}
	return base.CreateSchemaProxy(s), nil
}

// open reports whether an object may have other members than its collection.
func open(c *ir.Collection, m ir.Mode) bool { return c.IgnoreUnknown && m.Input() }

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
