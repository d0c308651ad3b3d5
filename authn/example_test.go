package authn_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A program stores hashes of keys; a handler gets the identity of the caller.
func Example() {
	keys := authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
		authn.NewSecret("of-ann").Hash(): authn.New("ann").Scopes("books:read"),
	}))
	app := tenon.New("Library", "1.0.0").Authenticate(keys).Add(
		route.Get("/me", route.Text(prop.String("name"))).
			Handle(func(c *route.Call) (string, error) { return authn.FromContext(c.Context()).Subject(), nil }),
	).MustBuild()

	for _, key := range []string{"of-ann", "of-bob", ""} {
		r := httptest.NewRequest("GET", "/me", nil)
		if key != "" {
			r.Header.Set("X-Api-Key", key)
		}
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Printf("%d %q\n", w.Code, w.Header().Get("WWW-Authenticate"))
	}
	// Output:
	// 200 ""
	// 401 "ApiKey realm=\"api\""
	// 401 "ApiKey realm=\"api\""
}
