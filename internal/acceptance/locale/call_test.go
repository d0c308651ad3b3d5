package locale_test

import (
	"slices"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/route"
)

// Language returns the language in which a problem would be written.
func TestAHandlerKnowsTheLanguage(t *testing.T) {
	greet := route.Get("/hello", kit.SubjectText).Handle(func(c *route.Call) (string, error) {
		tag := c.Language()
		if tag != "" {
			c.Header().Set("Content-Language", tag)
		}
		return "in " + tag, nil
	})
	plain := kit.Build(t, tenon.New("L", "1").Add(greet))
	several := kit.Build(t, tenon.New("L", "1").Locales(l10n.Builtin().Only("en", "de")).Add(greet))
	for _, tt := range []struct {
		app    *tenon.App
		accept []string
		want   string
		vary   []string
	}{
		{plain, []string{"de"}, "in ", []string{"Accept"}},
		{several, nil, "in en", []string{"Accept", "Accept-Language"}},
		{several, []string{"de-AT, fr;q=0.5"}, "in de", []string{"Accept", "Accept-Language"}},
		{several, []string{"fr", "de;q=0.1"}, "in de", []string{"Accept", "Accept-Language"}},
	} {
		w := kit.Send(t, tt.app, "GET", "/hello", "", kit.Values("Accept-Language", tt.accept...)...)
		if w.Body != tt.want || !slices.Equal(kit.Varied(w.Header), tt.vary) {
			t.Errorf("%q: %s, Vary %q", tt.accept, w.Body, w.Header["Vary"])
		}
	}
}
