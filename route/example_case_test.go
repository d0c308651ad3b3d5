package route_test

import (
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Clients import one order as JSON, or many as CSV.
func ExampleCaseOf() {
	type order struct{ Book string }
	orders := collection.Of("Order", func(o *order) collection.Fields {
		return collection.Fields{prop.String("book").At(&o.Book)}
	})
	body := route.AnyOf(
		route.CaseOf[any](orders.Create()),
		route.CaseOf[any](route.Bytes("text/csv")),
	)
	place := route.Post("/orders", body, collection.NoContent()).
		Handle(func(_ *route.Call, in any) (n collection.Empty, err error) {
			switch in := in.(type) {
			case order:
				fmt.Println("an order of", in.Book)
			case []byte:
				fmt.Println(strings.Count(string(in), "\n"), "rows")
			}
			return n, nil
		})

	app := tenon.New("Library", "1.0.0").Add(place).MustBuild()
	for _, sent := range [][2]string{{"application/json", `{"book":"Omoo"}`}, {"text/csv", "Omoo\nTypee\n"}} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(sent[1]))
		r.Header.Set("Content-Type", sent[0])
		app.ServeHTTP(httptest.NewRecorder(), r)
	}
	// Output:
	// an order of Omoo
	// 2 rows
}

// A union of structs without an interface has functions.
func ExampleCase() {
	type importing struct {
		Word string
		Rows []byte
	}
	body := route.AnyOf(
		route.Case(route.Text(prop.String("word")),
			func(s string) importing { return importing{Word: s} },
			func(i importing) (string, bool) { return i.Word, i.Rows == nil }),
		route.Case(route.Bytes("text/csv"),
			func(rows []byte) importing { return importing{Rows: rows} },
			func(i importing) ([]byte, bool) { return i.Rows, i.Rows != nil }),
	)
	fmt.Println(len(body.Check(importing{Word: "Omoo"})))
	// Output: 0
}
