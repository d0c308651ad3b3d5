package jwks_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/authn/jwks"
)

// provider is an OpenID Connect provider whose responses a test sets.
type provider struct {
	*httptest.Server
	fetches  atomic.Int64 // of keys
	lookups  atomic.Int64 // of the configuration
	down     atomic.Bool
	mu       sync.Mutex
	keys     string // the JWK set
	config   string // the configuration; "" for a valid one
	header   http.Header
	redirect string
}

func newProvider(t testing.TB, keys ...string) *provider {
	t.Helper()
	p := &provider{header: http.Header{}}
	p.publish(keys...)
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Server.Close)
	return p
}

func (p *provider) publish(keys ...string) { p.answer(`{"keys":[` + strings.Join(keys, ",") + `]}`) }

func (p *provider) answer(set string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = set
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	keys, config, redirect := p.keys, p.config, p.redirect
	for name, values := range p.header {
		w.Header()[name] = values
	}
	p.mu.Unlock()
	configuration := strings.HasSuffix(r.URL.Path, "/.well-known/openid-configuration")
	if configuration {
		p.lookups.Add(1)
	} else {
		p.fetches.Add(1)
	}
	switch {
	case p.down.Load():
		http.Error(w, "down", http.StatusBadGateway)
	case redirect != "" && !configuration:
		http.Redirect(w, r, redirect, http.StatusFound)
	case configuration && config != "":
		fmt.Fprint(w, config)
	case configuration:
		fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q}`, p.URL, p.URL+"/keys")
	default:
		fmt.Fprint(w, keys)
	}
}

// verifier returns a verifier of the provider's tokens for the audience shop.
func (p *provider) verifier(t testing.TB, options ...jwks.Option) *jwks.Verifier {
	t.Helper()
	all := append([]jwks.Option{jwks.Audience("shop"), jwks.Logger(slog.New(slog.DiscardHandler))}, options...)
	v, err := jwks.New(jwks.Issuer(p.URL, all...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

// clock is a clock that a test sets.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := new(clock)
	c.at.Store(time.Now().UnixNano())
	return c
}

func (c *clock) now() time.Time       { return time.Unix(0, c.at.Load()) }
func (c *clock) move(d time.Duration) { c.at.Add(int64(d)) }

// signer signs with one algorithm.
type signer func(text string) []byte

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// sign returns a token with a header and a payload.
func sign(header, payload string, s signer) string {
	text := b64([]byte(header)) + "." + b64([]byte(payload))
	return text + "." + b64(s(text))
}

// The keys of these tests.
var (
	rsaKey   = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 2048)) })
	otherRSA = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 2048)) })
	weakRSA  = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 1024)) })
	p256     = sync.OnceValue(func() *ecdsa.PrivateKey { return must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)) })
	p384     = sync.OnceValue(func() *ecdsa.PrivateKey { return must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader)) })
	edKey    = sync.OnceValue(newEd)
)

func newEd() ed25519.PrivateKey {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	return must(private, err)
}

func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func rs(k *rsa.PrivateKey) signer {
	return func(text string) []byte {
		sum := sha256.Sum256([]byte(text))
		return must(rsa.SignPKCS1v15(rand.Reader, k, crypto.SHA256, sum[:]))
	}
}

func ps(k *rsa.PrivateKey, salt int) signer {
	return func(text string) []byte {
		sum := sha256.Sum256([]byte(text))
		return must(rsa.SignPSS(rand.Reader, k, crypto.SHA256, sum[:], &rsa.PSSOptions{SaltLength: salt}))
	}
}

func es(k *ecdsa.PrivateKey) signer {
	return func(text string) []byte {
		sum := sha256.Sum256([]byte(text))
		r, s, err := ecdsa.Sign(rand.Reader, k, sum[:])
		must(r, err)
		size := (k.Params().BitSize + 7) / 8
		return append(r.FillBytes(make([]byte, size)), s.FillBytes(make([]byte, size))...)
	}
}

func ed(k ed25519.PrivateKey) signer {
	return func(text string) []byte { return ed25519.Sign(k, []byte(text)) }
}

func hs(secret []byte) signer {
	return func(text string) []byte {
		h := hmac.New(sha256.New, secret)
		h.Write([]byte(text))
		return h.Sum(nil)
	}
}

func unsigned(string) []byte { return nil }

// jwk returns a public key as JSON, with additional members.
func jwk(kid string, key crypto.PublicKey, more string) string {
	kid = fmt.Sprintf(`"kid":%q`, kid)
	switch k := key.(type) {
	case *rsa.PublicKey:
		return fmt.Sprintf(`{%s,"kty":"RSA","n":%q,"e":%q%s}`, kid, b64(k.N.Bytes()), b64(big.NewInt(int64(k.E)).Bytes()), more)
	case *ecdsa.PublicKey:
		point := must(k.Bytes())[1:]
		half := len(point) / 2
		return fmt.Sprintf(`{%s,"kty":"EC","crv":%q,"x":%q,"y":%q%s}`, kid, k.Params().Name, b64(point[:half]), b64(point[half:]), more)
	case ed25519.PublicKey:
		return fmt.Sprintf(`{%s,"kty":"OKP","crv":"Ed25519","x":%q%s}`, kid, b64(k), more)
	}
	panic("no such key")
}
