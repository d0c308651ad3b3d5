package main

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"net"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// An Issuer issues tokens for development. It publishes its key like an OpenID Connect
// provider, on a local port, so that the shop treats its tokens like any others. The key is
// lost when the program ends.
type Issuer struct {
	url      string
	private  ed25519.PrivateKey
	listener net.Listener
	app      *tenon.App
}

const (
	devAudience = "shop"
	devKey      = "development" // the key ID
	devLife     = 12 * time.Hour
)

// The documents that a verifier requests from an issuer.
type (
	provider struct{ Issuer, Keys string }
	webKey   struct{ X string }
	keySet   struct{ Keys []webKey }
)

var (
	providers = collection.Of("Provider", func(p *provider) collection.Fields {
		return collection.Fields{
			prop.String("issuer").At(&p.Issuer),
			prop.String("jwks_uri").At(&p.Keys),
		}
	})
	keySets = collection.Of("KeySet", func(s *keySet) collection.Fields {
		return collection.Fields{
			webKeys.Array("keys").At(&s.Keys),
		}
	})
	webKeys = collection.Of("Key", func(k *webKey) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kty", "OKP")),
			collection.Fixed(prop.Const("crv", "Ed25519")),
			collection.Fixed(prop.Const("use", "sig")),
			collection.Fixed(prop.Const("alg", "EdDSA")),
			collection.Fixed(prop.Const("kid", devKey)),
			prop.String("x").At(&k.X),
		}
	})
)

// NewIssuer returns an issuer that is listening. Call Serve to respond to requests.
func NewIssuer() (*Issuer, error) {
	open, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	i := &Issuer{url: "http://" + l.Addr().String(), private: private, listener: l}
	i.app, err = tenon.New("Issuer", "1.0.0").Renderer(render.NoEnvelope()).Add(
		route.Get("/.well-known/openid-configuration", providers.View()).
			Handle(func(*route.Call) (provider, error) { return provider{i.url, i.url + "/keys"}, nil }),
		route.Get("/keys", keySets.View()).
			Handle(func(*route.Call) (keySet, error) {
				return keySet{[]webKey{{base64.RawURLEncoding.EncodeToString(open)}}}, nil
			}),
	).Build()
	return i, err
}

// Serve serves the key until ctx is done.
func (i *Issuer) Serve(ctx context.Context) error {
	return tenon.Serve(ctx, "", i.app, tenon.Listener(i.listener))
}

// Token returns a token for a subject.
func (i *Issuer) Token(subject string, scopes ...string) (string, error) {
	now := time.Now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"iss":   i.url,
		"aud":   devAudience,
		"sub":   subject,
		"scope": strings.Join(scopes, " "),
		"iat":   now.Unix(),
		"exp":   now.Add(devLife).Unix(),
	})
	token.Header["kid"] = devKey
	return token.SignedString(i.private)
}
