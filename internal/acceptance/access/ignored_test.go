package access_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// A route that ignores credentials serves everyone, whatever credentials a request has.
func TestIgnoredCredentials(t *testing.T) {
	who := collection.ValueOf(prop.String("who")).View()
	read := func(c *route.Call) (string, error) { return c.Identity().Subject(), nil }
	wrong := render.NewProblem(http.StatusUnauthorized, "wrong_password", "The password is wrong.")
	login := route.Post("/login", collection.NoContent(), collection.NoContent()).Fails(wrong).
		Handle(func(*route.Call, collection.Empty) (none collection.Empty, err error) { return none, wrong })
	app := kit.Build(t, tenon.New("Ignoring", "1").Authenticate(kit.APIKey).Throttle(throttle.PerMinute(50).ByIdentity()).Add(
		route.Get("/public", who).Public().Handle(read),
		route.Get("/ignoring", who).IgnoreCredentials().Handle(read),
		route.Group("/group", route.Get("/ignoring", who).Handle(read), route.Get("/required", who).Requires(kit.APIKey).Handle(read), login).IgnoreCredentials(),
	))
	for _, tt := range []struct {
		target, key string
		status      int
	}{
		{"/public", "", 200}, {"/public", "wrong", 401},
		{"/ignoring", "", 200}, {"/ignoring", "wrong", 200},
		{"/group/ignoring", "wrong", 200}, {"/group/required", "wrong", 401}, {"/group/required", "", 401},
	} {
		got := kit.Send(t, app, "GET", tt.target, "", kit.Headers("X-Api-Key", tt.key)...)
		if got.Status != tt.status || tt.status == 200 && got.Body != `{"data":""}`+"\n" && got.Body != `{"data":""}` {
			t.Errorf("GET %s with %q: %d %s, want %d", tt.target, tt.key, got.Status, got.Body, tt.status)
		}
	}
	if got := kit.Send(t, app, "POST", "/group/login", ""); got.Status != 401 || got.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("a 401 of the handler: %d %v", got.Status, got.Header)
	}
	doc, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(doc), `"security"`); n != 2 { // of /public and /group/required
		t.Errorf("%d operations have security:\n%s", n, doc)
	}
}

func TestIgnoredCredentialsHaveFaults(t *testing.T) {
	r := route.Post("/books", collection.NoContent(), collection.NoContent()).IgnoreCredentials()
	for _, tt := range []struct {
		r    *route.WriteRoute[collection.Empty, collection.Empty]
		want string
	}{
		{r.Scopes("a"), `is Public, but requires the scope "a"`},
		{r.Requires(kit.APIKey), "Public and Requires contradict each other"},
		{r.Idempotent(time.Hour, idempotency.Memory()), "guests of a Public route cannot be distinguished"},
	} {
		_, err := tenon.New("Ignoring", "1").Authenticate(kit.APIKey).
			Add(tt.r.Handle(func(*route.Call, collection.Empty) (none collection.Empty, err error) { return })).Build()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}
