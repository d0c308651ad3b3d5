package tenon_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// What a route asks of its callers is enforced and documented.
func Example_guards() {
	keys := authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
		authn.NewSecret("a-reader").Hash(): authn.New("ann").Scopes("books:read"),
	}))
	app := tenon.New("Library", "1.0.0").
		Authenticate(keys).
		Throttle(throttle.PerMinute(600)).
		Group("/v1",
			route.Resource("/books", books, bookID, Shelf{}).ReadScopes("books:read").WriteScopes("books:write"),
			route.Delete("/books", collection.NoContent()).
				Scopes("books:write").
				Throttle(throttle.PerHour(5).ByIdentity().Name("clearing")).
				Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
			route.Health("/health"),
		).MustBuild()
	defer app.Close()

	for _, tt := range []struct{ method, path, key string }{
		{"GET", "/v1/health", ""},
		{"GET", "/v1/books", ""},
		{"GET", "/v1/books", "a-reader"},
		{"DELETE", "/v1/books", "a-reader"},
	} {
		r := httptest.NewRequest(tt.method, tt.path, nil)
		r.Header.Set("X-Api-Key", tt.key)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(tt.method, tt.path, w.Code)
	}

	// Output:
	// GET /v1/health 200
	// GET /v1/books 401
	// GET /v1/books 200
	// DELETE /v1/books 403
}
