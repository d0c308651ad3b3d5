package authn

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// Bearer declares bearer tokens in the Authorization header (RFC 6750). The function
// gets a token of at most [MaxCredentials] bytes in the alphabet of RFC 6750 §2.1.
// Package jwks provides one for JSON Web Tokens.
func Bearer(name string, verify func(ctx context.Context, token string) (Identity, error)) Scheme {
	return declare(tree.Scheme{Name: name, Kind: tree.HTTPBearer}, bearer{verify}.identify, verify == nil)
}

// OpenIDConnect declares bearer tokens of an OpenID Connect provider. The URL is that of
// its configuration: https, ending in /.well-known/openid-configuration.
func OpenIDConnect(name, url string, verify func(ctx context.Context, token string) (Identity, error)) Scheme {
	n := tree.Scheme{Name: name, Kind: tree.OpenIDConnect, URL: url}
	if reason := tree.CheckURL(url); reason != "" {
		n.Faults = append(n.Faults, tree.Faultf("the address %q of the configuration %s", url, reason))
	}
	return declare(n, bearer{verify}.identify, verify == nil)
}

// OAuth2 declares bearer tokens that clients obtain through one of the flows.
//
//	authn.OAuth2("oauth", verifier.Verify,
//		authn.AuthorizationCode("https://id.example.com/authorize", "https://id.example.com/token").
//			Scope("products:write", "Change products"))
func OAuth2(name string, verify func(ctx context.Context, token string) (Identity, error), flows ...Flow) Scheme {
	n := tree.Scheme{Name: name, Kind: tree.OAuth2}
	var has [3]bool
	for _, f := range flows {
		n.Flows = append(n.Flows, f.flow)
		n.Faults = append(n.Faults, f.faults()...)
		if has[f.flow.Kind] {
			n.Faults = append(n.Faults, tree.Faultf("two flows have the same type"))
		}
		has[f.flow.Kind] = true
	}
	if len(flows) == 0 {
		n.Faults = append(n.Faults, tree.Faultf("OAuth2 has no flow"))
	}
	return declare(n, bearer{verify}.identify, verify == nil)
}

type bearer struct {
	verify func(context.Context, string) (Identity, error)
}

func (b bearer) identify(r *http.Request) (Identity, bool, error) {
	token, found, err := token68(r, "Bearer")
	if err != nil || !found {
		return Identity{}, found, err
	}
	if inQuery(r.URL) {
		return Identity{}, true, auth.Malformed(tree.TokenRepeated)
	}
	identity, err := b.verify(r.Context(), token)
	return identity, true, err
}

// inQuery reports whether the query has a token as well (RFC 6750 §2.3).
func inQuery(u *url.URL) bool {
	if !strings.Contains(u.RawQuery, "access") {
		return false
	}
	values, _ := url.ParseQuery(u.RawQuery)
	return values.Has("access_token")
}
