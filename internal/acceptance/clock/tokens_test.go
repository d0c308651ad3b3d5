package clock_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// provider is an issuer in memory. Its keys are made of their names.
type provider struct {
	published []string
	expires   time.Duration // sent as Expires; 0: max-age is sent
	down      bool
	fetches   int
}

func keyOf(name string) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed([]byte(strings.Repeat(name, 32)[:32]))
}

func encoded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// RoundTrip serves the keys.
func (p *provider) RoundTrip(r *http.Request) (*http.Response, error) {
	p.fetches++
	if p.down {
		return nil, io.ErrUnexpectedEOF
	}
	var keys []string
	for _, name := range p.published {
		keys = append(keys, fmt.Sprintf(`{"kty":"OKP","crv":"Ed25519","kid":%q,"alg":"EdDSA","x":%q}`, name, encoded(keyOf(name).Public().(ed25519.PublicKey))))
	}
	body := `{"keys":[` + strings.Join(keys, ",") + `]}`
	header := http.Header{"Cache-Control": {"max-age=1800"}}
	if p.expires != 0 {
		now := time.Now().UTC()
		header = http.Header{"Date": {now.Format(http.TimeFormat)}, "Expires": {now.Add(p.expires).Format(http.TimeFormat)}}
	}
	return &http.Response{StatusCode: 200, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// token returns a token that expires in some time.
func token(key string, expires time.Duration) string {
	now := time.Now()
	text := encoded([]byte(`{"alg":"EdDSA","kid":"`+key+`"}`)) + "." + encoded(fmt.Appendf(nil,
		`{"iss":"https://id.example.com","aud":"api","sub":"ann","iat":%d,"exp":%d}`, now.Unix(), now.Add(expires).Unix()))
	return text + "." + encoded(ed25519.Sign(keyOf(key), []byte(text)))
}

// secured returns an app whose tokens are of the provider. The clock may be nil.
func secured(t *testing.T, p *provider, clock *apitest.Clock) *tenon.App {
	options := []jwks.Option{
		jwks.Audience("api"), jwks.KeysAt("https://id.example.com/keys"), jwks.Client(&http.Client{Transport: p}),
		jwks.Leeway(30 * time.Second), jwks.Logger(slog.New(slog.DiscardHandler)),
	}
	if clock != nil {
		options = append(options, jwks.Clock(clock.Now))
	}
	v, err := jwks.New(jwks.Issuer("https://id.example.com", options...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return kit.Build(t, tenon.New("T", "1").Authenticate(authn.Bearer("bearer", v.Verify)).
		Add(route.Get("/who", route.Text(prop.String("who"))).Handle(kit.ServeSubject)))
}

func statusOf(t *testing.T, app *tenon.App, token string) int {
	t.Helper()
	return kit.Send(t, app, "GET", "/who", "", kit.As(token)...).Status
}

// A server whose clock is ahead rejects a token earlier, and one whose clock is behind later.
func TestTokensExpireByTheClockOfTheServer(t *testing.T) {
	for _, ahead := range []time.Duration{0, 10 * time.Second, -10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			var clock apitest.Clock
			clock.Move(ahead)
			app := secured(t, &provider{published: []string{"a"}}, &clock)
			text := token("a", time.Hour)
			time.Sleep(time.Hour + 30*time.Second - ahead - time.Nanosecond)
			if got := statusOf(t, app, text); got != 200 {
				t.Errorf("%v ahead: %d before the token and its leeway end", ahead, got)
			}
			time.Sleep(time.Nanosecond)
			if got := statusOf(t, app, text); got != 401 {
				t.Errorf("%v ahead: %d after that", ahead, got)
			}
		})
	}
}

// Keys are as fresh as the provider declares, and are kept for a day if it is down.
func TestKeySetsAgeInVirtualTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &provider{published: []string{"a"}}
		app := secured(t, p, nil)
		begin := time.Now()
		at := func(after time.Duration) { time.Sleep(time.Until(begin.Add(after))) }
		expect := func(key string, status, fetches int) {
			t.Helper()
			got := statusOf(t, app, token(key, time.Hour))
			synctest.Wait() // for a fetch that the response does not wait for
			if got != status || p.fetches != fetches {
				t.Errorf("after %v: %d and %d fetches, want %d and %d", time.Since(begin), got, p.fetches, status, fetches)
			}
		}
		expect("a", 200, 1)
		p.published = []string{"b"}
		at(30*time.Minute - time.Nanosecond)
		expect("a", 200, 1)
		at(30 * time.Minute)
		expect("a", 200, 2) // the stale key is used once more, while it is renewed
		expect("a", 401, 3) // a fetch for a key that may be new
		expect("b", 200, 3)
		p.down = true
		at(54*time.Hour + time.Second)
		expect("b", 503, 4) // no request has renewed the keys for longer than a day
		p.down = false
		time.Sleep(5*time.Second - time.Nanosecond)
		expect("b", 503, 4)
		time.Sleep(time.Nanosecond)
		expect("b", 200, 5)
	})
}

// Expires is by the clock of the provider, as Date is (RFC 9111 §4.2.1).
func TestExpiresIsComparedWithDate(t *testing.T) {
	for _, ahead := range []time.Duration{0, 20 * time.Minute, -20 * time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			var clock apitest.Clock
			clock.Move(ahead)
			p := &provider{published: []string{"a"}, expires: 30 * time.Minute}
			app := secured(t, p, &clock)
			use := func(fetches int) {
				t.Helper()
				statusOf(t, app, token("a", time.Hour))
				synctest.Wait()
				if p.fetches != fetches {
					t.Errorf("%v ahead: %d fetches, want %d", ahead, p.fetches, fetches)
				}
			}
			use(1)
			time.Sleep(30*time.Minute - time.Nanosecond)
			use(1)
			time.Sleep(time.Nanosecond)
			use(2)
		})
	}
}
