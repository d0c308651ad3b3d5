package access_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A 401 has challenges, also if a handler returns it (RFC 9110 §15.5.2).
func TestA401OfAHandlerHasChallenges(t *testing.T) {
	expired := render.NewProblem(401, "expired", "The session has expired.")
	fail := func(c *route.Call) (string, error) {
		if own := c.Request().Header.Get("X-Own"); own != "" {
			c.Header().Set("WWW-Authenticate", own)
		}
		return "", fmt.Errorf("in the store: %w", expired)
	}
	text := func(path string) *route.ReadRoute[string] {
		return route.Get(path, kit.SubjectText).Fails(expired)
	}
	app := kit.Build(t, tenon.New("C", "1").Authenticate(kit.Bearer, kit.APIKey).Add(
		text("/any").Handle(fail), text("/public").Public().Handle(fail), text("/key").Requires(kit.APIKey).Handle(fail),
	))
	both := []string{`Bearer realm="api"`, `ApiKey realm="api"`}
	for _, tt := range []struct {
		path, own string
		want      []string
	}{
		{"/any", "", both},
		{"/public", "", both},
		{"/key", "", both[1:]},
		{"/any", `Own realm="x"`, []string{`Own realm="x"`}},
	} {
		w := kit.Send(t, app, "GET", tt.path, "", kit.Headers("X-Api-Key", "k-1", "X-Own", tt.own)...)
		if w.Status != 401 || !slices.Equal(w.Header["Www-Authenticate"], tt.want) || w.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", tt.path, w.Status, w.Header)
		}
	}
}
