package tree

import (
	"fmt"
	"strconv"
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
	var d description
	d.at(c.At)
	d.texts(c.Name, c.ComponentNames.Text, c.Title, c.Doc, c.ExternalDocs.Name, c.ExternalDocs.URL)
	d.flags(c.IgnoreUnknown, c.RejectUnknown, c.IgnoreReadOnly)
	d.number(int(c.Closed))
	for _, m := range c.Members {
		d.add("\n")
		d.number(int(m.Modes))
		d.number(int(m.Named))
		d.flags(m.Key, m.Computed, m.Omittable, m.UpdateRequired)
		d.texts(m.Scopes...)
		d.prop(m.Prop)
	}
	if c.Rest != nil {
		d.add("\nothers ")
		d.prop(c.Rest)
		d.names(c.RestNames)
	}
	for _, a := range c.ObjectRules {
		d.add("\n")
		d.at(a.At)
		d.texts(a.Rule.Code())
	}
	return string(d)
}

// description is the text of a fingerprint.
type description []byte

// add is not inlined, because it has many callers.
//
//go:noinline
func (d *description) add(s string) { *d = append(*d, s...) }

func (d *description) number(n int) { *d = strconv.AppendInt(append(*d, ' '), int64(n), 10) }

func (d *description) at(pc Position) {
	file, line := pc.FileLine()
	d.add(file)
	d.number(line)
}

// texts writes quoted texts and their number.
func (d *description) texts(all ...string) {
	d.number(len(all))
	for _, s := range all {
		*d = strconv.AppendQuote(*d, s)
	}
}

// flags writes a set of up to 64 flags.
func (d *description) flags(all ...bool) {
	set := 0
	for i, is := range all {
		if is {
			set |= 1 << i
		}
	}
	d.number(set)
}

// prop writes the property itself: a collection inside it has its own fingerprint, which
// may contain this one.
func (d *description) prop(p *Prop) {
	d.at(p.At)
	d.texts(p.Name, p.Title, p.Doc, p.ExternalDocs.Name, p.ExternalDocs.URL)
	d.flags(p.Nullable, p.Optional, p.Deprecated, p.ReadOnly, p.WriteOnly, p.Default != nil, p.AbsentMeans != nil, p.Initial != nil, p.Named != nil)
	if p.Named != nil {
		d.texts(*p.Named)
	}
	for _, e := range p.Extensions {
		d.texts(e.Name, e.JSON)
	}
	for _, r := range p.Rules {
		d.add(" rule")
		d.texts(r.Code(), p.Message(r))
		for _, a := range r.Params() {
			d.texts(a.Name, a.JSON)
		}
		if own, ok := r.(Custom); ok {
			d.texts(own.Message)
		}
	}
	for _, f := range p.Faults {
		d.texts(f.Message)
	}
	switch t := p.Type.(type) {
	case Array:
		d.add(" of ")
		d.prop(t.Item)
	case Map:
		d.add(" of ")
		d.prop(t.Value)
		d.names(t.Names)
	case Object:
		c := t.Of()
		d.add(" object ")
		d.texts(c.Name)
		d.at(c.At)
	case Alternatives:
		u := t.Of()
		d.add(" union ")
		d.texts(u.Name)
		d.at(u.At)
	default: // plain data
		*d = fmt.Appendf(*d, " %T%+v", t, t)
	}
}

func (d *description) names(n *Names) {
	if n != nil {
		d.add(" named ")
		d.prop(n.Prop)
	}
}
