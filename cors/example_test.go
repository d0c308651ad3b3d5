package cors_test

import (
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/route"
)

// A browser asks before a page of another origin may call; the API knows which
// methods and headers there are.
func Example() {
	app := tenon.New("Library", "1.0.0").
		CORS(cors.Origins("https://shop.example", "https://*.shop.example").MaxAge(time.Hour)).
		Add(route.Health("/health")).
		MustBuild()

	for _, origin := range []string{"https://admin.shop.example", "https://evil.example"} {
		r := httptest.NewRequest("OPTIONS", "/health", nil)
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "GET")
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Printf("%q %q\n", w.Header().Get("Access-Control-Allow-Origin"), w.Header().Get("Access-Control-Max-Age"))
	}
	// Output:
	// "https://admin.shop.example" "3600"
	// "" ""
}
