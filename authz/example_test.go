package authz_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"
)

// What an operation needs is declared with it, and stands in its document.
func Example() {
	keys := authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
		authn.NewSecret("of-ann").Hash(): authn.New("ann").Scopes("books:write"),
		authn.NewSecret("of-bob").Hash(): authn.New("bob").Scopes("books:write").Roles("owner"),
	}))
	app := tenon.New("Library", "1.0.0").Authenticate(keys).Add(
		route.Delete("/books", collection.NoContent()).
			Scopes("books:write").
			Authorize(authz.AnyRole("owner", "support")).
			Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
	).MustBuild()

	for _, key := range []string{"of-ann", "of-bob"} {
		r := httptest.NewRequest("DELETE", "/books", nil)
		r.Header.Set("X-Api-Key", key)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
	// Output:
	// 403
	// 204
}
