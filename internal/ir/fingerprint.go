package ir

import (
	"fmt"
	"strings"
	"sync"
)

// Fingerprint identifies a declaration of a collection: a function that declares the collection
// again returns one with the same fingerprint, unless the members differ. Types with a function
// of their own collection call it anew, so that the address of a collection does not identify
// it.
//
// The first call caches the text: the collection must not change after it.
func (c *Collection) Fingerprint() string {
	if c.cached == nil { // in a test
		return c.describe()
	}
	c.cached.once.Do(func() { c.cached.text = c.describe() })
	return c.cached.text
}

// cached is what was computed about a collection.
type cached struct {
	once sync.Once
	text string

	visibilityOnce sync.Once
	visibility     Visibility
}

func (c *Collection) describe() string {
	var b strings.Builder
	file, line := c.At.Position()
	fmt.Fprintf(&b, "%s:%d %q %q %q %q %q %t %t %t %d", file, line, c.Name, c.ComponentNames.Text, c.Title, c.Doc, c.ExternalDocs, c.IgnoreUnknown, c.RejectUnknown, c.IgnoreReadOnly, c.Closed)
	for _, m := range c.Members {
		fmt.Fprintf(&b, "\n%d %d %t %t %t %t %q ", m.Modes, m.Named, m.Key, m.Computed, m.Omittable, m.UpdateRequired, m.Scopes)
		m.Prop.describe(&b)
	}
	if c.Rest != nil {
		b.WriteString("\nothers ")
		c.Rest.describe(&b)
		c.RestNames.describe(&b)
	}
	for _, a := range c.ObjectRules {
		fmt.Fprintf(&b, "\n%s %s", a.At, a.Rule.Code())
	}
	return b.String()
}

// describe writes the property itself: a collection inside it has its own fingerprint, which
// may contain this one.
func (p *Prop) describe(b *strings.Builder) {
	file, line := p.At.Position()
	fmt.Fprintf(b, "%s:%d %q %q %q %q %t %t %t %t %t %t %q", file, line, p.Name, p.Title, p.Doc, p.ExternalDocs,
		p.Nullable, p.Optional, p.Deprecated, p.ReadOnly, p.WriteOnly, p.Default != nil, p.Extensions)
	if p.AbsentMeans != nil {
		b.WriteString(" meant")
	}
	if p.Initial != nil {
		b.WriteString(" initial")
	}
	if p.Named != nil {
		fmt.Fprintf(b, " format %q", *p.Named)
	}
	for _, r := range p.Rules {
		fmt.Fprintf(b, " %s%q%q", r.Code(), r.Params(), p.Message(r))
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
		t.Item.describe(b)
	case Map:
		b.WriteString(" of ")
		t.Value.describe(b)
		t.Names.describe(b)
	case Object:
		c := t.Of()
		fmt.Fprintf(b, " object %q %s", c.Name, c.At)
	case Alternatives:
		u := t.Of()
		fmt.Fprintf(b, " union %q %s", u.Name, u.At)
	default: // plain data
		fmt.Fprintf(b, " %T%+v", t, t)
	}
}
