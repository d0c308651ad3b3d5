package route_test

import (
	"fmt"
	"iter"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A query has the members of an object in brackets.
func ExampleDeepObject() {
	var (
		least   = prop.Int("gte").Optional()
		most    = prop.Int("lte").Optional()
		created = prop.Object(collection.New("Span", least, most)).As("created").Optional()
		orders  = collection.New("Orders", prop.Int("count"))
	)
	list := route.Get("/orders", orders.View()).
		Query(route.DeepObject(created)).
		Handle(func(c *route.Call) (collection.Record, error) {
			span := created.Get(c)
			fmt.Println(least.Get(span), most.Get(span))
			return orders.Create().Parse([]byte(`{"count": 2}`))
		})

	app := tenon.New("Orders", "1.0.0").Add(list).MustBuild()
	for _, query := range []string{"created[gte]=10&created[lte]=20", "created[gte]=soon&created[since]=1"} {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", "/orders?"+query, nil))
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 10 20
	// 200 {"data":{"count":2}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"type","detail":"must be an integer","in":"query","parameter":"created","pointer":"#/gte","params":{"expected":"integer"}},{"code":"unknown","detail":"is not recognized","in":"query","parameter":"created","pointer":"#/since"}]}
}

// A client knows by the last event that nothing is missing.
func ExampleEventsUntil() {
	word := prop.String("word")
	answer := route.Get("/answer", route.EventsUntil("[DONE]", route.Text(word))).
		Handle(func(*route.Call) (iter.Seq2[route.Event[string], error], error) {
			return func(yield func(route.Event[string], error) bool) {
				for _, w := range []string{"Call", "me"} {
					if !yield(route.Event[string]{Data: w}, nil) {
						return
					}
				}
			}, nil
		})

	app := tenon.New("Answers", "1.0.0").Add(answer).MustBuild()
	w := httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest("GET", "/answer", nil))
	fmt.Print(w.Body)
	// Output:
	// data: Call
	//
	// data: me
	//
	// data: [DONE]
}
