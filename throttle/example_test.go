package throttle_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// Two limits apply to one operation: that of the API for all requests of a client, and its own.
func Example() {
	app := tenon.New("Library", "1.0.0").Throttle(throttle.PerMinute(600)).Add(
		route.Post("/reports", collection.NoContent(), collection.NoContent()).
			Throttle(throttle.PerHour(2).Name("reports")).
			Handle(func(*route.Call, collection.Empty) (none collection.Empty, err error) { return none, nil }),
	).MustBuild()
	defer app.Close()

	for range 3 {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("POST", "/reports", nil))
		fmt.Println(w.Code, w.Header().Get("X-RateLimit-Remaining"))
	}
	// Output:
	// 204 1
	// 204 0
	// 429 0
}
