package authn

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// MaxCredentials is the maximum length in bytes of a token, of a key, or of the
// credentials of Basic. Longer ones are rejected without being read.
const MaxCredentials = 16 << 10

// Scheme is a security scheme: it declares where credentials are, how they are checked
// and challenged, and how the document describes them. It is an immutable value, and
// the [Requirement] of this scheme alone.
type Scheme struct{ core }

type core = auth.Core

// identify is the part of a scheme that knows its credentials: it finds them in a
// request and checks them.
type identify func(r *http.Request) (identity Identity, found bool, err error)

// Identify implements [auth.Proof].
func (f identify) Identify(r *http.Request) (auth.Identity, bool, error) {
	identity, found, err := f(r)
	return auth.Identity(identity), found, err
}

// declare returns a new scheme.
func declare(n tree.Scheme, f identify, lacksFunction bool) Scheme {
	n.At, n.Realm = tree.Here(), "api"
	if !tree.ComponentName(n.Name) {
		n.Faults = append(n.Faults, tree.Faultf("the name of a scheme must consist of letters, digits, . _ and -, because it names a component of the document"))
	}
	if lacksFunction {
		n.Faults = append(n.Faults, tree.Faultf("the function that checks the credentials is nil"))
	}
	return Scheme{auth.CoreOf(auth.NewScheme(&n, f))}
}

func (s Scheme) node() *tree.Scheme { return auth.SchemeOf(s).Node() }

func (s Scheme) describe(change func(*tree.Scheme)) Scheme {
	return Scheme{auth.CoreOf(auth.SchemeOf(s).Describe(change))}
}

func (s Scheme) fault(format string, args ...any) Scheme {
	f := tree.Faultf(format, args...)
	return s.describe(func(n *tree.Scheme) { n.Faults = append(n.Faults, f) })
}

// Name returns the name of the scheme in documents and in [Identity.SchemeName].
func (s Scheme) Name() string { return s.node().Name }

// Format sets the format of a bearer token, such as JWT: a hint for readers of the
// document.
func (s Scheme) Format(name string) Scheme {
	if s.node().Kind != tree.HTTPBearer {
		return s.fault("Format(%q) needs a scheme of authn.Bearer", name)
	}
	return s.describe(func(n *tree.Scheme) { n.Format = name })
}

// Realm sets the realm of challenges (RFC 9110 §11.5), which is printable ASCII. The
// default is "api".
func (s Scheme) Realm(name string) Scheme {
	if name == "" || auth.Printable(name) != name {
		return s.fault(`Realm(%q): a realm is printable ASCII without " and \`, name)
	}
	return s.describe(func(n *tree.Scheme) { n.Realm = name })
}

// Service adds the parameters service and scope to the challenges of bearer tokens, as container registries have
// them: clients request a token of the service, with the scopes that the operation requires, from the realm, which is
// the URL of a token server.
func (s Scheme) Service(name string) Scheme {
	switch {
	case !s.node().Type().Bearer:
		return s.fault("Service(%q) needs a scheme of bearer tokens", name)
	case name == "" || auth.Printable(name) != name:
		return s.fault(`Service(%q): a service is printable ASCII without " and \`, name)
	}
	return s.describe(func(n *tree.Scheme) { n.Service = name })
}

// Describe sets the description in the document, which is CommonMark.
func (s Scheme) Describe(text string) Scheme {
	return s.describe(func(n *tree.Scheme) { n.Doc = text })
}

// Claims declares the claims of an identity that handlers read; it replaces those declared
// before. Each property reads the claim of its name: tenant.Lookup(identity). Credentials are
// invalid if a claim violates a rule of its property, or if a required claim is absent. The
// anonymous identity has no claims.
func (s Scheme) Claims(props ...prop.Prop) Scheme {
	if len(props) == 0 {
		return s.fault("Claims() names no property")
	}
	return Scheme{auth.CoreOf(auth.SchemeOf(s).Claims(props))}
}
