package authn

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// APIKeyHeader declares API keys in a header such as X-Api-Key. An empty value counts as
// absent.
func APIKeyHeader(name, header string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	s := apiKeyScheme(name, tree.InHeader, header, lookup)
	switch header = http.CanonicalHeaderKey(header); {
	case !accept.IsToken(header):
		return s.fault("%q is not the name of a header", header)
	case header == "Cookie" || header == "Host" || header == "Content-Type" || header == "Accept":
		return s.fault("the header %s has another purpose", header)
	}
	return s
}

// APIKeyAuthorization declares API keys in the Authorization header after an authentication
// scheme (RFC 9110 §11.4) that is not registered, such as Token, Bot or SSWS:
//
//	Authorization: Token 0e5d3f
//
// The function gets what follows the scheme and a space. Documents describe an API key in that
// header, with the scheme in x-auth-scheme. Use [Bearer] in a new API.
func APIKeyAuthorization(name, scheme string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	s := declare(tree.Scheme{Name: name, Kind: tree.APIKey, In: tree.InHeader, Param: "Authorization", AuthScheme: scheme},
		schemeKey{scheme, lookup}.identify, lookup == nil)
	switch {
	case !accept.IsToken(scheme):
		return s.fault("%q is not the name of an authentication scheme", scheme)
	case strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "Basic"):
		return s.fault("%s has a format of its own; use authn.Bearer or authn.Basic", scheme)
	}
	return s
}

// APIKeyQuery declares API keys in a query parameter. Such keys end up in logs and in
// the history of browsers: prefer a header.
func APIKeyQuery(name, param string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	s := apiKeyScheme(name, tree.InQuery, param, lookup)
	if param == "" {
		return s.fault("the query parameter has no name")
	}
	return s
}

// APIKeyCookie declares API keys in a cookie, such as a session ID. Browsers send
// cookies automatically, also with requests that another site has forged. Of several cookies of the
// name the first counts (RFC 6265 §5.4), and a malformed one is malformed credentials.
func APIKeyCookie(name, cookie string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	s := apiKeyScheme(name, tree.InCookie, cookie, lookup)
	if !accept.IsToken(cookie) {
		return s.fault("%q is not the name of a cookie", cookie)
	}
	return s
}

func apiKeyScheme(name string, in tree.In, param string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	key := apiKey{in: in, param: param, lookup: lookup}
	if in == tree.InHeader {
		key.param = http.CanonicalHeaderKey(param)
	}
	return declare(tree.Scheme{Name: name, Kind: tree.APIKey, In: in, Param: param}, key.identify, lookup == nil)
}

type apiKey struct {
	in     tree.In
	param  string
	lookup func(context.Context, Secret) (Identity, error)
}

func (k apiKey) identify(r *http.Request) (Identity, bool, error) {
	texts, err := k.find(r)
	switch {
	case err != nil:
		return Identity{}, true, err
	case len(texts) == 0 || len(texts) == 1 && texts[0] == "":
		return Identity{}, false, nil
	case len(texts) > 1:
		return Identity{}, true, auth.Malformed(tree.APIKeyRepeated)
	case len(texts[0]) > MaxCredentials:
		return Identity{}, true, auth.TooLong()
	}
	identity, err := k.lookup(r.Context(), NewSecret(texts[0]))
	return identity, true, err
}

// schemeKey is an API key after an authentication scheme.
type schemeKey struct {
	scheme string
	lookup func(context.Context, Secret) (Identity, error)
}

func (k schemeKey) identify(r *http.Request) (Identity, bool, error) {
	text, found, err := authorization(r, k.scheme)
	switch {
	case err != nil || !found:
		return Identity{}, found, err
	case text == "":
		return Identity{}, true, auth.Malformed(tree.AuthorizationMalformed)
	}
	identity, err := k.lookup(r.Context(), NewSecret(text))
	return identity, true, err
}

func (k apiKey) find(r *http.Request) ([]string, error) {
	switch k.in {
	case tree.InHeader:
		return r.Header[k.param], nil
	case tree.InQuery:
		if r.URL.RawQuery == "" {
			return nil, nil
		}
		values, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return nil, auth.Malformed(tree.QueryMalformed)
		}
		return values[k.param], nil
	default:
		value, found, valid := auth.Cookie(r.Header, k.param)
		switch {
		case !found:
			return nil, nil
		case !valid:
			return nil, auth.Malformed(tree.Detail{})
		}
		return []string{value}, nil
	}
}
