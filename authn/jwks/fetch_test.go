package jwks_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
)

func TestConfigurationsThatAreNotTrusted(t *testing.T) {
	for name, config := range map[string]string{
		"another issuer":          `{"issuer":"https://id.example.com","jwks_uri":"URL/keys"}`,
		"a slash more":            `{"issuer":"URL/","jwks_uri":"URL/keys"}`,
		"no issuer":               `{"jwks_uri":"URL/keys"}`,
		"no address":              `{"issuer":"URL"}`,
		"http to another machine": `{"issuer":"URL","jwks_uri":"http://id.example.com/keys"}`,
		"a file":                  `{"issuer":"URL","jwks_uri":"file:///etc/passwd"}`,
		"an issuer twice":         `{"issuer":"x","issuer":"URL","jwks_uri":"URL/keys"}`,
		"no object":               `[]`,
		"no JSON":                 `<html>`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newProvider(t, jwk("1", edKey().Public(), ""))
			p.config = strings.ReplaceAll(config, "URL", p.URL)
			_, err := p.verifier(t).Verify(t.Context(), sign(kid1, payload(p.URL, time.Now()), ed(edKey())))
			if !errors.Is(err, authn.ErrUnavailable) || p.fetches.Load() != 0 {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestUnusableSets(t *testing.T) {
	many := strings.Repeat(jwk("1", edKey().Public(), "")+",", 100) + jwk("2", edKey().Public(), "")
	for name, set := range map[string]string{
		"empty":         ``,
		"no keys":       `{}`,
		"none":          `{"keys":[]}`,
		"no list":       `{"keys":{}}`,
		"no usable key": `{"keys":[{"kty":"oct","k":"AA"}]}`,
		"101 keys":      `{"keys":[` + many + `]}`,
		"over 1 MiB":    `{"keys":[` + jwk("1", edKey().Public(), "") + `],"x":"` + strings.Repeat("x", 1<<20) + `"}`,
		"cut off":       `{"keys":[` + jwk("1", edKey().Public(), ""),
		"keys twice":    `{"keys":[],"keys":[` + jwk("1", edKey().Public(), "") + `]}`,
		"deeply nested": `{"keys":[` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `]}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newProvider(t)
			p.answer(set)
			_, err := p.verifier(t).Verify(t.Context(), sign(kid1, payload(p.URL, time.Now()), ed(edKey())))
			if !errors.Is(err, authn.ErrUnavailable) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestRedirectsStayOnTheirHost(t *testing.T) {
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"keys":[%s]}`, jwk("1", edKey().Public(), ""))
	}))
	defer evil.Close()
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	p.redirect = evil.URL
	text := sign(kid1, payload(p.URL, time.Now()), ed(edKey()))
	for name, options := range map[string][]jwks.Option{
		"own client":   nil,
		"given client": {jwks.Client(http.DefaultClient)},
		"keys given":   {jwks.KeysAt(p.URL + "/keys")},
	} {
		if _, err := p.verifier(t, options...).Verify(t.Context(), text); !errors.Is(err, authn.ErrUnavailable) || !strings.Contains(err.Error(), "another host") {
			t.Errorf("%s: %v", name, err)
		}
	}
	p.redirect = p.URL + "/keys2"
	if _, err := p.verifier(t).Verify(t.Context(), text); err == nil || !strings.Contains(err.Error(), "too many redirects") {
		t.Errorf("an endless redirect: %v", err)
	}
}

func TestKeysAtNeedsNoConfiguration(t *testing.T) {
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	v := p.verifier(t, jwks.KeysAt(p.URL+"/keys"))
	if _, err := v.Verify(t.Context(), sign(kid1, payload(p.URL, time.Now()), ed(edKey()))); err != nil {
		t.Error(err)
	}
	if n := p.lookups.Load(); n != 0 {
		t.Errorf("%d look-ups", n)
	}
}

// A set is renewed when it is used after its lifetime, which is between a minute and six hours.
func TestCacheHeadersAreFollowedWithinBounds(t *testing.T) {
	start := newClock().now()
	for _, row := range []struct {
		name, value string
		fresh       time.Duration
	}{
		{"X-Nothing", "", time.Hour},
		{"Cache-Control", "public, max-age=600, must-revalidate", 10 * time.Minute},
		{"Cache-Control", `max-age="600"`, 10 * time.Minute},
		{"Cache-Control", "max-age=0", time.Minute},
		{"Cache-Control", "no-cache", time.Minute},
		{"Cache-Control", "no-store", time.Minute},
		{"Cache-Control", "max-age=x", time.Minute},
		{"Cache-Control", "max-age=99999999999999999999999", 6 * time.Hour},
		{"Cache-Control", "s-maxage=5", time.Hour},
		{"Expires", start.Add(30 * time.Minute).UTC().Format(http.TimeFormat), 30 * time.Minute},
		{"Expires", "0", time.Minute},
	} {
		t.Run(row.name+" "+row.value, func(t *testing.T) {
			c := newClock()
			c.at.Store(start.UnixNano())
			p := newProvider(t, jwk("1", edKey().Public(), ""))
			p.header.Set(row.name, row.value)
			v := p.verifier(t, jwks.Clock(c.now))
			ask := func() {
				if _, err := v.Verify(t.Context(), sign(kid1, payload(p.URL, c.now()), ed(edKey()))); err != nil {
					t.Fatal(err)
				}
			}
			ask()
			c.move(row.fresh - 2*time.Second)
			ask()
			ask()
			if n := p.fetches.Load(); n != 1 {
				t.Fatalf("it was renewed before its time, %d fetches", n)
			}
			c.move(3 * time.Second)
			ask()
			waitFor(t, func() bool { return p.fetches.Load() == 2 })
		})
	}
}

func TestOutagesAreLogged(t *testing.T) {
	var log bytes.Buffer
	p := newProvider(t, jwk("1", edKey().Public(), ""), jwk("2", &weakRSA().PublicKey, ""))
	v := p.verifier(t, jwks.Logger(slog.New(slog.NewTextHandler(&log, nil))))
	text := sign(kid1, payload(p.URL, time.Now()), ed(edKey()))
	if _, err := v.Verify(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "1024 bits") {
		t.Errorf("a skipped key is not logged: %s", &log)
	}
	log.Reset()
	p.down.Store(true)
	_, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"3"}`, payload(p.URL, time.Now()), ed(edKey())))
	if !errors.Is(err, authn.ErrUnavailable) || !strings.Contains(log.String(), "502") {
		t.Errorf("an outage is not told: %v, %s", err, &log)
	}
	if leaks(log.String(), text) {
		t.Errorf("the log has a token: %s", &log)
	}
}

// The set of a provider may be of any form; it must not end the process.
func FuzzSet(f *testing.F) {
	f.Add(`{"keys":[` + jwk("1", edKey().Public(), "") + `,` + jwk("2", &rsaKey().PublicKey, "") + `]}`)
	f.Add(`{"keys":[{"kty":"EC","crv":"P-256","x":"AQ","y":"AQ"},{"kty":"RSA","n":"AQ","e":"AQ"}]}`)
	p := newProvider(f)
	text := sign(kid1, payload(p.URL, time.Now()), ed(edKey()))
	f.Fuzz(func(t *testing.T, set string) {
		p.answer(set)
		if _, err := p.verifier(t, jwks.KeysAt(p.URL+"/keys")).Verify(t.Context(), text); err != nil &&
			strings.Contains(err.Error(), "panicked") {
			t.Error(err)
		}
	})
}

// Only the valid token is accepted.
func FuzzToken(f *testing.F) {
	p := newProvider(f, jwk("ed", edKey().Public(), ""))
	v, err := jwks.New(jwks.Issuer(p.URL, jwks.Audience("shop")))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(v.Close)
	good, all := attacks(p.URL)
	f.Add(good)
	for _, a := range all {
		if len(a.token) < 4096 {
			f.Add(a.token)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := v.Verify(t.Context(), text)
		if err == nil && text != good {
			t.Errorf("%q is let in", text)
		}
		if err != nil && leaks(err.Error(), text) && len(text) > 32 {
			t.Errorf("the error has a part of %q: %v", text, err)
		}
	})
}
