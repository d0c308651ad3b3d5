package auth

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// Sealed is an authn.Requirement: an authn.Scheme, or what AnyOf and AllOf return.
type Sealed interface{ requirement() *Requirement }

// Core is embedded by authn.Scheme. Its methods are unexported, so that they are no
// part of the package's API.
type Core struct{ s *Scheme }

// CoreOf returns the core of a scheme.
func CoreOf(s *Scheme) Core { return Core{s} }

// scheme returns the scheme. That of the zero value has a fault, so that Build reports
// the misuse with all other faults.
func (c Core) scheme() *Scheme {
	if c.s != nil {
		return c.s
	}
	return NewScheme(&tree.Scheme{At: tree.Here(), Realm: "api", Faults: []tree.Fault{
		tree.Faultf("a scheme was not created by a constructor such as authn.Bearer"),
	}}, nil)
}

func (c Core) requirement() *Requirement { return c.scheme().alone }

// SchemeOf returns the scheme of an authn.Scheme.
func SchemeOf(s interface{ scheme() *Scheme }) *Scheme { return s.scheme() }

// RequirementOf returns the requirement of an authn.Requirement.
func RequirementOf(r Sealed) *Requirement { return r.requirement() }

// Requirement is a security requirement in disjunctive form.
type Requirement struct {
	schemes []*Scheme // each once
	others  []*Scheme // their credentials do not satisfy the requirement, but must be valid
	any     [][]int   // alternatives: combinations of schemes, by their index
	// anonymous is the identity of a request without credentials. It has the claims of
	// the schemes, without values.
	anonymous Identity
	faults    []tree.Fault
}

// maxAlternatives is how many combinations a requirement may have.
const maxAlternatives = 32

func (r *Requirement) requirement() *Requirement { return r }

// AnyOf returns a requirement that any one of several satisfies.
func AnyOf(reqs []Sealed) *Requirement {
	out := new(Requirement)
	for _, r := range out.accept("AnyOf", reqs) {
		at := out.adopt(r)
		for _, combination := range r.any {
			out.any = append(out.any, moved(combination, at))
		}
	}
	return out.bounded()
}

// AllOf returns a requirement that only all of several together satisfy.
func AllOf(reqs []Sealed) *Requirement {
	out := &Requirement{any: [][]int{nil}}
	for _, r := range out.accept("AllOf", reqs) {
		at := out.adopt(r)
		var product [][]int
		for _, left := range out.any {
			for _, right := range r.any {
				both := slices.Clone(left)
				for _, i := range moved(right, at) {
					if !slices.Contains(both, i) {
						both = append(both, i)
					}
				}
				product = append(product, both)
			}
		}
		if out.any = product; len(out.any) > maxAlternatives {
			break
		}
	}
	out.checkClaims()
	return out.bounded()
}

// checkClaims looks for claims that two schemes of a combination declare: a handle
// could not tell them apart.
func (r *Requirement) checkClaims() {
	for _, combination := range r.any {
		for n, i := range combination {
			for _, j := range combination[:n] {
				if name := r.schemes[i].sharedClaim(r.schemes[j]); name != "" {
					r.faults = append(r.faults, tree.Faultf("the schemes %q and %q of AllOf both declare the claim %q, "+
						"so that nobody can tell whose it is; give each a property of its own", r.schemes[j].node.Name, r.schemes[i].node.Name, name))
					return
				}
			}
		}
	}
}

// Among returns the requirement for an API with these schemes. Credentials for schemes
// outside of the requirement do not satisfy it, but they must be valid.
func (r *Requirement) Among(schemes []*Scheme) *Requirement {
	var others []*Scheme
	for _, s := range schemes {
		if !slices.Contains(r.schemes, s) && !slices.Contains(others, s) {
			others = append(others, s)
		}
	}
	if others == nil {
		return r
	}
	among := *r
	among.others = others
	return &among
}

// accept returns the requirements that can be combined, and adds faults for the others.
func (r *Requirement) accept(function string, reqs []Sealed) (all []*Requirement) {
	if len(reqs) == 0 {
		r.faults = append(r.faults, tree.Faultf("%s requires nothing", function))
	}
	for _, req := range reqs {
		if req == nil {
			r.faults = append(r.faults, tree.Faultf("%s has a nil requirement", function))
			continue
		}
		all = append(all, req.requirement())
	}
	return all
}

// adopt adds the schemes of another requirement, and returns their indexes.
func (r *Requirement) adopt(other *Requirement) (at []int) {
	r.faults = append(r.faults, other.faults...)
	for _, s := range other.schemes {
		i := slices.Index(r.schemes, s)
		if i < 0 {
			i, r.schemes = len(r.schemes), append(r.schemes, s)
		}
		at = append(at, i)
	}
	return at
}

func moved(combination, at []int) []int {
	out := make([]int, len(combination))
	for i, old := range combination {
		out[i] = at[old]
	}
	return out
}

func (r *Requirement) bounded() *Requirement {
	if len(r.any) > maxAlternatives {
		r.faults = append(r.faults, tree.Faultf("the requirement comes to more than %d alternatives", maxAlternatives))
		r.any = r.any[:maxAlternatives]
	}
	if len(r.schemes) == 0 {
		r.any = nil // nothing can satisfy it
	}
	r.prepare()
	return r
}

// prepare makes the anonymous identity.
func (r *Requirement) prepare() {
	var none []codec.Record
	for _, s := range r.schemes {
		if s.claims != nil {
			none = append(none, codec.Record(s.claims.none))
		}
	}
	if none != nil {
		r.anonymous = identityOf(&Data{Records: none})
	}
}

// Combinations returns the alternatives, each the schemes that it needs together.
func (r *Requirement) Combinations() [][]*Scheme {
	out := make([][]*Scheme, len(r.any))
	for i, combination := range r.any {
		for _, at := range combination {
			out[i] = append(out[i], r.schemes[at])
		}
	}
	return out
}

// Faults returns the faults of the combination, not those of its schemes.
func (r *Requirement) Faults() []tree.Fault { return slices.Clone(r.faults) }
