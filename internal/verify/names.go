package verify

import "github.com/tenon-go/tenon/internal/ir"

// Names is the [ir.Names.Check] of rules on names: it collects the faults of their property, and of a
// map with them.
func Names(checker any, n *ir.Names, of *ir.Prop) {
	c := checker.(*Checker)
	if c.Prop(n.Prop); of == nil {
		return
	}
	t, ok := n.Prop.Type.(ir.Enum)
	for _, r := range of.Rules {
		if least, is := r.(ir.MinProps); is && ok && least.N > len(t.Values) {
			c.scope("property", of.Name).fault(of.At, "PropertyNames has %d names, and MinProperties(%d) needs more", len(t.Values), least.N)
		}
	}
}
