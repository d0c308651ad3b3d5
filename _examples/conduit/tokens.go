package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
	"github.com/tenon-go/tenon/route"
)

// Tokens issues JSON Web Tokens, and verifies them.
type Tokens struct {
	key ed25519.PrivateKey
	*jwks.Verifier
}

const (
	issuer = "https://conduit.example" // also the audience
	keyID  = "1"
	life   = 24 * time.Hour
)

// newTokens returns the tokens of a key of 32 bytes, in hex. Without one, it generates a key.
func newTokens(text string) (*Tokens, error) {
	seed, err := hex.DecodeString(text)
	switch {
	case text == "":
		slog.Warn("CONDUIT_KEY is not set; tokens will be rejected after a restart")
		seed = make([]byte, ed25519.SeedSize)
		rand.Read(seed) // never fails
	case err != nil || len(seed) != ed25519.SeedSize:
		return nil, errors.New("CONDUIT_KEY: a key has 32 bytes, in hex")
	}
	key := ed25519.NewKeyFromSeed(seed)
	keys, err := keyfunc.NewJWKSetJSON(fmt.Appendf(nil, `{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": %q, "x": %q}]}`,
		keyID, base64.RawURLEncoding.EncodeToString(key.Public().(ed25519.PublicKey))))
	if err != nil {
		return nil, err
	}
	verifier, err := jwks.New(jwks.Issuer(issuer, jwks.Audience(issuer), jwks.Keys(keys)))
	return &Tokens{key, verifier}, err
}

// Issue returns a token for a user.
func (t *Tokens) Issue(user int64) (string, error) {
	now := time.Now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"iss": issuer, "aud": issuer, "sub": strconv.FormatInt(user, 10),
		"iat": now.Unix(), "exp": now.Add(life).Unix(),
	})
	token.Header["kid"] = keyID
	return token.SignedString(t.key)
}

// scheme declares the security scheme.
func (s server) scheme() authn.Scheme {
	return authn.APIKeyAuthorization("Token", "Token", s.identify).
		Describe("The token of a user, which registering and logging in return.")
}

// identify returns the identity of a token.
func (s server) identify(ctx context.Context, token authn.Secret) (authn.Identity, error) {
	identity, err := s.tokens.Verify(ctx, token.Reveal())
	if err != nil {
		return identity, err
	}
	switch known, err := s.store.HasUser(ctx, userOf(identity)); {
	case err != nil:
		return identity, authn.Unavailable(time.Second, err)
	case !known: // the database is another one
		return identity, authn.Invalid("The user of the token does not exist.")
	}
	return identity, nil
}

// caller returns the ID of the user who calls, or 0 without a token.
func caller(c *route.Call) int64 { return userOf(c.Identity()) }

func userOf(i authn.Identity) int64 {
	id, _ := strconv.ParseInt(i.Subject(), 10, 64)
	return id
}
