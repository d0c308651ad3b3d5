package doc_test

import (
	"fmt"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

func Example_wire() {
	type failure struct{ Error string }
	failures := collection.Of("Failure", func(f *failure) collection.Fields {
		return collection.Fields{prop.String("error").At(&f.Error)}
	})
	plain := render.NewFormat(failures.View(), func(f render.Fields) failure {
		return failure{f.Code}
	}, nil).Status(422, 400)

	list := route.List("/books", books.List(), paginate.ByPage().Default(1)).
		Filters(paginate.AtLeast(pages).As("pagesFrom")).
		IgnoreUnknown().
		Handle(page)
	app := tenon.New("Library", "1.0.0").
		Renderer(render.Envelope("result")).
		ProblemFormat(plain).
		Throttle(throttle.Per(100, 30*time.Second).Headers(throttle.Draft11)).
		Add(list, create.Status(200)).
		MustBuild()
	defer app.Close()

	header := send(app, "GET", "/books?pagesFrom=400&utm_source=mail", "")
	fmt.Println(header.Get("RateLimit-Policy"))
	send(app, "POST", "/books", `{"title": "Typee", "pages": 325}`)
	send(app, "POST", "/books", `{"title": ""}`)

	// Output:
	// 200 {"result":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}],"pagination":{"page":1,"page_size":1,"has_more":false,"total_pages":1}}
	// "100-per-30s";q=100;w=30
	// 200 {"result":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Typee","pages":325,"genre":"novel","note":null}}
	// 400 {"error":"invalid_request"}
}

func Example_fixedWire() {
	app := tenon.New("Notes", "1.0.0").
		Add(route.Resource("/notes", notes, noteName, &Notes{})).
		MustBuild()

	send(app, "POST", "/notes", `{"name": "milk", "text": "2 l"}`)
	send(app, "PATCH", "/notes/milk", `{"text": "1 l"}`) // application/json is a merge patch
	send(app, "PATCH", "/notes/milk", `[{"op": "replace", "path": "/text", "value": "1 l"}]`, "Content-Type: application/json-patch+json")
	send(app, "POST", "/notes", `{"name": "a", "name": "b", "text": ""}`)
	send(app, "GET", "/notes/", "")

	// Output:
	// 201 {"data":{"name":"milk","text":"2 l"}}
	// 200 {"data":{"name":"milk","text":"1 l"}}
	// 415 {"title":"Unsupported Media Type","status":415,"detail":"The media type of the content is not supported; send application/merge-patch+json, application/json.","code":"unsupported_media_type"}
	// 400 {"title":"Bad Request","status":400,"detail":"The content is malformed JSON at byte 14: duplicate member name.","code":"malformed_request"}
	// 404 {"title":"Not Found","status":404,"detail":"There is nothing at this path.","code":"not_found"}
}
