// Package token has JSON Web Tokens and the keys that verify them.
package token

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"sync"
)

// The issuer and the audience of tokens.
const (
	Issuer   = "https://id.example.com"
	Audience = "shop"
)

// KeySet has a key of each type, and a token for each.
type KeySet struct {
	Curve   *ecdsa.PublicKey
	Edwards ed25519.PublicKey
	// JSON is the set of both keys (RFC 7517 §5).
	JSON         []byte
	ES256, EdDSA string
}

// Keys returns the keys of this process. They differ from those of another.
var Keys = sync.OnceValue(func() (k KeySet) {
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	public, private, err := ed25519.GenerateKey(rand.Reader)
	check(err)
	k.Curve, k.Edwards = &curve.PublicKey, public
	point, err := curve.PublicKey.Bytes()
	check(err)
	k.JSON = fmt.Appendf(nil, `{"keys":[{"kty":"EC","use":"sig","alg":"ES256","kid":"curve","crv":"P-256","x":%q,"y":%q},`+
		`{"kty":"OKP","use":"sig","alg":"EdDSA","kid":"edwards","crv":"Ed25519","x":%q}]}`, encoded(point[1:33]), encoded(point[33:]), encoded(public))
	k.ES256 = signed("ES256", "curve", func(text []byte) []byte {
		digest := sha256.Sum256(text)
		r, s, err := ecdsa.Sign(rand.Reader, curve, digest[:])
		check(err)
		return append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	})
	k.EdDSA = signed("EdDSA", "edwards", func(text []byte) []byte { return ed25519.Sign(private, text) })
	return k
})

// signed returns a token of the usual size that expires in the year 2100.
func signed(algorithm, key string, sign func([]byte) []byte) string {
	header, err := json.Marshal(map[string]any{"alg": algorithm, "kid": key, "typ": "JWT"})
	check(err)
	claims, err := json.Marshal(map[string]any{
		"iss": Issuer, "aud": Audience, "sub": "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", "iat": 1_750_000_000, "exp": 4_102_444_800,
		"jti": "7c1a7b9e8f57", "scope": "products:read products:write", "email": "ann@example.com", "name": "Ann Svensson",
	})
	check(err)
	text := encoded(header) + "." + encoded(claims)
	return text + "." + encoded(sign([]byte(text)))
}

func encoded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func check(err error) {
	if err != nil {
		panic(err)
	}
}
