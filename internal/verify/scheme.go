package verify

import "github.com/tenon-go/tenon/tree"

// schemes checks the security schemes, and that their names differ.
func (a *API) schemes() {
	first := map[string]*tree.Scheme{}
	for _, s := range a.Node.Schemes {
		a.Faults = append(a.Faults, s.Faults...)
		if other := first[s.Name]; other == nil {
			first[s.Name] = s
		} else {
			a.fault(s.At, "two schemes are named %q; the first is at %s", s.Name, other.At)
		}
	}
}
