package cache_test

import (
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func Example() {
	type motd struct{ Text string }
	message := collection.Of("Message", func(m *motd) collection.Fields {
		return collection.Fields{prop.String("text").At(&m.Text)}
	})
	show := route.Get("/message", message.View()).
		Cache(cache.Public(time.Minute).StaleWhileRevalidate(time.Hour)).
		Handle(func(*route.Call) (motd, error) { return motd{"Open until six."}, nil })

	w := httptest.NewRecorder()
	tenon.New("Shop", "1.0.0").Add(show).MustBuild().ServeHTTP(w, httptest.NewRequest("GET", "/message", nil))
	fmt.Println(w.Header().Get("Cache-Control"))
	// Output:
	// public, max-age=60, stale-while-revalidate=3600
}
