package verify

import "github.com/tenon-go/tenon/internal/ir"

// Schemes is the [API.Schemes] of an API that declares some: it checks them, and that their names
// differ.
func Schemes(a *API) {
	first := map[string]*ir.Scheme{}
	for _, s := range a.Node.Schemes {
		a.Faults = append(a.Faults, s.Faults...)
		if other := first[s.Name]; other == nil {
			first[s.Name] = s
		} else {
			a.fault(s.At, "two schemes are named %q; the first is at %s", s.Name, other.At)
		}
	}
}
