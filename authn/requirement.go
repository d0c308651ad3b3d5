package authn

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
)

// Requirement is what a route asks for: alternatives, each a combination of
// schemes. A [Scheme], [AnyOf] and [AllOf] are requirements.
type Requirement interface {
	// Combinations returns the alternatives, each of schemes that it needs
	// together. It is for sibling packages.
	Combinations(ir.Key) [][]Scheme
	// Check identifies who sent a request, who must have proved it. It is for
	// sibling packages.
	Check(ir.Key, *http.Request) (Identity, *AuthFailure)
	// CheckOptional is Check for a public route: nothing has to be proved, but
	// credentials that are offered must be valid. It is for sibling packages.
	CheckOptional(ir.Key, *http.Request) (Identity, *AuthFailure)
	// InsufficientScope is the refusal of an identity that lacks some of the scopes
	// that a route asks for. It is for sibling packages.
	InsufficientScope(_ ir.Key, who Identity, scopes ...string) *AuthFailure
	// Challenges returns the values of WWW-Authenticate for a request that an
	// application refuses as one without valid credentials. It is for sibling
	// packages.
	Challenges(ir.Key) []string
	// Expired is the refusal of an identity whose credentials have ended meanwhile. It
	// is for sibling packages.
	Expired(_ ir.Key, who Identity) *AuthFailure
	// Faults returns what is wrong with the combination, not with its schemes. It
	// is for sibling packages.
	Faults(ir.Key) []ir.Fault

	demand() *alternatives
}

var (
	_ Requirement = Scheme{}
	_ Requirement = (*alternatives)(nil)
)

// alternatives is a requirement in disjunctive form.
type alternatives struct {
	schemes []*scheme // each once
	others  []*scheme // that prove nothing here, and whose credentials must be good all the same
	any     [][]int   // alternatives of combinations, by the index of a scheme
	// guest is who a request without credentials comes from; it has the claims
	// of the schemes, without values.
	guest  Identity
	faults []ir.Fault
}

// maxAlternatives is how many combinations a requirement may come to.
const maxAlternatives = 32

// AnyOf asks for one of several. The first that is met says who asks; credentials for
// the others must be good all the same.
func AnyOf(reqs ...Requirement) Requirement {
	d := new(alternatives)
	for _, r := range d.accept("AnyOf", reqs) {
		at := d.adopt(r)
		for _, combination := range r.any {
			d.any = append(d.any, moved(combination, at))
		}
	}
	return d.bounded()
}

// AllOf asks for several together, such as the certificate of a gateway and the
// token of a user. Who asks is all of them, in whatever order they are named:
//   - [Identity.Key] and [Identity.Subject] tell the same user behind another gateway,
//     and another user behind the same gateway, apart,
//   - of scopes, roles and permissions it has those that every one of them has, so that
//     none lends another what it may; one that was never given any, with
//     [Identity.Scopes] and so on, has no say in it,
//   - it has the claims that each declares; two that declare the same one are a fault,
//     for whose it is could not be told.
//
// [Identity.ByScheme] has each on its own.
func AllOf(reqs ...Requirement) Requirement {
	d := &alternatives{any: [][]int{nil}}
	for _, r := range d.accept("AllOf", reqs) {
		at := d.adopt(r)
		var product [][]int
		for _, left := range d.any {
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
		if d.any = product; len(d.any) > maxAlternatives {
			break
		}
	}
	d.checkClaims()
	return d.bounded()
}

// checkClaims looks for claims that two schemes of a combination declare, which would
// be those of whichever comes first.
func (d *alternatives) checkClaims() {
	for _, combination := range d.any {
		for n, i := range combination {
			for _, j := range combination[:n] {
				if name := d.schemes[i].sharedClaim(d.schemes[j]); name != "" {
					d.faults = append(d.faults, ir.Faultf("the schemes %q and %q of AllOf both declare the claim %q, "+
						"so that nobody can tell whose it is; give each a property of its own", d.schemes[j].node.Name, d.schemes[i].node.Name, name))
					return
				}
			}
		}
	}
}

// Among returns a requirement of an API that has other schemes too. Credentials for
// those prove nothing here, but they must be good all the same. It is for sibling
// packages.
func Among(_ ir.Key, r Requirement, schemes []Scheme) Requirement {
	d := r.demand()
	var others []*scheme
	for _, s := range schemes {
		if k := s.known(); !slices.Contains(d.schemes, k) && !slices.Contains(others, k) {
			others = append(others, k)
		}
	}
	if others == nil {
		return r
	}
	among := *d
	among.others = others
	return &among
}

// accept returns the requirements that can be combined, and notes the others.
func (d *alternatives) accept(what string, reqs []Requirement) (all []*alternatives) {
	if len(reqs) == 0 {
		d.faults = append(d.faults, ir.Faultf("%s asks for nothing", what))
	}
	for _, r := range reqs {
		if r == nil {
			d.faults = append(d.faults, ir.Faultf("%s has a nil requirement", what))
			continue
		}
		all = append(all, r.demand())
	}
	return all
}

// adopt adds the schemes of another requirement and says where they are.
func (d *alternatives) adopt(r *alternatives) (at []int) {
	d.faults = append(d.faults, r.faults...)
	for _, s := range r.schemes {
		i := slices.Index(d.schemes, s)
		if i < 0 {
			i, d.schemes = len(d.schemes), append(d.schemes, s)
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

func (d *alternatives) bounded() *alternatives {
	if len(d.any) > maxAlternatives {
		d.faults = append(d.faults, ir.Faultf("the requirement comes to more than %d alternatives", maxAlternatives))
		d.any = d.any[:maxAlternatives]
	}
	if len(d.schemes) == 0 {
		d.any = nil // nothing that could be met
	}
	d.prepare()
	return d
}

// prepare makes the guest.
func (d *alternatives) prepare() {
	var none []collection.Record
	for _, s := range d.schemes {
		if s.claims != nil {
			none = append(none, s.claims.none)
		}
	}
	if none != nil {
		d.guest = Identity{&identityData{records: none}}
	}
}

func (d *alternatives) demand() *alternatives { return d }

// Combinations implements [Requirement].
func (d *alternatives) Combinations(ir.Key) [][]Scheme {
	out := make([][]Scheme, len(d.any))
	for i, combination := range d.any {
		for _, at := range combination {
			out[i] = append(out[i], Scheme{d.schemes[at]})
		}
	}
	return out
}

// Faults implements [Requirement].
func (d *alternatives) Faults(ir.Key) []ir.Fault { return slices.Clone(d.faults) }

// Check implements [Requirement].
func (d *alternatives) Check(_ ir.Key, r *http.Request) (Identity, *AuthFailure) {
	return d.check(r, true)
}

// CheckOptional implements [Requirement].
func (d *alternatives) CheckOptional(_ ir.Key, r *http.Request) (Identity, *AuthFailure) {
	return d.check(r, false)
}

func (s Scheme) demand() *alternatives { return s.known().alone }

// Combinations implements [Requirement].
func (s Scheme) Combinations(key ir.Key) [][]Scheme { return s.demand().Combinations(key) }

// Check implements [Requirement].
func (s Scheme) Check(key ir.Key, r *http.Request) (Identity, *AuthFailure) {
	return s.demand().Check(key, r)
}

// CheckOptional implements [Requirement].
func (s Scheme) CheckOptional(key ir.Key, r *http.Request) (Identity, *AuthFailure) {
	return s.demand().CheckOptional(key, r)
}

// InsufficientScope implements [Requirement].
func (s Scheme) InsufficientScope(key ir.Key, who Identity, scopes ...string) *AuthFailure {
	return s.demand().InsufficientScope(key, who, scopes...)
}

// Challenges implements [Requirement].
func (s Scheme) Challenges(key ir.Key) []string { return s.demand().Challenges(key) }

// Expired implements [Requirement].
func (s Scheme) Expired(key ir.Key, who Identity) *AuthFailure { return s.demand().Expired(key, who) }

// Faults implements [Requirement].
func (s Scheme) Faults(ir.Key) []ir.Fault { return nil }
