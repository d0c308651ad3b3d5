package ir

import (
	"fmt"
	"strings"
)

// Verify collects the faults of declarations. The zero value is ready; it
// visits each collection once, so that recursion ends.
type Verify struct {
	Faults  []Fault
	seen    map[*Collection]bool
	visited map[string]bool // collections by name and place: a thunk makes them anew
}

func (v *Verify) add(f Fault, format string, args ...any) {
	f.What = fmt.Sprintf(format, args...) + f.What
	v.Faults = append(v.Faults, f)
}

// Prop collects the faults of a property and of everything inside it.
func (v *Verify) Prop(p *Prop) {
	who := fmt.Sprintf("property %q: ", p.Name)
	for _, f := range p.Faults {
		v.add(f, "%s", who)
	}
	if len(p.Faults) > 0 {
		return // what follows would only echo them
	}
	if p.ReadOnly && p.WriteOnly {
		v.add(Fault{At: p.At, What: "ReadOnly and WriteOnly leave nobody to send it"}, "%s", who)
	}
	before := len(v.Faults)
	switch t := p.Type.(type) {
	case Array:
		v.Prop(t.Item)
	case Map:
		v.Prop(t.Value)
	case Object:
		v.Collection(t.Of())
	}
	if len(v.Faults) > before {
		return
	}
	if p.Default != nil {
		if _, err := p.Write(*p.Default, Create); err != nil {
			v.add(Fault{At: p.Default.At, What: "the default " + err.Error()}, "%s", who)
		}
	}
	for _, s := range p.Examples {
		if _, err := p.Write(s, View); err != nil {
			v.add(Fault{At: s.At, What: "the example " + err.Error()}, "%s", who)
		}
	}
}

// Collection collects the faults of a collection and of everything inside it.
func (v *Verify) Collection(c *Collection) {
	if v.seen == nil {
		v.seen, v.visited = map[*Collection]bool{}, map[string]bool{}
	}
	file, line := c.At.Position()
	place := fmt.Sprint(file, ":", line, " ", c.Name)
	if v.seen[c] || v.visited[place] && c.At.Known() {
		return
	}
	v.seen[c], v.visited[place] = true, true
	who := fmt.Sprintf("collection %q: ", c.Name)
	for _, f := range c.Faults {
		v.add(f, "%s", who)
	}
	if !componentName(c.Name) {
		v.add(Fault{At: c.At, What: "a name is letters, digits, . _ and -, for it names a component of the document"}, "%s", who)
	}
	if len(c.Members) > maxMembers {
		v.add(Fault{At: c.At, What: fmt.Sprintf("%d members are more than %d", len(c.Members), maxMembers)}, "%s", who)
	}
	names := map[string]*Member{}
	for _, m := range c.Members {
		switch first := names[m.Prop.Name]; {
		case m.Prop.Name == "" && len(m.Prop.Faults) == 0:
			v.add(Fault{At: m.Prop.At, What: "a member needs a name"}, "%s", who)
		case first != nil:
			v.add(Fault{At: m.Prop.At, What: fmt.Sprintf("two members are named %q; the first is at %s", m.Prop.Name, first.Prop.At)}, "%s", who)
		}
		names[m.Prop.Name] = m
		if m.Modes == 0 {
			v.add(Fault{At: m.Prop.At, What: fmt.Sprintf("member %q is left in no mode", m.Prop.Name)}, "%s", who)
		}
		v.Prop(m.Prop)
	}
}

// maxMembers is how many members the compiled form has room for.
const maxMembers = 256

// componentName reports whether s may name a component (OpenAPI 3.1 §4.8.7).
func componentName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}
