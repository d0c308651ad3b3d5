package docs_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas/docs"
	"github.com/tenon-go/tenon/route"
)

// The page stands beside the API, below a path that ends in a slash.
func Example() {
	app := tenon.New("Library", "1.0.0").Add(route.Health("/health")).MustBuild()
	page, err := docs.Page(app)
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/", app)
	mux.Handle("/docs/", page)

	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/docs/", nil))
	fmt.Println(w.Code, w.Header().Get("Content-Type"), strings.Contains(w.Body.String(), "Library"))
	// Output:
	// 200 text/html; charset=utf-8 true
}
