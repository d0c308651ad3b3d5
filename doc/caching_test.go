package doc_test

import (
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/route"
)

func Example_caching() {
	keys := authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
		authn.NewSecret("secret").Hash(): authn.New("reader"),
	}))
	first := func(*route.Call) (Book, error) { return shelf[0], nil }

	app := tenon.New("Library", "1.0.0").
		Authenticate(keys).
		Add(
			route.Get("/catalog", books.View()).Public().Cache(cache.Public(time.Minute)).Handle(first),
			route.Get("/loans", books.View()).Cache(cache.Private(0)).Handle(first),
			route.Get("/fines", books.View()).Handle(first),
		).
		MustBuild()

	for _, path := range []string{"/catalog", "/loans", "/fines"} {
		r := httptest.NewRequest("GET", path, nil)
		if path != "/catalog" {
			r.Header.Set("X-Api-Key", "secret")
		}
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(path, w.Header().Get("Cache-Control"))
		fmt.Println("  varies by", w.Header().Get("Vary"))
	}

	// Output:
	// /catalog public, max-age=60
	//   varies by X-Api-Key, Accept
	// /loans private, no-cache
	//   varies by X-Api-Key, Accept
	// /fines no-store
	//   varies by X-Api-Key, Accept
}
