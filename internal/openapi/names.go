package openapi

import "github.com/tenon-go/tenon/tree"

// names writes the rules on the names of members, which those of declared members need not satisfy.
func (w *writer) names(n *tree.Names, declared []*tree.Member) error {
	if n == nil {
		return nil
	}
	w.key(w.since(V31, "propertyNames"))
	others := beside(n, declared)
	if len(others) == 0 {
		return w.schema(n.Prop, site{mode: tree.Create})
	}
	w.open('{')
	w.list("anyOf")
	w.item()
	w.texts("enum", others)
	w.end()
	w.line()
	if err := w.schema(n.Prop, site{mode: tree.Create}); err != nil {
		return err
	}
	w.endList()
	w.end()
	return nil
}

// beside returns the names of declared members that the rules would not accept.
func beside(n *tree.Names, members []*tree.Member) (names []string) {
	for _, m := range members {
		if !n.Accepts(m.Prop.Name) {
			names = append(names, m.Prop.Name)
		}
	}
	return names
}
