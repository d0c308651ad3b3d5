package guards_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/oauth2-proxy/mockoidc"
	"go.uber.org/goleak"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/prop"
)

var email = prop.Email("email").Optional()

// A shop is an API with a real provider.
type shop struct {
	provider *mockoidc.MockOIDC
	keys     atomic.Pointer[[]*mockoidc.Keypair] // the published keys
	fetches  atomic.Int64
	options  []jwks.Option
	api      *httptest.Server
}

// open starts an HTTPS provider, and an API that trusts it. The test must not leak their
// goroutines.
func open(t *testing.T, options ...jwks.Option) *shop {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
	s := new(shop)
	var err error
	if s.provider, err = mockoidc.NewServer(nil); err != nil {
		t.Fatal(err)
	}
	s.keys.Store(&[]*mockoidc.Keypair{s.provider.Keypair})
	if err := s.provider.AddMiddleware(s.publish); err != nil {
		t.Fatal(err)
	}
	// httptest has a certificate for 127.0.0.1, and a client that trusts it.
	certified := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(certified.Close)
	config := &tls.Config{Certificates: certified.TLS.Certificates}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.provider.Start(tls.NewListener(listener, config), config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.provider.Shutdown() })
	client := certified.Client()
	client.Transport.(*http.Transport).DisableKeepAlives = true
	s.options = append([]jwks.Option{
		jwks.Audience(s.provider.ClientID), jwks.Client(client), jwks.Logger(slog.New(slog.DiscardHandler)),
	}, options...)
	s.serve(t)
	return s
}

// serve starts an API that has fetched no keys yet.
func (s *shop) serve(t *testing.T) {
	t.Helper()
	verifier, err := jwks.New(jwks.Issuer(s.provider.Issuer(), s.options...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(verifier.Close)
	bearer := authn.Bearer("bearer", verifier.Verify).Format("JWT").Claims(email)
	s.api = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		identity, refusal := auth.RequirementOf(bearer).Check(r)
		if refusal != nil {
			for _, line := range refusal.Challenges {
				w.Header().Add("WWW-Authenticate", line)
			}
			w.WriteHeader(refusal.Status)
			return
		}
		who := authn.Identity(identity)
		_, _ = io.WriteString(w, who.Subject()+" "+email.Get(who))
	}))
	t.Cleanup(s.api.Close)
}

// publish serves the keys, so that there can be several.
func (s *shop) publish(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != mockoidc.JWKSEndpoint {
			next.ServeHTTP(w, r)
			return
		}
		s.fetches.Add(1)
		var all struct {
			Keys []json.RawMessage `json:"keys"`
		}
		for _, pair := range *s.keys.Load() {
			text, err := pair.JWKS()
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			var one struct {
				Keys []json.RawMessage `json:"keys"`
			}
			_ = json.Unmarshal(text, &one)
			all.Keys = append(all.Keys, one.Keys...)
		}
		_ = json.NewEncoder(w).Encode(all)
	})
}

// answer returns the response of the API to a token.
func (s *shop) answer(t *testing.T, token string) (status int, body, challenge string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, s.api.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := s.api.Client().Do(r)
	if err != nil {
		t.Error(err)
		return 0, "", ""
	}
	defer func() { _ = answer.Body.Close() }()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), strings.Join(answer.Header["Www-Authenticate"], "\n")
}

// logIn gets tokens with the authorization code flow, like a client.
func (s *shop) logIn(t *testing.T) (access, id string) {
	t.Helper()
	client := *s.trusting(t)
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	s.provider.QueueUser(&mockoidc.MockUser{Subject: "ann", Email: "ann@example.com", EmailVerified: true})
	answer, err := client.Get(s.provider.AuthorizationEndpoint() + "?" + url.Values{
		"scope": {"openid email"}, "state": {"s"}, "nonce": {"n"}, "response_type": {"code"},
		"client_id": {s.provider.ClientID}, "redirect_uri": {"https://shop.example/back"},
	}.Encode())
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	back, err := answer.Location()
	if err != nil {
		t.Fatal(err)
	}
	answer, err = client.PostForm(s.provider.TokenEndpoint(), url.Values{
		"grant_type": {"authorization_code"}, "code": {back.Query().Get("code")},
		"client_id": {s.provider.ClientID}, "client_secret": {s.provider.ClientSecret},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var tokens struct {
		Access string `json:"access_token"`
		ID     string `json:"id_token"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&tokens); err != nil {
		t.Fatal(err)
	}
	return tokens.Access, tokens.ID
}

// trusting returns a client that trusts the provider's certificate.
func (s *shop) trusting(t *testing.T) *http.Client {
	transport := &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func (s *shop) claims(more jwt.MapClaims) jwt.MapClaims {
	c := jwt.MapClaims{
		"iss": s.provider.Issuer(), "aud": s.provider.ClientID, "sub": "ann",
		"exp": time.Now().Add(time.Minute).Unix(),
	}
	for name, value := range more {
		if c[name] = value; value == nil {
			delete(c, name)
		}
	}
	return c
}

func newPair(t *testing.T) *mockoidc.Keypair {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	pair, err := mockoidc.NewKeypair(key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pair.KeyID(); err != nil { // sets the ID
		t.Fatal(err)
	}
	return pair
}

func signed(t *testing.T, pair *mockoidc.Keypair, claims jwt.Claims) string {
	t.Helper()
	text, err := pair.SignJWT(claims)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestValidTokensAreAccepted(t *testing.T) {
	s := open(t)
	access, id := s.logIn(t)
	if status, body, _ := s.answer(t, access); status != 200 || body != "ann " {
		t.Errorf("the access token: %d %q", status, body)
	}
	if status, body, _ := s.answer(t, id); status != 200 || body != "ann ann@example.com" {
		t.Errorf("the ID token: %d %q", status, body)
	}
	if n := s.fetches.Load(); n != 1 {
		t.Errorf("the keys were fetched %d times", n)
	}
}

func TestInvalidTokensAreRejected(t *testing.T) {
	s := open(t)
	own, foreign := s.provider.Keypair, newPair(t)
	foreignKid := newPair(t)
	foreignKid.Kid = own.Kid
	good := signed(t, own, s.claims(nil))
	parts := strings.Split(good, ".")
	hmac := func(secret []byte) string {
		token := jwt.NewWithClaims(jwt.SigningMethodHS256, s.claims(nil))
		token.Header["kid"] = own.Kid
		text, err := token.SignedString(secret)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	none := jwt.NewWithClaims(jwt.SigningMethodNone, s.claims(nil))
	unsigned, err := none.SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	public, err := own.JWKS()
	if err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]string{
		"expired":                 signed(t, own, s.claims(jwt.MapClaims{"exp": time.Now().Add(-time.Hour).Unix()})),
		"not valid yet":           signed(t, own, s.claims(jwt.MapClaims{"nbf": time.Now().Add(time.Hour).Unix()})),
		"issued later":            signed(t, own, s.claims(jwt.MapClaims{"iat": time.Now().Add(time.Hour).Unix()})),
		"another issuer":          signed(t, own, s.claims(jwt.MapClaims{"iss": s.provider.Issuer() + "/"})),
		"another audience":        signed(t, own, s.claims(jwt.MapClaims{"aud": "other"})),
		"other audiences":         signed(t, own, s.claims(jwt.MapClaims{"aud": []string{"a", "b"}})),
		"no audience":             signed(t, own, s.claims(jwt.MapClaims{"aud": nil})),
		"no end":                  signed(t, own, s.claims(jwt.MapClaims{"exp": nil})),
		"no subject":              signed(t, own, s.claims(jwt.MapClaims{"sub": nil})),
		"an email that is none":   signed(t, own, s.claims(jwt.MapClaims{"email": "none"})),
		"a foreign key":           signed(t, foreign, s.claims(nil)),
		"a foreign key's name":    signed(t, foreignKid, s.claims(nil)),
		"HMAC of the modulus":     hmac(own.PublicKey.N.Bytes()),
		"HMAC of the JWK set":     hmac(public),
		"unsigned":                unsigned,
		"stripped":                parts[0] + "." + parts[1] + ".",
		"signature of another":    parts[0] + "." + parts[1] + "." + strings.Split(signed(t, own, s.claims(jwt.MapClaims{"sub": "eve"})), ".")[2],
		"truncated":               good[:len(good)-8],
		"twice the same, chained": good + "." + parts[2],
	} {
		status, _, challenge := s.answer(t, token)
		if status != 401 || !strings.HasPrefix(challenge, `Bearer realm="api", error="invalid_token", error_description="`) {
			t.Errorf("%s: %d %s", name, status, challenge)
		}
	}
	if status, _, challenge := s.answer(t, parts[0]+"."+parts[1]+"."+parts[2]+" x"); status != 400 ||
		!strings.Contains(challenge, `error="invalid_request"`) {
		t.Errorf("two tokens: %d %s", status, challenge)
	}
	if status, _, _ := s.answer(t, good); status != 200 {
		t.Errorf("the valid token: %d", status)
	}
}

// A clock is ahead of the real one by an adjustable duration.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time       { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) move(d time.Duration) { c.ahead.Add(int64(d)) }

func TestKeyRotationUnderLoad(t *testing.T) {
	var c clock
	s := open(t, jwks.Clock(c.now))
	var current atomic.Pointer[string]
	rotate := func(pair *mockoidc.Keypair) {
		all := append([]*mockoidc.Keypair{pair}, *s.keys.Load()...)
		s.keys.Store(&all)
		text := signed(t, pair, s.claims(jwt.MapClaims{"exp": c.now().Add(time.Hour).Unix()}))
		current.Store(&text)
	}
	rotate(newPair(t))
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	var served, failed atomic.Int64
	for range 8 {
		group.Go(func() {
			for ctx.Err() == nil && failed.Load() == 0 {
				if status, _, challenge := s.answer(t, *current.Load()); status != 200 {
					failed.Add(1)
					t.Errorf("%d %s", status, challenge)
				}
				served.Add(1)
			}
		})
	}
	for range 5 {
		for target := served.Load() + 50; served.Load() < target && failed.Load() == 0; {
			time.Sleep(time.Millisecond)
		}
		pair := newPair(t)
		c.move(61 * time.Second)
		rotate(pair)
	}
	stop()
	group.Wait()
	if n := s.fetches.Load(); n > 7 {
		t.Errorf("5 rotations took %d fetches", n)
	}
}

func TestProviderOutage(t *testing.T) {
	var c clock
	s := open(t, jwks.Clock(c.now))
	token := signed(t, s.provider.Keypair, s.claims(jwt.MapClaims{"exp": time.Now().Add(48 * time.Hour).Unix()}))
	if status, _, _ := s.answer(t, token); status != 200 {
		t.Fatal(status)
	}
	if err := s.provider.Shutdown(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		t.Fatal(err)
	}
	c.move(time.Hour)
	for range 60 {
		if status, _, challenge := s.answer(t, token); status != 200 {
			t.Fatalf("%d %s", status, challenge)
		}
		c.move(time.Second)
	}
	s.serve(t) // a new API, without keys
	if status, _, challenge := s.answer(t, token); status != 503 || challenge != "" {
		t.Errorf("before any keys: %d %s", status, challenge)
	}
}

func TestUnknownKeysDoNotFloodTheProvider(t *testing.T) {
	s := open(t)
	foreign := newPair(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 125 {
				pair := *foreign
				pair.Kid = rand.Text()
				text, err := pair.SignJWT(s.claims(nil))
				if err != nil {
					t.Error(err)
					return
				}
				if status, _, _ := s.answer(t, text); status != 401 {
					t.Errorf("status %d", status)
				}
			}
		})
	}
	group.Wait()
	if n := s.fetches.Load(); n > 1+4 { // the first one and a burst
		t.Errorf("1,000 unknown keys caused %d fetches", n)
	}
}
