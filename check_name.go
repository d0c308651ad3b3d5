package tenon

import (
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// checkNames looks for two collections or unions under one name, which is one
// component of the document.
func (b *build) checkNames() {
	n := &names{build: b, first: map[string]callsite.PC{}, seen: map[string]bool{}, known: map[*ir.Union]bool{}}
	for op := range b.every() {
		for _, p := range op.Node.Inputs {
			n.prop(p.Prop)
		}
		for body := range bodiesOf(op.Node) {
			n.prop(body.Prop)
		}
	}
}

// names are those of the components met so far.
type names struct {
	*build
	first map[string]callsite.PC
	seen  map[string]bool // collections, by what they are made of
	known map[*ir.Union]bool
}

func (n *names) prop(p *ir.Prop) {
	switch t := p.Type.(type) {
	case ir.Array:
		n.prop(t.Item)
	case ir.Map:
		n.prop(t.Value)
	case ir.Object:
		n.collection(t.Of())
	case ir.Alternatives:
		n.union(t.Of)
	}
}

func (n *names) collection(c *ir.Collection) {
	made := c.Fingerprint()
	if n.seen[made] && c.At.Known() {
		return
	}
	n.seen[made] = true
	n.claim("collection", c.Name, c.At)
	for _, m := range c.Members {
		n.prop(m.Prop)
	}
	if c.Rest != nil {
		n.prop(c.Rest)
	}
}

func (n *names) union(u *ir.Union) {
	if n.known[u] {
		return
	}
	n.known[u] = true
	n.claim("union", u.Name, u.At)
	for _, c := range u.Cases {
		n.collection(c)
	}
}

// claim takes a name for what is declared at a place.
func (n *names) claim(kind, name string, at callsite.PC) {
	if first, taken := n.first[name]; taken {
		n.fault(ir.Fault{At: at}, "%s %q: another at %s has this name; rename one with As", kind, name, first)
		return
	}
	n.first[name] = at
	if name == "Problem" || name == "Violation" {
		n.fault(ir.Fault{At: at}, "%s %q: the name is taken by what problems are described with", kind, name)
	}
}
