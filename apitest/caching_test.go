package apitest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// edited changes the header of a response before it is sent.
type edited struct {
	http.ResponseWriter
	edit func(http.Header)
}

func (w edited) WriteHeader(status int) {
	w.edit(w.Header())
	w.ResponseWriter.WriteHeader(status)
}

func TestLawsFindsWhatSharedCachesWouldSendToOthers(t *testing.T) {
	const law = "a shared cache sends nobody the response of another\n"
	n := 0
	public := func(h http.Header) {
		if h.Get("WWW-Authenticate") == "" {
			h.Set("Cache-Control", "public, max-age=60")
			h.Del("Vary")
		}
	}
	for _, test := range []struct {
		name  string
		edit  func(http.Header)
		text  func(*route.Call) string
		found bool
	}{
		{"right", func(http.Header) {}, subject, false},
		{"public", public, subject, true},
		{"public, but varies", func(h http.Header) { h.Set("Cache-Control", "public, max-age=60") }, subject, false},
		{"public, and for callers alone", public, func(*route.Call) string { return "all" }, true},
		{"never the same", func(h http.Header) { h.Set("Cache-Control", "public") }, func(*route.Call) string { n++; return strings.Repeat("x", n) }, false},
	} {
		use := func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(edited{w, test.edit}, r) })
		}
		app := tenon.New("Cached", "1.0.0").Logger(quiet).Authenticate(byToken).Locales(l10n.Builtin().Only("en", "de")).Use(use).Add(
			route.Get("/me", route.Text(prop.String("who"))).Handle(func(c *route.Call) (string, error) { return test.text(c), nil }),
		).MustBuild()
		var r recorder
		apitest.Laws(&r, app, ann, bob)
		if found := strings.HasPrefix(strings.Join(r.failures, "\n"), law); found != test.found || len(r.failures) > 1 || !found && len(r.failures) > 0 {
			t.Errorf("%s: found %q", test.name, r.failures)
		}
	}
}

func subject(c *route.Call) string { return authn.FromContext(c.Context()).Subject() }
