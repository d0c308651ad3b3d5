package render_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type failure struct {
	Message string
	Code    string
}

// Newer clients prefer errors with a code.
func ExampleFormat_Or() {
	var (
		message = prop.String("message")
		code    = prop.String("code")
		write   = func(f render.Fields) failure { return failure{f.Title, f.Code} }
		read    = func(f failure) render.Fields { return render.Fields{Title: f.Message, Code: f.Code} }
	)
	first := collection.Of("Failure", func(f *failure) collection.Fields {
		return collection.Fields{message.At(&f.Message)}
	})
	second := collection.Of("FailureWithCode", func(f *failure) collection.Fields {
		return collection.Fields{message.At(&f.Message), code.At(&f.Code)}
	})
	errorFormat := render.NewFormat(first.View(), write, read).
		Or(render.NewFormat(second.View(), write, read).MediaType("application/vnd.shop.v2+json"))

	buy := route.Post("/orders", collection.NoContent(), collection.NoContent()).
		Fails(soldOut).
		Handle(func(*route.Call, collection.Empty) (collection.Empty, error) { return collection.Empty{}, soldOut })
	app := tenon.New("Shop", "1.0.0").ProblemFormat(errorFormat).Add(buy).MustBuild()
	for _, accept := range []string{"", "application/vnd.shop.v2+json"} {
		r := httptest.NewRequest("POST", "/orders", nil)
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 409 {"message":"It is sold out."}
	// 409 {"message":"It is sold out.","code":"sold_out"}
}
