package verify

import (
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
)

// Prop collects the faults of a property and of what it consists of.
func (c *Checker) Prop(p *ir.Prop) {
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
	before := len(c.Faults)
	switch t := p.Type.(type) {
	case ir.Array:
		c.Prop(t.Item)
	case ir.Map:
		c.Prop(t.Value)
		if t.Names != nil {
			t.Names.Check(c, t.Names, p)
		}
	case ir.Object:
		c.Collection(t.Of())
	case ir.Alternatives:
		u := t.Of()
		u.Check(c, u)
	}
	if len(c.Faults) > before || p.Default == nil && p.Documented() == nil && len(p.Examples) == 0 || c.written[p] {
		return
	}
	if p.Default != nil {
		if _, err := p.Write(*p.Default, ir.Create); err != nil {
			s.fault(p.Default.At, "the default %v", err)
		}
	}
	if d := p.Documented(); d != nil {
		if _, err := p.Write(*d, p.DocumentedIn()); err != nil {
			what := "the initial value"
			if d == p.AbsentMeans {
				what = "the value that absence means"
			}
			s.fault(d.At, "%s %v", what, err)
		}
	}
	for _, sample := range p.Examples {
		if _, err := p.Write(sample, ir.View); err != nil {
			s.fault(sample.At, "the example %v", err)
		}
	}
	if len(c.Faults) == before {
		if c.written == nil {
			c.written = map[*ir.Prop]bool{}
		}
		c.written[p] = true
	}
}

// PropIn is Prop for a property that is read or written in one mode.
func (c *Checker) PropIn(p *ir.Prop, mode ir.Mode) {
	before := len(c.Faults)
	if c.Prop(p); len(c.Faults) == before {
		if c.distinguish != nil {
			c.distinguish(c, p, mode)
		}
	}
}

// Body collects the faults of a body and of its examples.
func (c *Checker) Body(b *ir.Body) {
	c.PropIn(b.Prop, b.SchemaMode())
	if len(b.Examples) == 0 || len(Faults(b.Prop)) > 0 { // a faulty declaration rejects all examples
		return
	}
	s := c.scope("body", b.Prop.Name)
	for i, x := range b.Examples {
		at := x.Sample.At
		if x.Name == "" {
			s.fault(at, "an example needs a name")
		} else if slices.ContainsFunc(b.Examples[:i], func(other ir.Example) bool { return other.Name == x.Name }) {
			s.fault(at, "two examples are named %q", x.Name)
		}
		if _, err := b.Prop.Write(x.Sample, b.Mode); err != nil {
			s.fault(at, "example %q %v", x.Name, err)
		}
	}
}
