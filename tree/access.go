package tree

import (
	"cmp"
	"iter"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
)

// Security is what an operation requires of a request before its inputs are read.
type Security struct{ n *ir.Security }

// Public reports whether the operation accepts anonymous requests. If the API has no
// security scheme, every operation does.
func (s Security) Public() bool { return s.n.Public() || !s.n.Secured() }

// Schemes yields the alternatives: a request needs the credentials of every scheme of one
// alternative. There are none if credentials are not read.
func (s Security) Schemes() iter.Seq[iter.Seq[Scheme]] {
	return split(s.n.Schemes, func(n **ir.Scheme) Scheme { return Scheme{*n} })
}

// OtherSchemes yields the schemes of the API that do not authenticate here, but whose
// credentials must be valid if there are any.
func (s Security) OtherSchemes() iter.Seq[Scheme] { return eachOf(s.n.Others, schemeOf) }

// Clauses yields what an identity needs: one grant of each clause.
func (s Security) Clauses() iter.Seq[Clause] {
	if s.n.Access == nil {
		return each[ir.Clause, Clause](nil, nil)
	}
	return each(s.n.Access.Clauses, func(n *ir.Clause) Clause { return Clause{n} })
}

// Limits yields the rate limits.
func (s Security) Limits() iter.Seq[Limit] {
	return eachOf(s.n.Limits, func(n *ir.Limit) Limit { return Limit{n} })
}

// Clause is a set of grants; an identity needs one of them.
type Clause struct{ n *ir.Clause }

// Position returns where the clause is declared.
func (c Clause) Position() Position { return positionOf(c.n.At) }

// Grants yields the grants.
func (c Clause) Grants() iter.Seq[Grant] {
	return each(c.n.Any, func(n *ir.Grant) Grant { return Grant{*n} })
}

// Grant is something that an identity may have.
type Grant struct{ n ir.Grant }

// Kind returns the kind.
func (g Grant) Kind() GrantKind { return GrantKind(g.n.Kind) }

// Name returns the name of the scope, the role, the permission or the policy.
func (g Grant) Name() string { return g.n.Name }

// GrantKind is a kind of grant.
type GrantKind string

// The kinds of grants.
const (
	GrantScope      GrantKind = "scope"
	GrantRole       GrantKind = "role"
	GrantPermission GrantKind = "permission"
	GrantPolicy     GrantKind = "policy" // a function of the application decides
)

// Scheme is a security scheme.
type Scheme struct{ n *ir.Scheme }

func schemeOf(n *ir.Scheme) Scheme { return Scheme{n} }

// Position returns where the scheme is declared.
func (s Scheme) Position() Position { return positionOf(s.n.At) }

// Name returns the name of the component in documents.
func (s Scheme) Name() string { return s.n.Name }

// Kind returns the kind.
func (s Scheme) Kind() SchemeKind { return SchemeKind(s.n.Kind) }

// Description returns the description in CommonMark.
func (s Scheme) Description() string { return s.n.Doc }

// Realm returns the realm of challenges.
func (s Scheme) Realm() string { return s.n.Realm }

// Location returns where the credentials are: a header, the query or a cookie. It is ""
// for those in Authorization and for client certificates.
func (s Scheme) Location() Location {
	return Location(s.n.In)
}

// Parameter returns the name of that header, query parameter or cookie.
func (s Scheme) Parameter() string { return s.n.Param }

// AuthScheme returns the authentication scheme before API keys in Authorization, such as Token;
// "" if the header has nothing but the key.
func (s Scheme) AuthScheme() string { return s.n.AuthScheme }

// BearerFormat returns the format of a bearer token, such as JWT; "" if it is not declared.
func (s Scheme) BearerFormat() string { return s.n.Format }

// Flows yields the flows of OAuth 2.
func (s Scheme) Flows() iter.Seq[Flow] {
	return each(s.n.Flows, func(n *ir.Flow) Flow { return Flow{n} })
}

// ConfigurationURL returns the address of an OpenID Connect provider's configuration.
func (s Scheme) ConfigurationURL() string { return s.n.URL }

// Claims yields the claims that handlers read.
func (s Scheme) Claims() iter.Seq[Property] { return eachOf(s.n.Claims, propertyOf) }

// SchemeKind is a kind of security scheme.
type SchemeKind uint8

// The kinds, which are those of OpenAPI.
const (
	SchemeBearer SchemeKind = iota
	SchemeBasic
	SchemeAPIKey
	SchemeOAuth2
	SchemeOpenIDConnect
	SchemeMutualTLS
)

// String returns the name of the kind.
func (k SchemeKind) String() string {
	return cmp.Or(ir.SchemeKind(k).Type().Name, nameOf(k))
}

// Flow is an OAuth 2 flow (RFC 6749 §1.3).
type Flow struct{ n *ir.Flow }

// Position returns where the flow is declared.
func (f Flow) Position() Position { return positionOf(f.n.At) }

// Kind returns the kind.
func (f Flow) Kind() FlowKind { return FlowKind(f.n.Kind) }

// AuthorizationURL returns where users authorize a client; "" without such a step.
func (f Flow) AuthorizationURL() string { return f.n.AuthURL }

// DeviceAuthorizationURL returns the device authorization endpoint (RFC 8628 §3.1).
func (f Flow) DeviceAuthorizationURL() string { return f.n.DeviceURL }

// TokenURL returns the token endpoint.
func (f Flow) TokenURL() string { return f.n.TokenURL }

// RefreshURL returns the endpoint that refreshes tokens; "" if it is the TokenURL.
func (f Flow) RefreshURL() string { return f.n.Refresh }

// Scopes yields the names of the scopes with their descriptions.
func (f Flow) Scopes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, s := range f.n.Scopes {
			if !yield(s.Name, s.Doc) {
				return
			}
		}
	}
}

// FlowKind is a kind of flow.
type FlowKind uint8

// The kinds of flows.
const (
	FlowAuthorizationCode FlowKind = iota
	FlowClientCredentials
	FlowDeviceAuthorization
)

// String returns the kind as OpenAPI names it.
func (k FlowKind) String() string {
	return nameOf(k, "authorizationCode", "clientCredentials", "deviceAuthorization")
}

// Limit is a rate limit.
type Limit struct{ n *ir.Limit }

// Position returns where the limit is declared.
func (l Limit) Position() Position { return positionOf(l.n.At) }

// Name returns the name.
func (l Limit) Name() string { return l.n.Name }

// Requests returns how many requests a window admits.
func (l Limit) Requests() int { return l.n.Requests() }

// Tokens returns how many tokens a window has.
func (l Limit) Tokens() int { return l.n.N }

// Cost returns how many tokens a request takes.
func (l Limit) Cost() int { return l.n.Cost }

// Window returns the length of a window.
func (l Limit) Window() time.Duration { return l.n.Window }

// Burst returns how many tokens there are beyond those of a window.
func (l Limit) Burst() int { return l.n.Burst }

// Per returns the partition key.
func (l Limit) Per() LimitKey { return LimitKey(l.n.Per) }

// PerName returns the name of the header or of the function for the partition key.
func (l Limit) PerName() string { return l.n.Of }

// XHeaders reports whether responses have X-RateLimit-Limit, -Remaining and -Reset.
func (l Limit) XHeaders() bool { return l.n.XHeaders }

// DraftHeaders reports whether responses have RateLimit and RateLimit-Policy.
func (l Limit) DraftHeaders() bool { return l.n.DraftHeaders }

// LimitKey is the partition key of a rate limit.
type LimitKey string

// The partition keys of rate limits.
const (
	PerIP       LimitKey = "ip"
	PerIdentity LimitKey = "identity"
	PerHeader   LimitKey = "header"
	PerFunction LimitKey = "function"
)
