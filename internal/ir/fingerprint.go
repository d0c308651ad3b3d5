package ir

import (
	"fmt"
	"strings"
	"sync"
)

// Fingerprint identifies what a function that makes collections was asked for: the
// same place in the source gives the same text, unless the members differ. A
// thunk makes a collection anew on each call, so that its address says nothing.
//
// The first call fixes the text: the collection must not be changed after it.
func (c *Collection) Fingerprint() string {
	if c.made == nil { // in a test
		return c.describe()
	}
	c.made.once.Do(func() { c.made.text = c.describe() })
	return c.made.text
}

// made is what was found out about a collection, once somebody asked for it.
type made struct {
	once sync.Once
	text string

	guards     sync.Once
	visibility Visibility
}

func (c *Collection) describe() string {
	var b strings.Builder
	file, line := c.At.Position()
	fmt.Fprintf(&b, "%s:%d %q %q %q %q %t", file, line, c.Name, c.Title, c.Doc, c.ExternalDocs, c.IgnoreUnknown)
	for _, m := range c.Members {
		fmt.Fprintf(&b, "\n%d %d %t %t %t %q ", m.Modes, m.Named, m.Key, m.Computed, m.Omittable, m.Scopes)
		m.Prop.made(&b)
	}
	for _, a := range c.ObjectRules {
		fmt.Fprintf(&b, "\n%s %s", a.At, a.Rule.Code())
	}
	return b.String()
}

// made is about the property alone: a collection inside it has a text of its
// own, which may contain this one.
func (p *Prop) made(b *strings.Builder) {
	file, line := p.At.Position()
	fmt.Fprintf(b, "%s:%d %q %q %q %q %t %t %t %t %t %t %q", file, line, p.Name, p.Title, p.Doc, p.ExternalDocs,
		p.Nullable, p.Optional, p.Deprecated, p.ReadOnly, p.WriteOnly, p.Default != nil, p.Extensions)
	for _, r := range p.Rules {
		fmt.Fprintf(b, " %s%q", r.Code(), r.Params())
		if own, ok := r.(Custom); ok {
			fmt.Fprintf(b, "%q", own.Message)
		}
	}
	for _, f := range p.Faults {
		fmt.Fprintf(b, " %q", f.Message)
	}
	switch t := p.Type.(type) {
	case Array:
		b.WriteString(" of ")
		t.Item.made(b)
	case Map:
		b.WriteString(" of ")
		t.Value.made(b)
	case Object:
		c := t.Of()
		fmt.Fprintf(b, " object %q %s", c.Name, c.At)
	case Alternatives:
		fmt.Fprintf(b, " union %q %s", t.Of.Name, t.Of.At)
	default: // plain data
		fmt.Fprintf(b, " %T%+v", t, t)
	}
}
