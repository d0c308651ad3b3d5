package doc_test

import (
	"context"
	"fmt"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

func Example_limits() {
	search := route.Get("/search", books.View()).
		Throttle(throttle.PerDay(2).Name("search").Headers(throttle.XRateLimit, throttle.Draft11)).
		Handle(func(*route.Call) (Book, error) { return shelf[0], nil })
	token := authn.Bearer("token", func(context.Context, string) (authn.Identity, error) { return authn.New("ann"), nil })
	app := tenon.New("Library", "1.0.0").
		Authenticate(token).
		Throttle(throttle.PerMinute(600), throttle.PerHour(5000).Name("account").ByIdentity()).
		Add(show, search).
		MustBuild()
	defer app.Close()

	header := send(app, "GET", "/books/"+leaves, "", "Authorization: Bearer of-ann")
	fmt.Println(header.Get("X-RateLimit-Limit"), header.Get("X-RateLimit-Remaining"))

	send(app, "GET", "/search", "", "Authorization: Bearer of-ann")
	header = send(app, "GET", "/search", "", "Authorization: Bearer of-ann")
	fmt.Println(header.Get("X-RateLimit-Remaining"), header.Get("RateLimit-Policy"))
	header = send(app, "GET", "/search", "", "Authorization: Bearer of-ann")
	fmt.Println(header.Get("Retry-After") != "") // seconds

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// 600 599
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
	// 0 "search";q=2;w=86400
	// 429 {"title":"Too Many Requests","status":429,"detail":"Too many requests; try again later.","code":"rate_limited","policy":"search"}
	// true
}

func Example_proxies() {
	behind := throttle.PerDay(1).TrustedProxies("10.0.0.0/8")
	app := tenon.New("Library", "1.0.0").Throttle(behind).Add(show).MustBuild()
	defer app.Close()

	// The connection comes from 192.0.2.1, which is not trusted.
	send(app, "GET", "/books/"+leaves, "", "X-Forwarded-For: 203.0.113.7")
	send(app, "GET", "/books/"+leaves, "", "X-Forwarded-For: 203.0.113.8")

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// 429 {"title":"Too Many Requests","status":429,"detail":"Too many requests; try again later.","code":"rate_limited","policy":"1-per-1d"}
}

func Example_window() {
	now := time.Now()
	few := throttle.PerHour(1).Clock(func() time.Time { return now })
	app := tenon.New("Library", "1.0.0").Throttle(few).Add(show).MustBuild()
	defer app.Close()

	send(app, "GET", "/books/"+leaves, "")
	send(app, "GET", "/books/"+leaves, "")
	now = now.Add(time.Hour)
	send(app, "GET", "/books/"+leaves, "")

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// 429 {"title":"Too Many Requests","status":429,"detail":"Too many requests; try again later.","code":"rate_limited","policy":"1-per-1h"}
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
}
