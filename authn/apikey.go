package authn

import (
	"context"
	"net/http"
	"net/url"

	"github.com/tenon-go/tenon/internal/ir"
)

// APIKeyHeader declares keys in a header such as X-Api-Key. An empty one is
// none.
func APIKeyHeader(name, header string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	s := apiKeyScheme(name, ir.InHeader, header, lookup)
	switch header = http.CanonicalHeaderKey(header); {
	case !isToken(header):
		return s.fault("%q is not the name of a header", header)
	case header == "Cookie" || header == "Host" || header == "Content-Type" || header == "Accept":
		return s.fault("the header %s has a meaning of its own", header)
	}
	return s
}

// APIKeyQuery declares keys in a query parameter. They end up in logs and
// histories: prefer a header.
func APIKeyQuery(name, param string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	s := apiKeyScheme(name, ir.InQuery, param, lookup)
	if param == "" {
		return s.fault("the query parameter has no name")
	}
	return s
}

// APIKeyCookie declares keys in a cookie, such as the name of a session.
// Browsers send cookies on their own, also with requests that another site has
// forged.
func APIKeyCookie(name, cookie string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	s := apiKeyScheme(name, ir.InCookie, cookie, lookup)
	if !isToken(cookie) {
		return s.fault("%q is not the name of a cookie", cookie)
	}
	return s
}

func apiKeyScheme(name string, in ir.In, param string, lookup func(context.Context, Secret) (Identity, error)) Scheme {
	key := apiKey{in: in, param: param, lookup: lookup}
	if in == ir.InHeader {
		key.param = http.CanonicalHeaderKey(param)
	}
	return start(ir.Scheme{Name: name, Kind: ir.APIKey, In: in, Param: param}, key, lookup == nil)
}

type apiKey struct {
	in     ir.In
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
		return Identity{}, true, doubtful(ir.APIKeyRepeated)
	case len(texts[0]) > MaxCredentials:
		return Identity{}, true, tooLong()
	}
	who, err := k.lookup(r.Context(), NewSecret(texts[0]))
	return who, true, err
}

func (k apiKey) find(r *http.Request) ([]string, error) {
	switch k.in {
	case ir.InHeader:
		return r.Header[k.param], nil
	case ir.InQuery:
		if r.URL.RawQuery == "" {
			return nil, nil
		}
		values, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return nil, doubtful(ir.QueryMalformed)
		}
		return values[k.param], nil
	default:
		var texts []string
		for _, c := range r.CookiesNamed(k.param) {
			texts = append(texts, c.Value)
		}
		return texts, nil
	}
}
