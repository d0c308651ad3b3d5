package gorilla_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
)

// The operations become routes of a router that has others, by their IDs.
func Example() {
	app := tenon.New("Library", "1.0.0").Add(route.Health("/health")).MustBuild()

	router := mux.NewRouter().UseEncodedPath()
	gorilla.Register(router.PathPrefix("/api").Subrouter(), app)

	w := httptest.NewRecorder()
	router.ServeHTTP(w, httptest.NewRequest("GET", "/api/health", nil))
	fmt.Println(w.Code, w.Body)

	_ = router.Walk(func(r *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		if name := r.GetName(); name != "" {
			path, _ := r.GetPathTemplate()
			fmt.Println(name, path)
		}
		return nil
	})
	// Output:
	// 200 {"data":{"status":"ok"}}
	// getHealth /api/health
}
