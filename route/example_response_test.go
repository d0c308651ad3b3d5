package route_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A report is there at once, or later.
func ExampleResponse_ResponseHeader() {
	type report struct{ Pages int }
	reports := collection.Of("Report", func(r *report) collection.Fields {
		return collection.Fields{prop.Int("pages").At(&r.Pages)}
	})
	var (
		retryAfter = prop.Int("Retry-After").Min(0)
		queued     = route.NewResponse(202, collection.NoContent()).ResponseHeader(retryAfter)
		month      = prop.Int("month").Min(1).Max(12)
	)
	show := route.Get("/reports/{month}", reports.View()).
		Path(month).
		Responses(queued).
		Handle(func(c *route.Call) (report, error) {
			if month.Get(c) == 12 {
				retryAfter.Set(c, 30)
				queued.Set(c, collection.Empty{})
				return report{}, nil
			}
			return report{Pages: 7}, nil
		})

	app := tenon.New("Reports", "1.0.0").Add(show).MustBuild()
	for _, path := range []string{"/reports/1", "/reports/12"} {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Println(w.Code, w.Header().Get("Retry-After"), w.Body)
	}
	// Output:
	// 200  {"data":{"pages":7}}
	// 202 30
}
