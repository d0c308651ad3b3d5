package year

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing/synctest"
	"time"
)

const (
	issuer = "https://id.example.com"
	// maxAge is how long a set of keys is fresh, and kept how long it is used if there is no other.
	maxAge, kept = 30 * time.Minute, 24 * time.Hour
)

// provider issues tokens, and rotates the keys that sign them.
type provider struct {
	n         int // of the newest key
	signs     string
	published []string
	down      bool
}

func newProvider() *provider { return &provider{n: 1, signs: "k1", published: []string{"k1"}} }

func keyOf(name string) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed([]byte(strings.Repeat(name+" ", 32)[:32]))
}

func base64url(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// RoundTrip implements http.RoundTripper.
func (p *provider) RoundTrip(r *http.Request) (*http.Response, error) {
	if p.down {
		return nil, io.ErrUnexpectedEOF
	}
	var keys []string
	for _, k := range p.published {
		keys = append(keys, fmt.Sprintf(`{"kty":"OKP","crv":"Ed25519","kid":%q,"alg":"EdDSA","x":%q}`, k, base64url(keyOf(k).Public().(ed25519.PublicKey))))
	}
	return &http.Response{
		StatusCode: 200, Request: r,
		Header: http.Header{"Cache-Control": {"max-age=" + strconv.Itoa(int(maxAge/time.Second))}},
		Body:   io.NopCloser(strings.NewReader(`{"keys":[` + strings.Join(keys, ",") + `]}`)),
	}, nil
}

// transport returns how a server reaches the provider. It notes what the server should know.
func (s *server) transport() http.RoundTripper {
	var next http.RoundTripper = s.w.provider
	if s.w.parts.fetch != nil {
		next = s.w.parts.fetch(s, next)
	}
	return roundTrip(func(r *http.Request) (*http.Response, error) {
		s.fetches++
		if s.w.provider.down {
			s.failed = time.Now()
		} else {
			s.known, s.fetched = slices.Clone(s.w.provider.published), s.clock()
		}
		return next.RoundTrip(r)
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// token is valid by its times; see right.
type token struct {
	key             string
	begins, expires time.Time
	text            string
}

// issue returns a token, whose times are whole seconds.
func (p *provider) issue(begins, expires time.Time) token {
	begins, expires = begins.Truncate(time.Second), expires.Truncate(time.Second)
	signed := base64url([]byte(`{"alg":"EdDSA","kid":"`+p.signs+`"}`)) + "." + base64url(fmt.Appendf(nil,
		`{"iss":%q,"aud":"year","sub":"ann","nbf":%d,"exp":%d}`, issuer, begins.Unix(), expires.Unix()))
	return token{p.signs, begins, expires, signed + "." + base64url(ed25519.Sign(keyOf(p.signs), []byte(signed)))}
}

// right reports whether the times of a token are those of a clock.
func (t token) right(now time.Time) bool {
	return !now.Before(t.begins.Add(-leeway)) && now.Before(t.expires.Add(leeway))
}

// planTokens issues tokens and uses them, at their bounds too.
func (w *world) planTokens() {
	w.every(4*time.Hour, func() {
		now := time.Now()
		begins := now.Add(w.between(-time.Minute, 10*time.Minute))
		t := w.provider.issue(begins, begins.Add(w.between(2*time.Minute, 2*time.Hour)))
		w.use(w.any(), t)
		for range 3 {
			w.after(w.between(0, t.expires.Sub(now)+time.Minute), func() { w.use(w.any(), t) })
		}
		for _, bound := range []time.Time{t.begins.Add(-leeway), t.expires.Add(leeway)} {
			n := w.rng.IntN(len(w.machines))
			at := bound.Add(-w.ahead(n))
			for _, d := range []time.Duration{-time.Millisecond, 0} {
				w.at(at.Add(d), func() { w.use(w.servers[n], t) })
			}
		}
		// Keys that are not published any more.
		w.after(w.between(time.Hour, 90*24*time.Hour), func() {
			t := t
			t.text = (&provider{signs: t.key}).issue(time.Now(), time.Now().Add(time.Hour)).text
			t.begins, t.expires = time.Now().Truncate(time.Second), time.Now().Truncate(time.Second).Add(time.Hour)
			w.use(w.any(), t)
		})
	})
	w.every(25*24*time.Hour, w.rotateTokens)
	w.every(9*24*time.Hour, func() {
		w.provider.down = true
		w.after(w.between(time.Second, 40*time.Hour), func() { w.provider.down = false })
	})
}

// ahead returns the error of the clock of a machine.
func (w *world) ahead(n int) time.Duration { return time.Until(w.machines[n].clock.Now()) }

// rotateTokens publishes a key, signs with it, and retires the one before. In an emergency this happens
// at once.
func (w *world) rotateTokens() {
	p := w.provider
	p.n++
	old, next := p.signs, "k"+strconv.Itoa(p.n)
	p.published = append(p.published, next)
	early, late := w.between(time.Hour, 48*time.Hour), w.between(48*time.Hour, 72*time.Hour)
	if w.rng.IntN(4) == 0 {
		early, late = 0, 0
	}
	w.after(early, func() { p.signs = next })
	w.after(late, func() { p.published = slices.DeleteFunc(p.published, func(k string) bool { return k == old }) })
}

// use sends a token, and compares the response with what the server knows.
func (w *world) use(s *server, t token) {
	now, wall := time.Now(), s.clock()
	if s.known != nil && wall.Sub(s.fetched) >= kept {
		s.known = nil
	}
	known, stale, fetches := slices.Contains(s.known, t.key), wall.Sub(s.fetched) >= maxAge, s.fetches
	paused := now.Sub(s.failed) <= 5*time.Second+2*maxSkew // after a fetch that failed
	a := w.send(s, "GET", "/who", "", "Authorization", "Bearer "+t.text)
	synctest.Wait() // for a fetch that the response does not wait for
	fetched := s.fetches > fetches
	switch {
	case known && t.right(wall) != (a.status == 200):
		w.wrong("server %d: %v for a token that %s", s.n, a, t.at(wall))
	case known && stale && !fetched && !paused:
		w.wrong("server %d: its keys are %v old and are not fetched", s.n, wall.Sub(s.fetched))
	case known && !stale && fetched:
		w.wrong("server %d: its keys are only %v old and are fetched", s.n, wall.Sub(s.fetched))
	case known:
	case !fetched:
		s.unknown = slices.DeleteFunc(s.unknown, func(at time.Time) bool { return now.Sub(at) > 2*time.Minute })
		if !paused && len(s.unknown) < 3 || a.status == 200 {
			w.wrong("server %d: %v without a fetch, for a key that it does not know", s.n, a)
		}
	case w.provider.down:
		if a.status != 503 {
			w.wrong("server %d: %v for an unknown key while the provider is down", s.n, a)
		}
	default:
		s.unknown = append(s.unknown, now)
		if want := slices.Contains(s.known, t.key) && t.right(wall); want != (a.status == 200) {
			w.wrong("server %d: %v after a fetch of %v, for a token of %s that %s", s.n, a, s.known, t.key, t.at(wall))
		}
	}
}

func (t token) at(now time.Time) string {
	return fmt.Sprintf("begins in %v and expires in %v", t.begins.Sub(now), t.expires.Sub(now))
}
