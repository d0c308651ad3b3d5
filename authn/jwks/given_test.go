package jwks_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
)

// keySet is a source of keys without an address.
func keySet(t testing.TB, keys ...string) keyfunc.Keyfunc {
	t.Helper()
	k, err := keyfunc.NewJWKSetJSON([]byte(`{"keys":[` + strings.Join(keys, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

const given = "https://id.example.com"

func verifierOf(t testing.TB, k keyfunc.Keyfunc, options ...jwks.Option) *jwks.Verifier {
	t.Helper()
	v, err := jwks.New(jwks.Issuer(given, append(options, jwks.Audience("shop"), jwks.Keys(k), jwks.Logger(slog.New(slog.DiscardHandler)))...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

// Keys of the program must satisfy the same requirements as fetched ones.
func TestKeysCanBeGiven(t *testing.T) {
	for _, c := range []struct {
		name, header string
		keys         []string
		sign         signer
		ok           bool
	}{
		{"RS256", `{"alg":"RS256","kid":"k"}`, []string{jwk("k", &rsaKey().PublicKey, `,"alg":"RS256","use":"sig"`)}, rs(rsaKey()), true},
		{"RS256 of a key for nothing", `{"alg":"RS256","kid":"k"}`, []string{jwk("k", &rsaKey().PublicKey, "")}, rs(rsaKey()), true},
		{"PS256 of a key for nothing", `{"alg":"PS256","kid":"k"}`, []string{jwk("k", &rsaKey().PublicKey, "")}, ps(rsaKey(), 32), false},
		{"PS256 of a key for RS256", `{"alg":"PS256","kid":"k"}`, []string{jwk("k", &rsaKey().PublicKey, `,"alg":"RS256"`)}, ps(rsaKey(), 32), false},
		{"ES256", `{"alg":"ES256","kid":"k"}`, []string{jwk("k", &p256().PublicKey, "")}, es(p256()), true},
		{"Ed25519 of a key for EdDSA", `{"alg":"Ed25519","kid":"k"}`, []string{jwk("k", edKey().Public(), `,"alg":"EdDSA"`)}, ed(edKey()), true},
		{"Ed25519 of a key for nothing", `{"alg":"Ed25519","kid":"k"}`, []string{jwk("k", edKey().Public(), "")}, ed(edKey()), true},
		{"no kid, one key of the algorithm", `{"alg":"EdDSA"}`, []string{jwk("r", &rsaKey().PublicKey, ""), jwk("k", edKey().Public(), "")}, ed(edKey()), true},
		{"no kid, two keys of the algorithm", `{"alg":"EdDSA"}`, []string{jwk("k", edKey().Public(), ""), jwk("k2", newEd().Public(), "")}, ed(edKey()), false},
		{"no kid, a key without one among others", `{"alg":"EdDSA"}`, []string{jwk("k", newEd().Public(), ""), jwk("", edKey().Public(), "")}, ed(edKey()), true},
		{"another kid", `{"alg":"EdDSA","kid":"x"}`, []string{jwk("k", edKey().Public(), "")}, ed(edKey()), false},
		{"another key", `{"alg":"EdDSA","kid":"k"}`, []string{jwk("k", newEd().Public(), "")}, ed(edKey()), false},
		{"a key for encryption", `{"alg":"RS256","kid":"k"}`, []string{jwk("k", &rsaKey().PublicKey, `,"use":"enc"`)}, rs(rsaKey()), false},
		{"a key to sign with", `{"alg":"RS256","kid":"k"}`, []string{jwk("k", &rsaKey().PublicKey, `,"key_ops":["sign"]`)}, rs(rsaKey()), false},
		{"a weak key", `{"alg":"RS256","kid":"k"}`, []string{jwk("k", &weakRSA().PublicKey, "")}, rs(weakRSA()), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			who, err := verifierOf(t, keySet(t, c.keys...)).Verify(t.Context(), sign(c.header, payload(given, time.Now()), c.sign))
			switch {
			case c.ok && (err != nil || who.Subject() != "ann"):
				t.Errorf("got %v, %v", who, err)
			case !c.ok && (!errors.Is(err, authn.ErrInvalid) || errors.Is(err, authn.ErrUnavailable)):
				t.Errorf("got %v, %v", who, err)
			}
		})
	}
}

// broken is a store that is unavailable.
type broken struct{ jwkset.Storage }

var errAway = errors.New("the store is away")

func (broken) KeyRead(context.Context, string) (jwkset.JWK, error) { return jwkset.JWK{}, errAway }
func (broken) KeyReadAll(context.Context) ([]jwkset.JWK, error)    { return nil, errAway }

func TestAnUnavailableStoreIsNotAnInvalidToken(t *testing.T) {
	k, err := keyfunc.New(keyfunc.Options{Storage: broken{}})
	if err != nil {
		t.Fatal(err)
	}
	v := verifierOf(t, k)
	for _, header := range []string{`{"alg":"EdDSA","kid":"k"}`, `{"alg":"EdDSA"}`} {
		_, err := v.Verify(t.Context(), sign(header, payload(given, time.Now()), ed(edKey())))
		if !errors.Is(err, authn.ErrUnavailable) || errors.Is(err, authn.ErrInvalid) || !errors.Is(err, errAway) {
			t.Errorf("got %v", err)
		}
	}
}

// denying lists every key but returns none.
type denying struct{ source }

type source = keyfunc.Keyfunc

func (denying) KeyfuncCtx(context.Context) jwt.Keyfunc {
	return func(*jwt.Token) (any, error) { return nil, errAway }
}

func TestTheKeyIsWhatTheKeyfuncGives(t *testing.T) {
	v := verifierOf(t, denying{keySet(t, jwk("k", edKey().Public(), ""))})
	_, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k"}`, payload(given, time.Now()), ed(edKey())))
	if !errors.Is(err, authn.ErrUnavailable) || !errors.Is(err, errAway) {
		t.Errorf("got %v", err)
	}
}
