package authn

import (
	"net/http"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// MaxCredentials is how many bytes a token or key may have, or what Basic sends;
// more are refused unread.
const MaxCredentials = 16 << 10

// Scheme is a way to prove an identity: how credentials are found, checked,
// challenged and documented. It is an immutable value, and the [Requirement]
// that asks for it alone.
type Scheme struct{ s *scheme }

type scheme struct {
	node  *ir.Scheme
	proof proof
	// claims read the claims of an identity, where the scheme declares some.
	claims *claims
	alone  *alternatives // the requirement of this scheme
}

// proof is the half of a scheme that knows its credentials.
type proof interface {
	// identify finds credentials in a request and checks them.
	identify(r *http.Request) (who Identity, found bool, err error)
}

// start makes the first value of a scheme.
func start(n ir.Scheme, p proof, lacksFunction bool) Scheme {
	n.At, n.Realm = callsite.Here(), "api"
	if !ir.ComponentName(n.Name) {
		n.Faults = append(n.Faults, ir.Faultf("the name of a scheme is letters, digits, . _ and -, for it names a component of the document"))
	}
	if lacksFunction {
		n.Faults = append(n.Faults, ir.Faultf("the function that checks the credentials is nil"))
	}
	return sealed(scheme{node: &n, proof: p})
}

// sealed publishes a scheme: from here on it is not changed.
func sealed(s scheme) Scheme {
	s.alone = &alternatives{schemes: []*scheme{&s}, any: [][]int{{0}}}
	s.alone.prepare()
	return Scheme{&s}
}

// edit is the one place where a scheme is copied.
func (s Scheme) edit(change func(*scheme)) Scheme {
	c := *s.known()
	change(&c)
	return sealed(c)
}

func (s Scheme) describe(change func(*ir.Scheme)) Scheme {
	return s.edit(func(c *scheme) { c.node = c.node.Edit(change) })
}

func (s Scheme) fault(format string, args ...any) Scheme {
	f := ir.Faultf(format, args...)
	return s.describe(func(n *ir.Scheme) { n.Faults = append(n.Faults, f) })
}

// known returns the scheme. A zero value has one with a fault, so that misuse is
// reported with the others and is not a nil dereference.
func (s Scheme) known() *scheme {
	if s.s != nil {
		return s.s
	}
	zero := ir.Scheme{At: callsite.Here(), Realm: "api", Faults: []ir.Fault{
		ir.Faultf("a scheme was not started by a constructor such as authn.Bearer"),
	}}
	return sealed(scheme{node: &zero, proof: bearer{}}).s
}

// Name is the name of the scheme in documents and in [Identity.SchemeName].
func (s Scheme) Name() string { return s.known().node.Name }

// Format says what a bearer token is, such as JWT: a hint for readers of the
// document.
func (s Scheme) Format(name string) Scheme {
	if s.known().node.Kind != ir.HTTPBearer {
		return s.fault("Format(%q) is about tokens of authn.Bearer", name)
	}
	return s.describe(func(n *ir.Scheme) { n.Format = name })
}

// Realm sets what challenges call the protected part of the server; "api"
// without it. It is printable ASCII.
func (s Scheme) Realm(name string) Scheme {
	if name == "" || clean(name) != name {
		return s.fault(`Realm(%q): a realm is printable ASCII without " and \`, name)
	}
	return s.describe(func(n *ir.Scheme) { n.Realm = name })
}

// Describe sets the text for readers of the document; it is CommonMark.
func (s Scheme) Describe(text string) Scheme {
	return s.describe(func(n *ir.Scheme) { n.Doc = text })
}

// Claims declares what handlers read of an identity, in place of what was
// declared before. Each property is the claim of its name, and its handle:
// tenant.Lookup(who). Credentials with a claim that breaks a rule of its
// property, or without one that is required, are not valid. A guest has no
// claims: handles read nothing from it.
func (s Scheme) Claims(props ...prop.Prop) Scheme {
	if len(props) == 0 {
		return s.fault("Claims() names no property")
	}
	read := newClaims(props)
	return s.edit(func(c *scheme) {
		c.claims = read
		c.node = c.node.Edit(func(n *ir.Scheme) { n.Claims = read.nodes })
	})
}

// Node returns the description of the scheme. It is for sibling packages.
func (s Scheme) Node(ir.Key) *ir.Scheme {
	k := s.known()
	if k.claims == nil || len(k.claims.faults()) == 0 {
		return k.node
	}
	return k.node.Edit(func(n *ir.Scheme) { n.Faults = append(n.Faults, k.claims.faults()...) })
}

// Authenticate checks the credentials that a request has for this scheme; found
// is false where it has none. The error is of [Invalid], of [Unavailable], about
// credentials that are malformed, or any other of the scheme's function. It is
// for sibling packages.
func (s Scheme) Authenticate(_ ir.Key, r *http.Request) (who Identity, found bool, err error) {
	return s.known().authenticate(r)
}

func (s *scheme) authenticate(r *http.Request) (who Identity, found bool, err error) {
	who, found, err = s.proof.identify(r)
	switch {
	case err != nil || !found:
		return Identity{}, found, err
	case who.Anonymous():
		return Identity{}, true, InvalidAs(ir.Key{}, ir.CredentialsWithoutSubject)
	case who.Expired():
		return Identity{}, true, InvalidAs(ir.Key{}, ir.CredentialsExpired)
	case s.claims == nil:
		return who.edit(func(p *identityData) { p.scheme, p.records = s.node.Name, nil }), true, nil
	}
	record, err := s.claims.read(who)
	if err != nil {
		return Identity{}, true, err
	}
	return who.edit(func(p *identityData) {
		p.scheme, p.records = s.node.Name, []collection.Record{record}
	}), true, nil
}
