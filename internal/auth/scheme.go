package auth

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Scheme is a security scheme: its description, and what checks credentials. It is
// never changed.
type Scheme struct {
	node   *tree.Scheme
	proof  Proof
	claims *claims      // nil: the scheme declares none
	alone  *Requirement // of this scheme
}

// Proof finds and checks the credentials of a scheme.
type Proof interface {
	// Identify finds credentials in a request and checks them.
	Identify(*http.Request) (identity Identity, found bool, err error)
}

// NewScheme returns a scheme.
func NewScheme(n *tree.Scheme, p Proof) *Scheme { return sealed(Scheme{node: n, proof: p}) }

func sealed(s Scheme) *Scheme {
	s.alone = &Requirement{schemes: []*Scheme{&s}, any: [][]int{{0}}}
	s.alone.prepare()
	return &s
}

// Describe returns a scheme with a changed description.
func (s *Scheme) Describe(change func(*tree.Scheme)) *Scheme {
	c := *s
	c.node = c.node.Edit(change)
	return sealed(c)
}

// Claims returns a scheme that reads claims of its identities.
func (s *Scheme) Claims(props []prop.Prop) *Scheme {
	c := *s
	c.claims = newClaims(props)
	c.node = c.node.Edit(func(n *tree.Scheme) { n.Claims = c.claims.nodes })
	return sealed(c)
}

// Node returns the description of the scheme, with the faults of its claims.
func (s *Scheme) Node() *tree.Scheme {
	if s.claims == nil {
		return s.node
	}
	faults := s.claims.faults()
	if len(faults) == 0 {
		return s.node
	}
	return s.node.Edit(func(n *tree.Scheme) { n.Faults = append(n.Faults, faults...) })
}

// authenticate checks the credentials that a request has for this scheme; found is
// false if it has none.
func (s *Scheme) authenticate(r *http.Request) (identity Identity, found bool, err error) {
	identity, found, err = s.proof.Identify(r)
	switch {
	case err != nil || !found:
		return Identity{}, found, err
	case identity.Anonymous():
		return Identity{}, true, Invalid(tree.CredentialsWithoutSubject)
	case identity.Expired():
		return Identity{}, true, Invalid(tree.CredentialsExpired)
	case s.claims == nil:
		return identity.Edit(func(d *Data) { d.Scheme, d.Records = s.node.Name, nil }), true, nil
	}
	record, err := s.claims.read(identity.data().Claims)
	if err != nil {
		return Identity{}, true, err
	}
	return identity.Edit(func(d *Data) {
		d.Scheme, d.Records = s.node.Name, []codec.Record{codec.Record(record)}
	}), true, nil
}
