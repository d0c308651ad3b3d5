package tree

import (
	"net/netip"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
)

// Scheme describes a security scheme.
type Scheme struct {
	At   Position
	Name string // the component name in documents
	Kind SchemeKind
	Doc  string
	// Realm is the name of the protected part of the server in challenges.
	Realm string
	// Service is the parameter service of challenges, which then have the scopes of the operation, too;
	// "": they have neither.
	Service string

	In    In     // the location of credentials outside of Authorization: a header, the query or a cookie
	Param string // the name of that header, query parameter or cookie
	// AuthScheme is the authentication scheme before an API key in Authorization; "" if the
	// header has nothing but the key.
	AuthScheme string
	Format     string // the format of a bearer token, such as JWT; a hint for readers
	Flows      []Flow // of OAuth 2
	URL        string // of an OpenID Connect provider's configuration

	Claims []*Prop // the claims that handlers read
	Faults []Fault
}

// Edit returns a changed copy of s.
func (s *Scheme) Edit(change func(*Scheme)) *Scheme {
	c := *s
	c.Flows = slices.Clip(c.Flows)
	c.Claims = slices.Clip(c.Claims)
	c.Faults = slices.Clip(c.Faults)
	change(&c)
	return &c
}

// Type describes the kind of the scheme.
func (s *Scheme) Type() SchemeType { return s.Kind.Type() }

// Location returns where a request has the credentials of the scheme: a header, the query
// or a cookie, and its name. That of a client certificate is "".
func (s *Scheme) Location() (in In, name string) {
	switch {
	case s.Type().Certificate:
		return "", ""
	case s.In == InHeader:
		return InHeader, textproto.CanonicalMIMEHeaderKey(s.Param)
	case s.In != "":
		return s.In, s.Param
	}
	return InHeader, "Authorization"
}

// SchemeKind is a kind of security scheme.
type SchemeKind uint8

// The kinds.
const (
	HTTPBearer SchemeKind = iota
	HTTPBasic
	APIKey
	OAuth2
	OpenIDConnect
	MutualTLS
)

// SchemeType describes a kind of security scheme once, for the server, documents and
// package tree.
type SchemeType struct {
	Name string // such as bearer

	OpenAPI    string // the type in documents
	HTTPScheme string // the scheme in documents, for the type http
	From31     bool   // since OpenAPI 3.1
	Scopes30   bool   // OpenAPI 3.0 allows scopes with the type (§4.7.30)

	Challenge   string // the authentication scheme of challenges
	Params      string // parameters of a challenge after realm
	Bearer      bool   // bearer tokens, whose challenges have errors (RFC 6750 §3)
	Certificate bool   // credentials are a part of the connection
}

var schemeTypes = [...]SchemeType{
	HTTPBearer:    {Name: "bearer", OpenAPI: "http", HTTPScheme: "bearer", Challenge: "Bearer", Bearer: true},             // RFC 6750
	HTTPBasic:     {Name: "basic", OpenAPI: "http", HTTPScheme: "basic", Challenge: "Basic", Params: `, charset="UTF-8"`}, // RFC 7617
	APIKey:        {Name: "apiKey", OpenAPI: "apiKey", Challenge: "ApiKey"},                                               // unregistered
	OAuth2:        {Name: "oauth2", OpenAPI: "oauth2", Scopes30: true, Challenge: "Bearer", Bearer: true},                 // RFC 6749
	OpenIDConnect: {Name: "openIdConnect", OpenAPI: "openIdConnect", Scopes30: true, Challenge: "Bearer", Bearer: true},
	MutualTLS:     {Name: "mutualTLS", OpenAPI: "mutualTLS", From31: true, Challenge: "MutualTLS", Certificate: true}, // RFC 8446 §4.4.2
}

// Type describes the kind. It is zero for an unknown one.
func (k SchemeKind) Type() SchemeType {
	if int(k) >= len(schemeTypes) {
		return SchemeType{}
	}
	return schemeTypes[k]
}

// AllSchemeKinds returns every kind.
func AllSchemeKinds() (all []SchemeKind) {
	for k := range schemeTypes {
		all = append(all, SchemeKind(k))
	}
	return all
}

// Flow is an OAuth 2 flow (RFC 6749 §1.3).
type Flow struct {
	At      Position
	Kind    FlowKind
	AuthURL string // of an authorization code
	// DeviceURL is the device authorization endpoint (RFC 8628 §3.1).
	DeviceURL string
	TokenURL  string
	Refresh   string // "" if it is the token URL
	Scopes    []Scope
}

// FlowKind is a kind of flow. The implicit and the password flow are not supported: RFC 9700
// §2.1.2 and §2.4 advise against them.
type FlowKind uint8

// The kinds of flows.
const (
	AuthorizationCode   FlowKind = iota
	ClientCredentials            // between machines
	DeviceAuthorization          // RFC 8628; in OpenAPI since 3.2
)

// AllFlowKinds returns every kind.
func AllFlowKinds() []FlowKind {
	return []FlowKind{AuthorizationCode, ClientCredentials, DeviceAuthorization}
}

// Scope is an OAuth 2 scope.
type Scope struct{ Name, Doc string }

// The problems of missing, malformed and invalid credentials.
var (
	MalformedCredentials      = BuiltinProblem{400, "malformed_credentials", "The credentials are malformed, or were sent more than once."}
	Unauthenticated           = BuiltinProblem{401, "unauthenticated", "The request needs credentials."}
	InvalidCredentials        = BuiltinProblem{401, "invalid_credentials", "The credentials are not valid."}
	InsufficientScope         = BuiltinProblem{403, "insufficient_scope", "The credentials do not allow this."}
	AuthenticationUnavailable = BuiltinProblem{503, "authentication_unavailable", "The credentials cannot be checked at the moment."}
)

// CheckURL returns what is wrong with the URL of a provider, or "": it must be absolute and
// https, or http with a loopback address, without a user and a fragment.
func CheckURL(text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Opaque != "" || u.Hostname() == "":
		return "is not an absolute URL"
	case u.User != nil:
		return "has a user in it"
	case strings.Contains(text, "#"):
		return "has a fragment"
	case u.Scheme == "https":
		return ""
	case u.Scheme != "http":
		return "is not an https URL"
	case !Loopback(u.Hostname()):
		return "is http, which only a loopback address may use"
	}
	return ""
}

// Loopback reports whether a host is a loopback address.
func Loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// ComponentName reports whether s is a valid name of a component of the document (OpenAPI 3.1
// §4.8.7).
func ComponentName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}

// ChallengeParams are the parameters of a challenge.
type ChallengeParams struct {
	Refusal BuiltinProblem // one of those above
	Reason  string         // what is wrong with the credentials
	Scopes  []string
}
