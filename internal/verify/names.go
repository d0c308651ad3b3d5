package verify

import "github.com/tenon-go/tenon/tree"

// memberNames collects the faults of rules on names, which are those of a map, or of a collection if
// that is nil.
func (c *Checker) memberNames(n *tree.Names, of *tree.Prop) {
	if n == nil {
		return
	}
	if c.Prop(n.Prop); of == nil {
		return
	}
	t, ok := n.Prop.Type.(tree.Enum)
	for _, r := range of.Rules {
		if least, is := r.(tree.MinProps); is && ok && least.N > len(t.Values) {
			c.scope("property", of.Name).fault(of.At, "PropertyNames has %d names, and MinProperties(%d) needs more", len(t.Values), least.N)
		}
	}
}
