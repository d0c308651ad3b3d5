package doc_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/tenon-go/tenon"
)

func Example_logged() {
	out := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTimes}))
	app := tenon.New("Library", "1.0.0").
		RequestIDs().
		Observe(tenon.LogObserver(out)).
		Add(show, create).
		MustBuild()

	send(app, "GET", "/books/"+mobyDick+"?q=secret", "", "X-Request-Id: abc-123")

	// Output:
	// level=WARN msg=request client=192.0.2.1 method=GET route=/books/{id} operation=getBooksById request_id=abc-123 status=422 received=0 sent=241 problem=invalid_request violations=1 codes=unknown
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","instance":"urn:request:abc-123","code":"invalid_request","errors":[{"code":"unknown","detail":"is not recognized","in":"query","parameter":"q"}]}
}

// withoutTimes removes what differs from run to run.
func withoutTimes(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey || a.Value.Kind() == slog.KindDuration {
		return slog.Attr{}
	}
	return a
}

// statuses counts responses, as metrics would.
type statuses map[string]int

func (s statuses) Observe(_ context.Context, e tenon.Exchange) {
	s[fmt.Sprint(e.Method, " ", e.Route, " ", e.Status, " ", e.Codes)]++
}

func Example_observed() {
	seen := statuses{} // needs a lock if requests are concurrent
	app := tenon.New("Library", "1.0.0").Observe(seen).Add(show, create).MustBuild()

	send(app, "POST", "/books", `{"title": ""}`)
	send(app, "GET", "/books/"+mobyDick, "")
	fmt.Println(seen)

	// Output:
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 1 character","pointer":"#/title","params":{"min":1}},{"code":"required","detail":"is required","pointer":"#/pages"}]}
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
	// map[GET /books/{id} 200 []:1 POST /books 422 [min_length required]:1]
}
