package oas_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
)

// The server and its document come from the same declaration.
func Example() {
	app := tenon.New("Library", "1.0.0").Add(route.Health("/health")).MustBuild()

	text, err := oas.YAML(app, oas.V31)
	first, _, _ := strings.Cut(string(text), "\n")
	fmt.Println(first, err)

	mux := http.NewServeMux()
	mux.Handle("/", app)
	documents := oas.Handler(app)
	mux.Handle("/openapi.json", documents)
	mux.Handle("/openapi-3.2.json", documents)

	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/openapi-3.2.json", nil))
	fmt.Println(w.Code, strings.Contains(w.Body.String(), `"/health"`))
	// Output:
	// openapi: "3.1.1" <nil>
	// 200 true
}
