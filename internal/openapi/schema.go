package openapi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// site is the position of a property. The same property is written differently as a member of
// an object, as an item of a list and as a parameter.
type site struct {
	mode      tree.Mode
	nullable  bool
	member    bool     // its flags and its default apply
	parameter bool     // the parameter has its texts
	scopes    []string // that restrict a member
}

// schema writes a property as a schema object.
func (w *writer) schema(p *tree.Prop, at site) error {
	if c := unnamed(p); c != nil {
		return w.collection(c, at.mode)
	}
	ref, err := "", error(nil)
	if isNamed(p) && !at.parameter {
		ref, err = w.components.useProp(p)
	} else {
		ref, err = w.components.refer(p, at.mode)
	}
	switch {
	case err != nil:
		return err
	case ref != "":
		return w.referred(p, at, ref)
	}
	w.open('{')
	if err := w.keywords(p, at); err != nil {
		return err
	}
	w.end()
	return nil
}

// isNamed reports whether the schema of a property is a component by itself: it has chosen a name,
// and is the same in all modes.
func isNamed(p *tree.Prop) bool { return p.Component != "" && !tree.DependsOnMode(p) }

// referred writes a property as a reference to a component.
func (w *writer) referred(p *tree.Prop, at site, ref string) error {
	return w.dialect.reference(&w.page, ref, at.nullable, w.beside(p, at))
}

// beside returns what writes the keywords beside a reference to a component. That of a property that
// has chosen its name has all but what the place of the property adds.
func (w *writer) beside(p *tree.Prop, at site) func() error {
	if !isNamed(p) {
		return func() error { return w.keywords(p, at) }
	}
	return func() error {
		err := w.defaultIn(p, at)
		w.places(p, at)
		w.texts("x-visible-to", at.scopes)
		return err
	}
}

// keywords writes the keywords of a property: texts, type, rules, and then annotations.
func (w *writer) keywords(p *tree.Prop, at site) error {
	w.translated("title", p.Title)
	if !at.parameter {
		w.some("description", paragraphs(w.describe(p), onlyWith(at.scopes)))
	}
	if err := w.typed(p, at); err != nil {
		return err
	}
	w.patterns(p)
	if err := w.rules(p, at); err != nil {
		return err
	}
	return w.annotate(p, at)
}

// typed writes the keywords of the type of a property, and its format. Any value includes null
// already, and a reference needs no keywords of its target.
func (w *writer) typed(p *tree.Prop, at site) error {
	switch t := p.Type.(type) {
	case tree.Object, tree.Alternatives, tree.Any:
	case tree.File:
		w.dialect.file(&w.page, at.nullable)
		return nil
	case nil:
	case tree.Enum:
		if isNull(t) {
			w.dialect.null(&w.page)
			return nil
		}
		if word := t.Word(); word != "" { // values of several types need none, which includes null
			w.dialect.kind(&w.page, word, at.nullable)
		}
	default:
		w.dialect.kind(&w.page, t.Word(), at.nullable)
	}
	w.some("format", p.Format())
	switch t := p.Type.(type) {
	case tree.Object, tree.Alternatives, tree.Any, tree.Integer, tree.Float, tree.Text, tree.Boolean:
	case tree.Enum:
		return w.enum(t, at.nullable)
	case tree.Binary:
		w.dialect.base64(&w.page, p.Named == nil)
	case tree.Array:
		w.key("items")
		return w.schema(t.Item, site{mode: at.mode.Nested(), nullable: t.Item.Nullable})
	case tree.Map:
		w.key("additionalProperties")
		if err := w.schema(t.Value, site{mode: at.mode, nullable: nullableValue(t, at.mode)}); err != nil {
			return err
		}
		return w.names(t.Names, nil)
	default:
		return fmt.Errorf("type %T has no schema", t)
	}
	return nil
}

func (w *writer) enum(t tree.Enum, nullable bool) error {
	if t.Const && !nullable {
		return w.dialect.one(&w.page, t.Texts()[0])
	}
	w.list("enum")
	for _, v := range t.Values {
		if w.line(); t.Of == "" {
			w.value(v)
		} else if err := w.raw(v); err != nil {
			return err
		}
	}
	if nullable && (t.Of == "" || !slices.Contains(t.Values, "null")) {
		w.line()
		w.b = append(w.b, "null"...)
	}
	w.endList()
	return nil
}

// nullableValue reports whether the values of a map may be null: in an update,
// null removes one (RFC 7396 §1).
func nullableValue(t tree.Map, m tree.Mode) bool {
	return t.Value.Nullable || m.Declared() == tree.Update
}

// defaultIn writes the default of a property, where it has one.
func (w *writer) defaultIn(p *tree.Prop, at site) error {
	if p.Default != nil && defaulted(at) || p.Documented() != nil && meant(at) {
		text, err := w.defaultOf(p)
		if err != nil {
			return err
		}
		w.key("default")
		if err := w.raw(text); err != nil {
			return fmt.Errorf("the default: %w", err)
		}
	}
	return nil
}

// places writes in which direction a member is sent.
func (w *writer) places(p *tree.Prop, at site) {
	w.flag("readOnly", at.member && p.ReadOnly && !at.mode.Input())
	w.flag("writeOnly", at.member && p.WriteOnly && at.mode.Input())
}

// annotate writes the annotations.
func (w *writer) annotate(p *tree.Prop, at site) error {
	if err := w.defaultIn(p, at); err != nil {
		return err
	}
	if !at.parameter {
		w.flag("deprecated", p.Deprecated)
	}
	w.places(p, at)
	if !at.parameter {
		values, err := w.examples(p, at.mode)
		if err != nil {
			return err
		}
		if len(values) > 0 {
			if err := w.dialect.examples(&w.page, values); err != nil {
				return err
			}
		}
	}
	w.external(p.ExternalDocs)
	if err := w.ownRules(p); err != nil {
		return err
	}
	w.texts("x-visible-to", at.scopes)
	return w.extensions(p.Extensions)
}

// defaulted reports whether a default applies: it replaces an absent value, but never in an
// update.
func defaulted(at site) bool { return at.parameter || at.member && at.mode.Declared() == tree.Create }

// meant reports whether the documents of a place say what absence means, or which value is there at
// first: in an update, absence means that the member does not change.
func meant(at site) bool { return at.parameter || at.member && at.mode.Declared() != tree.Update }

// collection writes a collection as a schema object.
func (w *writer) collection(c *tree.Collection, mode tree.Mode) error {
	fail := func(err error) error { return faultAt(c.At, "collection %q: %w", c.Name, err) }
	rules := c.ObjectRulesIn(mode)
	w.open('{')
	w.translated("title", c.Title)
	w.some("description", paragraphs(w.words.of(c.Doc), strings.Join(w.inSentences(c, mode, rules), "\n"), w.created(c, mode)))
	w.text("type", "object")
	empty := w.mark()
	w.object("properties")
	members := c.In(mode)
	for _, m := range members {
		w.name(m.Prop.Name)
		if err := w.schema(m.Prop, site{mode: mode, nullable: m.Nullable(mode), member: true, scopes: m.Scopes}); err != nil {
			return fail(fmt.Errorf("member %q: %w", m.Prop.Name, err))
		}
	}
	for _, m := range c.Ignored(mode) { // with any value
		w.name(m.Prop.Name)
		w.open('{')
		w.flag("readOnly", true)
		w.end()
	}
	w.endOr(empty)
	empty = w.mark()
	w.list("required")
	for _, m := range members {
		if m.Required(mode) {
			w.line()
			w.value(m.Prop.Name)
		}
	}
	w.endListOr(empty)
	w.sizes(c, mode, rules)
	if err := w.others(c, mode); err != nil {
		return fail(err)
	}
	if err := w.objectRules(c, mode, rules); err != nil {
		return fail(err)
	}
	w.external(c.ExternalDocs)
	if err := w.extensions(c.Extensions); err != nil {
		return fail(err)
	}
	w.end()
	return nil
}

// others writes the schema of undeclared members.
func (w *writer) others(c *tree.Collection, mode tree.Mode) error {
	switch {
	case c.Rest != nil:
		w.key("additionalProperties")
		if err := w.schema(c.Rest, site{mode: mode, nullable: nullableRest(c, mode)}); err != nil {
			return err
		}
		return w.names(c.RestNames, c.Members)
	case !c.Open(mode):
		w.literal("additionalProperties", "false")
	}
	return nil
}

// closedNames returns the members that clients cannot send.
func closedNames(c *tree.Collection, mode tree.Mode) (out []*tree.Prop) {
	for _, m := range c.Members {
		if mode.Input() && !m.Has(mode) {
			out = append(out, m.Prop)
		}
	}
	return out
}

// nullableRest reports whether additional members may be null: in an update, null removes one
// (RFC 7396 §1).
func nullableRest(c *tree.Collection, m tree.Mode) bool {
	return c.Rest.Nullable || m.Declared() == tree.Update
}

// extensions writes specification extensions.
func (w *writer) extensions(all []tree.Extension) error {
	for i := range all {
		x := &all[i]
		w.name(x.Name)
		if err := w.raw(x.JSON); err != nil {
			return fmt.Errorf("extension %q: %w", x.Name, err)
		}
	}
	return nil
}

// external writes a link to external documentation.
func (w *writer) external(l tree.Link) {
	if l.URL == "" {
		return
	}
	w.object("externalDocs")
	w.translated("description", l.Name)
	w.text("url", l.URL)
	w.end()
}

// isNull reports whether null is the only value.
func isNull(e tree.Enum) bool {
	return len(e.Values) == 1 && e.Of == tree.AnyKind && e.Values[0] == "null"
}
