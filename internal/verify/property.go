package verify

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/tree"
)

// Prop collects the faults of a property and of what it consists of.
func (c *Checker) Prop(p *tree.Prop) {
	s := c.scope("property", p.Name)
	s.add(p.Faults)
	if len(p.Faults) > 0 {
		return // other checks would only repeat them
	}
	if !utf8.ValidString(p.Name) {
		s.fault(p.At, "the name is not valid UTF-8")
	}
	if p.ReadOnly && p.WriteOnly {
		s.fault(p.At, "ReadOnly and WriteOnly together leave no mode")
	}
	c.named = c.named || p.Component != ""
	s.texts(p.At, p.Title, p.Doc, p.ExternalDocs.Name)
	for _, r := range p.Rules {
		if own, is := r.(tree.Custom); is {
			s.texts(p.At, own.Message)
		}
	}
	before := len(c.Faults)
	switch t := p.Type.(type) {
	case tree.Array:
		c.Prop(t.Item)
		absence(t.Item, "an item of a list", s)
	case tree.Map:
		c.Prop(t.Value)
		absence(t.Value, "a value of a map", s)
		c.memberNames(t.Names, p)
	case tree.Object:
		c.Collection(t.Of())
	case tree.File:
		c.files = true
	case tree.Alternatives:
		c.union(t.Of())
	}
	if len(c.Faults) > before || p.Default == nil && p.Documented() == nil && len(p.Examples) == 0 || c.written[p] {
		return
	}
	if p.Default != nil {
		if err := written(p, *p.Default, tree.Create); err != nil {
			s.fault(p.Default.At, "the default %v", err)
		}
	}
	if d := p.Documented(); d != nil {
		if err := written(p, *d, p.DocumentedIn()); err != nil {
			what := "the initial value"
			if d == p.AbsentMeans {
				what = "the value that absence means"
			}
			s.fault(d.At, "%s %v", what, err)
		}
	}
	for _, sample := range p.Examples {
		if err := written(p, sample, tree.View); err != nil {
			s.fault(sample.At, "the example %v", err)
		}
	}
	if len(c.Faults) == before {
		if c.written == nil {
			c.written = map[*tree.Prop]bool{}
		}
		c.written[p] = true
	}
}

// written returns an error if a sample is no value of the property, or cannot be in a document.
func written(p *tree.Prop, sample tree.Sample, mode tree.Mode) error {
	text, err := p.Write(sample, mode)
	if err == nil && tree.TooLarge(text) {
		return errors.New("has a number that is too large for a document")
	}
	return err
}

// absence checks that nothing says what the absence of a part means that is never absent. Optional
// alone does not matter: members are often items, too.
func absence(p *tree.Prop, part string, s *scope) {
	for _, v := range []struct {
		is     *tree.Sample
		method string
	}{{p.Default, "Default"}, {p.AbsentMeans, "AbsentMeans"}, {p.Initial, "Initial"}} {
		if v.is != nil {
			s.fault(v.is.At, "%s has no meaning for %s, which is never absent; Required removes it", v.method, part)
		}
	}
}

// PropIn is Prop for a property that is read or written in one mode.
func (c *Checker) PropIn(p *tree.Prop, mode tree.Mode) {
	before := len(c.Faults)
	if c.Prop(p); len(c.Faults) == before && c.unions {
		c.distinguishable(p, mode)
	}
}

// Body collects the faults of a body and of its examples.
func (c *Checker) Body(b *tree.Body) {
	before := len(c.Faults)
	c.PropIn(b.Prop, b.SchemaMode())
	if len(c.Faults) == before && (b.Format == tree.Form || b.Format == tree.Multipart) {
		c.fields(b.Prop, b.SchemaMode())
	}
	if len(b.Examples) == 0 || len(Faults(b.Prop)) > 0 { // a faulty declaration rejects all examples
		return
	}
	s := c.scope("body", b.Prop.Name)
	for i, x := range b.Examples {
		at := x.Sample.At
		if x.Name == "" {
			s.fault(at, "an example needs a name")
		} else if slices.ContainsFunc(b.Examples[:i], func(other tree.Example) bool { return other.Name == x.Name }) {
			s.fault(at, "two examples are named %q", x.Name)
		}
		if err := written(b.Prop, x.Sample, b.Mode); err != nil {
			s.fault(at, "example %q %v", x.Name, err)
		}
	}
}
