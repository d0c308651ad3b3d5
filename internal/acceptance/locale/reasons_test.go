package locale_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// The details about credentials are translated. The challenge stays ASCII (RFC 6750 §3).
func TestAuthenticationFailuresAreTranslated(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Locales(l10n.Builtin()).
		Authenticate(authn.Bearer("bearer", func(_ context.Context, token string) (authn.Identity, error) {
			i := slices.IndexFunc(tree.AllReasons(), func(d tree.Detail) bool { return d.Key == token })
			return authn.Identity{}, auth.Invalid(tree.AllReasons()[i])
		})).
		Add(route.Get("/any", kit.SubjectText).Handle(kit.ServeSubject)))
	for _, tag := range l10n.Builtin().Tags() {
		for _, why := range tree.AllReasons() {
			w := kit.Send(t, app, "GET", "/any", "", "Authorization: Bearer "+why.Key, "Accept-Language: "+tag)
			var problem struct{ Title, Detail, Code string }
			if err := json.Unmarshal([]byte(w.Body), &problem); err != nil {
				t.Fatal(err)
			}
			if w.Status != 401 || problem.Code != "invalid_credentials" || (problem.Detail == why.Text) != (tag == "en") {
				t.Errorf("%s in %s: %d %s", why.Key, tag, w.Status, w.Body)
			}
			if got, want := w.Header.Get("WWW-Authenticate"), `Bearer realm="api", error="invalid_token", error_description="`+why.Text+`"`; got != want {
				t.Errorf("%s in %s: the challenge is %s", why.Key, tag, got)
			}
		}
	}
}

// Problems about malformed credentials are translated too; texts of the application are not.
func TestAccessProblemsAreTranslated(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Locales(l10n.Builtin()).Authenticate(kit.Bearer, kit.APIKey).
		Add(
			route.Get("/any", kit.SubjectText).Handle(kit.ServeSubject),
			route.Get("/write", kit.SubjectText).Scopes("write").Handle(kit.ServeSubject),
		))
	for _, tt := range []struct {
		path   string
		header []string
		status int
		detail string
	}{
		{"/any", nil, 401, "Die Anfrage erfordert Zugangsdaten."},
		{"/any", []string{"Authorization: Bearer"}, 400, "Die Kopfzeile Authorization ist fehlerhaft aufgebaut."},
		{"/any", []string{"Authorization: Bearer a", "Authorization: Bearer b"}, 400, "Die Kopfzeile Authorization wurde mehrfach gesendet."},
		{"/any", []string{"X-Api-Key: a", "X-Api-Key: b"}, 400, "Der Schlüssel wurde mehrfach gesendet."},
		{"/any", []string{"X-Api-Key: a"}, 401, "Der Schlüssel ist nicht bekannt."},
		{"/any", []string{"X-Api-Key: " + strings.Repeat("a", authn.MaxCredentials+1)}, 431, "Eine Kopfzeile der Anfrage ist zu groß."},
		{"/any", []string{"Authorization: Bearer unheard"}, 401, "The token is not known."},
		{"/write", []string{"Authorization: Bearer bob"}, 403, "Die Zugangsdaten erlauben dies nicht."},
	} {
		w := kit.Send(t, app, "GET", tt.path, "", append(tt.header, "Accept-Language: de")...)
		var problem struct{ Detail string }
		if err := json.Unmarshal([]byte(w.Body), &problem); err != nil || w.Status != tt.status || problem.Detail != tt.detail {
			t.Errorf("%v: %d %s", tt.header, w.Status, w.Body)
		}
		for _, line := range w.Header["Www-Authenticate"] {
			if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Errorf("%v: the challenge %q is not ASCII", tt.header, line)
			}
		}
	}
}
