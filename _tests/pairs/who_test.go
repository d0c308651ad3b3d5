package pairs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"net/http"

	"github.com/tenon-go/tenon/authn"
)

// A who is the sender of requests. Each has its own address, so that limits by address do not
// affect others.
type who struct {
	name    string // also its token
	subject string // "" is anonymous
	address string
}

var (
	guest = who{"", "", "192.0.2.1"}
	ann   = who{"ann", "ann", "192.0.2.2"}
	boss  = who{"boss", "ann", "192.0.2.3"} // ann with all scopes
	bob   = who{"bob", "bob", "192.0.2.4"}
	eve   = who{"eve", "eve", "192.0.2.5"} // has no scopes
	bad   = who{"mallory", "", "192.0.2.6"}
)

// identify is the lookup of every scheme.
func identify(token string) (authn.Identity, error) {
	switch token {
	case "ann", "bob":
		return authn.New(token).Scopes("read", "write").Permissions("items"), nil
	case "boss":
		return authn.New("ann").Scopes("read", "write", "cost").Permissions("items").Roles("owner"), nil
	case "eve":
		return authn.New("eve"), nil
	}
	return authn.Identity{}, authn.Invalid("The credentials are not known.")
}

// A scheme is a security scheme.
type scheme struct {
	is   authn.Scheme
	sign signer
}

// A signer adds credentials to a request.
type signer struct {
	of   []string // its features
	sign func(r *http.Request, token string)
}

func verify(_ context.Context, token string) (authn.Identity, error) { return identify(token) }

func lookup(_ context.Context, key authn.Secret) (authn.Identity, error) {
	return identify(key.Reveal())
}

func authorization(r *http.Request, token string) { r.Header.Set("Authorization", "Bearer "+token) }

// offering returns a feature that adds a scheme.
func offering(name string, is func() authn.Scheme, sign func(r *http.Request, token string)) *feature {
	return &feature{name: "scheme " + name, area: access, declare: func(d *draft) {
		s := signer{[]string{"scheme " + name}, sign}
		d.schemes = append(d.schemes, scheme{is(), s})
		d.signers = append(d.signers, s)
	}}
}

func bearer() *feature {
	return &feature{name: "scheme bearer", area: access, declare: func(d *draft) {
		d.user()
		d.signers = append(d.signers, signer{[]string{"scheme bearer"}, authorization})
	}}
}

// user returns the scheme of tokens, created once for a draft.
func (d *draft) user() authn.Scheme {
	return remembered(d, "user", func(name string) authn.Scheme {
		is := authn.Bearer(name, verify)
		d.schemes = append(d.schemes, scheme{is: is})
		return is
	})
}

// schemes are the features of authentication.
func schemes() []*feature {
	return []*feature{
		bearer(),
		offering("header", func() authn.Scheme { return authn.APIKeyHeader("key", "X-Api-Key", lookup) },
			func(r *http.Request, token string) { r.Header.Set("X-Api-Key", token) }),
		offering("authorization", func() authn.Scheme { return authn.APIKeyAuthorization("word", "Token", lookup) },
			func(r *http.Request, token string) { r.Header.Set("Authorization", "Token "+token) }),
		offering("query", func() authn.Scheme { return authn.APIKeyQuery("query", "api_key", lookup) },
			func(r *http.Request, token string) {
				if r.URL.RawQuery != "" {
					r.URL.RawQuery += "&"
				}
				r.URL.RawQuery += "api_key=" + token
			}),
		offering("cookie", func() authn.Scheme { return authn.APIKeyCookie("cookie", "session", lookup) },
			func(r *http.Request, token string) { r.AddCookie(&http.Cookie{Name: "session", Value: token}) }),
		offering("basic", func() authn.Scheme {
			return authn.Basic("basic", func(_ context.Context, user string, _ authn.Secret) (authn.Identity, error) { return identify(user) })
		}, func(r *http.Request, token string) { r.SetBasicAuth(token, "password") }),
		offering("certificate", func() authn.Scheme {
			return authn.MutualTLS("certificate", func(_ context.Context, chain []*x509.Certificate) (authn.Identity, error) {
				return identify(chain[0].Subject.CommonName)
			})
		}, func(r *http.Request, token string) {
			c := &x509.Certificate{Subject: pkix.Name{CommonName: token}}
			r.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{c}, VerifiedChains: [][]*x509.Certificate{{c}}}
		}),
		offering("oauth2", func() authn.Scheme {
			return authn.OAuth2("oauth", verify, authn.ClientCredentials("https://auth.example.com/token").Scope("read", "Reads.").Scope("write", "Writes.").Scope("cost", "Sees costs."))
		}, authorization),
		offering("openid", func() authn.Scheme {
			return authn.OpenIDConnect("openid", "https://auth.example.com/.well-known/openid-configuration", verify)
		}, authorization),
		{name: "AllOf", area: access, slot: "requirement", declare: func(d *draft) {
			gateway := authn.APIKeyHeader("gateway", "X-Gateway", func(_ context.Context, key authn.Secret) (authn.Identity, error) {
				if key.Reveal() != "gateway" {
					return authn.Identity{}, authn.Invalid("The gateway is not known.")
				}
				return authn.New("gateway"), nil
			})
			d.requirement = authn.AllOf(gateway, d.user())
			d.schemes = append(d.schemes, scheme{is: gateway})
			d.signers = append([]signer{{[]string{"AllOf", "scheme bearer"}, func(r *http.Request, token string) {
				r.Header.Set("X-Gateway", "gateway")
				authorization(r, token)
			}}}, d.signers...)
		}},
		{name: "AnyOf", area: access, slot: "requirement", declare: func(d *draft) {
			key := authn.APIKeyHeader("other", "X-Other-Key", lookup)
			d.requirement = authn.AnyOf(key, d.user())
			d.schemes = append(d.schemes, scheme{is: key})
			d.signers = append([]signer{
				{[]string{"AnyOf"}, func(r *http.Request, token string) { r.Header.Set("X-Other-Key", token) }},
				{[]string{"AnyOf", "scheme bearer"}, authorization},
			}, d.signers...)
		}},
	}
}
