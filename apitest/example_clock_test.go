package apitest_test

import (
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

func ExampleClock() {
	var clock apitest.Clock
	hello := route.Get("/hello", route.Text(prop.String("text"))).
		Throttle(throttle.PerHour(1).Clock(clock.Now)).
		Handle(func(*route.Call) (string, error) { return "hello", nil })
	app := tenon.New("Hello", "1.0.0").Add(hello).MustBuild()
	defer app.Close()

	for _, move := range []time.Duration{0, 59 * time.Minute, time.Minute} {
		clock.Move(move)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", "/hello", nil))
		fmt.Printf("%d %q\n", w.Code, w.Header().Get("Retry-After"))
	}
	// Output:
	// 200 ""
	// 429 "60"
	// 200 ""
}
