package doc_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"iter"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func Example_values() {
	stock := collection.ValueOf(prop.Map(prop.Int("stock").Min(0)).MaxProperties(500))
	put := route.Put("/stock", stock.Create(), stock.View()).
		Handle(func(_ *route.Call, in map[string]int) (map[string]int, error) { return in, nil })
	add := route.Post("/batches", collection.Many(books.Create()).MinItems(1).MaxItems(50), collection.NoContent()).
		Handle(func(_ *route.Call, in []Book) (collection.Empty, error) { return collection.Empty{}, nil })
	app := tenon.New("Library", "1.0.0").Add(put, add).MustBuild()

	send(app, "PUT", "/stock", `{"moby-dick": 3, "typee": 0}`)
	send(app, "PUT", "/stock", `{"moby-dick": -3}`)
	send(app, "POST", "/batches", `[]`)

	// Output:
	// 200 {"data":{"moby-dick":3,"typee":0}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min","detail":"must be at least 0","pointer":"#/moby-dick","params":{"min":0}}]}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min_items","detail":"must have at least 1 item","pointer":"#","params":{"min":1}}]}
}

func Example_codecs() {
	coded := route.Codec{
		MediaType: "application/x-base64",
		Encode:    func(json []byte) ([]byte, error) { return base64.StdEncoding.AppendEncode(nil, json), nil },
		Decode:    func(content []byte) ([]byte, error) { return base64.StdEncoding.AppendDecode(nil, content) },
	}
	plain := route.Codec{MediaType: "application/json"}
	search := collection.New("Search", prop.String("word").MinLen(2))
	echo := route.Post("/echo", route.Encoded(search.Create(), plain, coded), route.Encoded(search.View(), plain, coded)).
		Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil })
	app := tenon.New("Library", "1.0.0").Add(echo).MustBuild()

	send(app, "POST", "/echo", "eyJ3b3JkIjoid2hhbGUifQ==", "Content-Type: application/x-base64")
	send(app, "POST", "/echo", `{"word": "whale"}`, "Accept: application/x-base64")
	send(app, "POST", "/echo", "eyJ3b3JkIjoidyJ9", "Content-Type: application/x-base64")

	// Output:
	// 201 {"data":{"word":"whale"}}
	// 201 eyJkYXRhIjp7IndvcmQiOiJ3aGFsZSJ9fQ==
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 2 characters","pointer":"#/word","params":{"min":2}}]}
}

func Example_forms() {
	word := prop.String("word").MinLen(2)
	limit := prop.Int("limit").Max(100).Default(10)
	search := collection.New("Search", word, limit)

	find := route.Post("/search", route.AnyOf(search.Create(), route.Form(search.Create())), books.List()).
		Status(200).
		Handle(func(c *route.Call, in collection.Record) (Book, error) {
			fmt.Println(word.Get(in), limit.Get(in))
			return shelf[0], nil
		})
	app := tenon.New("Library", "1.0.0").Add(find).MustBuild()

	form := "Content-Type: application/x-www-form-urlencoded"
	send(app, "POST", "/search", "word=whale&limit=5", form)
	send(app, "POST", "/search", "word=w&limit=many", form)
	send(app, "POST", "/search", "<word/>", "Content-Type: text/xml")

	// Output:
	// whale 5
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 2 characters","pointer":"#/word","params":{"min":2}},{"code":"type","detail":"must be an integer","pointer":"#/limit","params":{"expected":"integer"}}]}
	// 415 {"title":"Unsupported Media Type","status":415,"detail":"The media type of the content is not supported; send application/json, application/x-www-form-urlencoded.","code":"unsupported_media_type"}
}

func Example_formStyles() {
	customer := prop.String("customer")
	metadata := prop.Map(prop.String("metadata").MaxLen(40)).MaxProperties(20).Optional()
	line := collection.New("Line", prop.String("book"), prop.Int("copies").Min(1))
	lines := prop.Array(prop.Object(line)).As("lines").MaxItems(50)
	tags := prop.Array(prop.String("tags")).Optional()
	orders := collection.New("Order", customer, metadata, lines, tags)

	body := route.Form(orders.Create(), route.DeepObject(metadata), route.DeepObject(lines), route.CSV(tags))
	place := route.Post("/orders", body, collection.NoContent()).
		Handle(func(_ *route.Call, in collection.Record) (collection.Empty, error) {
			fmt.Println(customer.Get(in), metadata.Get(in), len(lines.Get(in)), tags.Get(in))
			return collection.Empty{}, nil
		})
	app := tenon.New("Library", "1.0.0").Add(place).MustBuild()

	form := "Content-Type: application/x-www-form-urlencoded"
	send(app, "POST", "/orders", "customer=Ann&metadata[gift]=yes&lines[0][book]=Omoo&lines[0][copies]=2&tags=new,sea", form)
	send(app, "POST", "/orders", "customer=Ann&metadata=yes&lines[0][book]=Omoo&lines[0][copies]=0", form)

	// Output:
	// Ann map[gift:yes] 1 [new sea]
	// 204
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"type","detail":"must be an object","pointer":"#/metadata","params":{"expected":"object"}},{"code":"min","detail":"must be at least 1","pointer":"#/lines/0/copies","params":{"min":1}}]}
}

func Example_optionalBodies() {
	reason := prop.String("reason").MinLen(3)
	removal := collection.New("Removal", reason)

	remove := route.Method("DELETE", "/books/{id}", route.Optional(removal.Create()), collection.NoContent()).
		Path(bookID).
		Handle(func(c *route.Call, in *collection.Record) (collection.Empty, error) {
			if in == nil {
				fmt.Println("no reason")
			} else {
				fmt.Println(reason.Get(in))
			}
			return collection.Empty{}, nil
		})
	app := tenon.New("Library", "1.0.0").Add(remove).MustBuild()

	send(app, "DELETE", "/books/"+mobyDick, "")
	send(app, "DELETE", "/books/"+mobyDick, `{"reason": "lost"}`)
	send(app, "DELETE", "/books/"+mobyDick, `{}`)

	// Output:
	// no reason
	// 204
	// lost
	// 204
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"required","detail":"is required","pointer":"#/reason"}]}
}

func Example_files() {
	cover := prop.File("cover").MediaTypes("image/png", "image/jpeg").MaxBytes(5 << 20)
	caption := prop.String("caption").MaxLen(80).Optional()
	upload := collection.New("CoverUpload", cover, caption)

	put := route.Put("/cover", route.Multipart(upload.Create()), collection.NoContent()).
		Limits(route.Limits{Body: 6 << 20}).
		Handle(func(c *route.Call, in collection.Record) (collection.Empty, error) {
			file := cover.Get(in)
			fmt.Println(file.Name(), file.MediaType(), file.Size())
			return collection.Empty{}, nil
		})
	get := route.Get("/cover", route.Download("image/png")).
		Handle(func(*route.Call) (route.File, error) { return route.FileOf([]byte("\x89PNG…")), nil })
	app := tenon.New("Library", "1.0.0").Add(put, get).MustBuild()

	part := "Content-Disposition: form-data; name=\"cover\"; filename=\"whale.png\"\r\nContent-Type: image/png\r\n\r\n"
	form := "Content-Type: multipart/form-data; boundary=b"
	send(app, "PUT", "/cover", "--b\r\n"+part+"\x89PNG\r\n\x1a\n\r\n--b--\r\n", form)
	send(app, "PUT", "/cover", "--b\r\n"+part+"GIF89a\r\n--b--\r\n", form) // not a PNG
	header := send(app, "GET", "/cover", "", "Range: bytes=1-3")
	fmt.Println(header.Get("Content-Range"))

	// Output:
	// whale.png image/png 8
	// 204
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"media_type","detail":"must be of one of the types image/png, image/jpeg","pointer":"#/cover","params":{"types":["image/png","image/jpeg"]}}]}
	// 206 PNG
	// bytes 1-3/7
}

func Example_fileOrText() {
	type picture any // a file or the URL of one
	pictures := collection.OneOf("Picture",
		collection.CaseOf[picture](prop.File("file").MediaTypes("image/png")),
		collection.CaseOf[picture](prop.String("url").MaxLen(200)))
	cover := pictures.Property().As("cover")
	upload := collection.New("CoverUpload", cover)

	put := route.Put("/cover", route.Multipart(upload.Create()), collection.NoContent()).
		Handle(func(c *route.Call, in collection.Record) (collection.Empty, error) {
			switch p := cover.Get(in).(type) {
			case prop.Upload:
				fmt.Println("file", p.Name())
			case string:
				fmt.Println("URL", p)
			}
			return collection.Empty{}, nil
		})
	app := tenon.New("Library", "1.0.0").Add(put).MustBuild()

	part := "Content-Disposition: form-data; name=\"cover\""
	form := "Content-Type: multipart/form-data; boundary=b"
	send(app, "PUT", "/cover", "--b\r\n"+part+"; filename=\"whale.png\"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\r\n--b--\r\n", form)
	send(app, "PUT", "/cover", "--b\r\n"+part+"\r\n\r\nhttps://example.com/whale.png\r\n--b--\r\n", form)

	// Output:
	// file whale.png
	// 204
	// URL https://example.com/whale.png
	// 204
}

func Example_streams() {
	lines := route.Get("/books.jsonl", route.Lines(books.List())).
		Handle(func(c *route.Call) (iter.Seq2[Book, error], error) {
			return func(yield func(Book, error) bool) {
				for _, b := range shelf[:2] {
					if !yield(b, nil) {
						return
					}
				}
			}, nil
		})
	events := route.Get("/books/events", route.Events(books.View())).
		Handle(func(c *route.Call) (iter.Seq2[route.Event[Book], error], error) {
			return func(yield func(route.Event[Book], error) bool) {
				yield(route.Event[Book]{ID: "1", Name: "added", Data: shelf[2]}, nil)
			}, nil
		})
	app := tenon.New("Library", "1.0.0").Add(lines, events).MustBuild()

	send(app, "GET", "/books.jsonl", "")
	fmt.Println(send(app, "GET", "/books/events", "").Get("Content-Type"))

	// Output:
	// 200 {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}
	// {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}
	// 200 id: 1
	// event: added
	// data: {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f59","title":"Omoo","pages":389,"genre":"novel","note":null}
	// text/event-stream
}

func Example_endOfEvents() {
	word := prop.String("word").MinLen(1)
	answers := route.Get("/answers", route.EventsUntil("[DONE]", route.Text(word))).
		Handle(func(c *route.Call) (iter.Seq2[route.Event[string], error], error) {
			return func(yield func(route.Event[string], error) bool) {
				for _, w := range []string{"Call", " me", " Ishmael."} {
					if !yield(route.Event[string]{Data: w}, nil) {
						return
					}
				}
			}, nil
		})
	app := tenon.New("Library", "1.0.0").Add(answers).MustBuild()

	send(app, "GET", "/answers", "")

	// Output:
	// 200 data: Call
	//
	// data:  me
	//
	// data:  Ishmael.
	//
	// data: [DONE]
}

func Example_severalRequests() {
	word := prop.String("word").MinLen(2)
	search := collection.Of("Search", func(w *string) collection.Fields { return collection.Fields{word.At(w)} })
	isbns := prop.Array(prop.String("isbn").MaxLen(13)).MaxItems(100)

	find := route.Post("/find", route.AnyOf(
		route.CaseOf[any](search.Create()),
		route.CaseOf[any](route.JSON(collection.ValueOf(isbns).Create(), "application/vnd.isbns+json")),
		route.CaseOf[any](route.Bytes("image/png")), // of a bar code
	), books.List()).
		Status(200).
		Handle(func(c *route.Call, in any) (Book, error) {
			switch in := in.(type) {
			case string:
				fmt.Println("a word:", in)
			case []string:
				fmt.Println("numbers:", in)
			case []byte:
				fmt.Println("a picture of", len(in), "bytes")
			}
			return shelf[2], nil
		})
	app := tenon.New("Library", "1.0.0").Add(find).MustBuild()

	send(app, "POST", "/find", `{"word": "whale"}`)
	send(app, "POST", "/find", `["9780141183268"]`, "Content-Type: application/vnd.isbns+json")
	send(app, "POST", "/find", `{"word": "w"}`)

	// Output:
	// a word: whale
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f59","title":"Omoo","pages":389,"genre":"novel","note":null}}
	// numbers: [9780141183268]
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f59","title":"Omoo","pages":389,"genre":"novel","note":null}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 2 characters","pointer":"#/word","params":{"min":2}}]}
}

func Example_severalResponses() {
	state := prop.String("state")
	jobs := collection.New("Job", state)
	queued := route.NewResponse(202, jobs.View()).Describe("The search takes longer.")
	rows := route.NewResponse(200, route.Bytes("text/csv"))

	word := prop.String("word")
	search := route.Get("/search", books.View()).
		Query(word).
		Responses(queued, rows).
		Handle(func(c *route.Call) (Book, error) {
			switch {
			case word.Get(c) == "whale":
				job := collection.NewRecord(jobs)
				state.Set(&job, "waiting")
				queued.Set(c, job)
			case rows.Preferred(c):
				rows.Set(c, []byte("Omoo,389\n"))
			}
			return shelf[2], nil
		})
	app := tenon.New("Library", "1.0.0").Add(search).MustBuild()

	send(app, "GET", "/search?word=sea", "")
	send(app, "GET", "/search?word=whale", "")
	send(app, "GET", "/search?word=sea", "", "Accept: text/csv")

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f59","title":"Omoo","pages":389,"genre":"novel","note":null}}
	// 202 {"data":{"state":"waiting"}}
	// 200 Omoo,389
}

func Example_otherFormats() {
	greeting := prop.String("greeting").MaxLen(20)
	hello := route.Post("/hello", route.Text(greeting), route.Text(greeting)).
		Status(200).
		Handle(func(_ *route.Call, in string) (string, error) { return "Hello " + in, nil })
	measure := route.Post("/size", route.Stream("application/octet-stream"), route.Text(prop.String("size"))).
		Status(200).
		Handle(func(_ *route.Call, in io.Reader) (string, error) {
			n, err := io.Copy(io.Discard, in)
			return fmt.Sprint(n), err
		})
	moved := route.Get("/old", route.Redirect(308)).
		Handle(func(*route.Call) (route.Location, error) { return "/hello", nil })
	app := tenon.New("Library", "1.0.0").Add(hello, measure, moved).MustBuild()

	send(app, "POST", "/hello", "Ann", "Content-Type: text/plain; charset=utf-8")
	send(app, "POST", "/size", "12345", "Content-Type: application/octet-stream")
	fmt.Println(send(app, "GET", "/old", "").Get("Location"))

	// Output:
	// 200 Hello Ann
	// 200 5
	// 308
	// /hello
}
