package doc_test

import (
	"fmt"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/route"
)

func Example_deprecation() {
	app := tenon.New("Library", "1.0.0").Add(
		route.Group("/v1", show).
			DeprecatedAt(time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC)).
			Sunset(time.Date(2027, time.June, 1, 0, 0, 0, 0, time.UTC)),
	).MustBuild()

	header := send(app, "GET", "/v1/books/"+leaves, "")
	fmt.Println(header.Get("Deprecation"))
	fmt.Println(header.Get("Sunset"))

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// @1796083200
	// Tue, 01 Jun 2027 00:00:00 GMT
}
