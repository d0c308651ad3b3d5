package doc_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/route"
)

var quiet = slog.New(slog.DiscardHandler)

func Example_serve() {
	app := tenon.New("Library", "1.0.0").Add(show).MustBuild()

	ctx, stop := context.WithCancel(context.Background()) // a program uses signal.NotifyContext
	err := tenon.Serve(ctx, "127.0.0.1:0", app,
		tenon.ShutdownTimeout(20*time.Second),
		tenon.ReadTimeout(10*time.Second),
		tenon.OnListen(func(a net.Addr) {
			fmt.Println("listening")
			stop()
		}))
	fmt.Println("stopped", err)

	// Output:
	// listening
	// stopped <nil>
}

func Example_options() {
	app := tenon.New("Library", "1.0.0").
		RequestIDs().
		Timeout(15*time.Second).
		Limits(route.Limits{Body: 64 << 10, Depth: 16}).
		SecurityHeaders(tenon.HeaderPolicy{HSTSMaxAge: 365 * 24 * time.Hour}).
		CORS(cors.Origins("https://library.example").MaxAge(time.Hour)).
		Observe(tenon.LogObserver(quiet)).
		Logger(quiet).
		Add(show, create, route.Health("/health", route.HealthCheck{Name: "database", Run: ping})).
		MustBuild()

	header := send(app, "GET", "/nowhere", "", "X-Request-Id: abc-123", "Origin: https://library.example")
	fmt.Println(header.Get("X-Request-Id"), header.Get("Access-Control-Allow-Origin"))
	send(app, "GET", "/health", "", "X-Request-Id: abc-124")

	// Output:
	// 404 {"title":"Not Found","status":404,"detail":"There is nothing at this path.","instance":"urn:request:abc-123","code":"not_found"}
	// abc-123 https://library.example
	// 503 {"title":"Service Unavailable","status":503,"instance":"urn:request:abc-124","code":"unavailable"}
}

func ping(context.Context) error { return errors.New("connection refused") }

func Example_timeout() {
	slow := route.Get("/slow", books.View()).
		Timeout(10 * time.Millisecond).
		Handle(func(c *route.Call) (Book, error) {
			<-c.Context().Done() // a database query would use this context
			return Book{}, c.Context().Err()
		})
	app := tenon.New("Library", "1.0.0").Logger(quiet).Add(slow).MustBuild()

	send(app, "GET", "/slow", "")

	// Output:
	// 503 {"title":"Service Unavailable","status":503,"detail":"The server took too long to answer the request.","code":"timeout"}
}
