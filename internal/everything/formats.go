package everything

import (
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// An Album has every type of form part.
type Album struct {
	Name  string
	Words []string
	Cover prop.Upload
	More  []prop.Upload
	Part  Part
}

// Albums is the collection of Album.
var Albums = collection.Of("Album", func(a *Album) collection.Fields {
	return collection.Fields{
		prop.String("name").MinLen(1).At(&a.Name),
		prop.Array(prop.String("words")).Default(nil).At(&a.Words),
		prop.File("cover").MediaTypes("image/png").MaxBytes(1000).At(&a.Cover),
		prop.Array(prop.File("more")).MaxItems(2).Default(nil).At(&a.More),
		prop.Object(Parts).At(&a.Part),
	}
})

// Styled is a form whose members have styles.
var (
	NestedParts = prop.Array(prop.Object(Parts)).As("nested").MaxItems(3).Optional()
	NamedCounts = prop.Map(prop.Int("named").Min(0)).PropertyNames(prop.Date("day")).Optional()
	PlainList   = prop.Array(prop.Int("plain")).MinItems(1).Optional()
	WholePart   = prop.Object(Parts).As("whole").Optional()
	Styled      = collection.New("Styled", NestedParts, NamedCounts, PlainList, WholePart)
)

// Depth is in a path, Span is several parameters of a query, and Spaced is JSON with a space at its end.
var (
	Depth  = prop.Int("depth").Max(9)
	Span   = prop.Object(collection.New("Span", prop.Int("from").Min(0), prop.Array(prop.String("tag")).MaxItems(3).Optional())).As("span").Optional()
	Spaced = route.Codec{
		MediaType: "application/x-spaced",
		Encode:    func(json []byte) ([]byte, error) { return append(slices.Clip(json), ' '), nil },
		Decode:    func(content []byte) ([]byte, error) { return content, nil },
	}
)

// Rows and the others are responses with bodies of their own.
var (
	Later    = prop.Int("Retry-After").Min(0)
	Rows     = route.NewResponse(200, route.Bytes("text/csv")).Describe("The part as a row.")
	Arriving = route.NewResponse(200, route.Events(Parts.List()))
	Waiting  = route.NewResponse(202, route.Text(Text)).Describe("The part comes later.").ResponseHeader(Later)
	Moved    = route.NewResponse(307, Parts.View())
	Same     = route.NewResponse(304, collection.NoContent())
)

// formats returns a route for each format other than JSON.
var formats = route.Group("/formats",
	route.Post("/form", route.AnyOf(Parts.Create(), route.Form(Parts.Create())), Parts.View()).
		ID("postForm").Summary("Read JSON or a form").
		Handle(func(_ *route.Call, p Part) (Part, error) { return p, nil }),
	route.Post("/styles", route.Form(Styled.Create(), route.DeepObject(NestedParts), route.DeepObject(NamedCounts), route.CSV(PlainList), route.AsJSON(WholePart)), collection.NoContent()).
		ID("postStyles").Summary("Read inputs of each style").
		Query(route.DeepObject(NestedParts.As("where")), route.SpaceDelimited(PlainList.As("spaced")), route.PipeDelimited(PlainList.As("piped")),
			route.AsJSON(WholePart.As("filter")), route.AllowReserved(Text.As("target").Optional())).
		Handle(func(*route.Call, collection.Record) (n collection.Empty, err error) { return n, nil }),
	route.Post("/multipart", route.Multipart(Albums.Create()), route.Text(Text)).
		ID("postMultipart").Summary("Read a form with files").
		Handle(func(_ *route.Call, a Album) (string, error) { return a.Name, nil }),
	route.Post("/named", route.JSON(Parts.Create(), "application/vnd.part+json", "application/json"), route.JSON(Parts.View(), "application/vnd.part+json;v=1")).
		ID("postNamed").Summary("Read and send JSON with another name").
		Handle(func(_ *route.Call, p Part) (Part, error) { return p, nil }),
	route.Post("/coded/{depth}", route.Encoded(Parts.Create(), route.Codec{MediaType: "*/*"}, Spaced), route.Encoded(Parts.View(), route.Codec{MediaType: "application/json"}, Spaced)).
		ID("postCoded").Summary("Read and send another format of JSON").
		Path(Depth).Query(route.Exploded(Span)).InvalidPathNotFound().Fails(render.AnyServerError.ResponseHeader(Later)).
		Handle(func(_ *route.Call, p Part) (Part, error) { return p, nil }),
	route.Post("/text", route.Text(Text), route.Text(Text)).
		ID("postText").Summary("Read and write text").
		Handle(func(_ *route.Call, s string) (string, error) { return s, nil }),
	route.Put("/bytes", route.Bytes("image/png", "image/gif"), route.Bytes("image/png")).
		ID("putBytes").Summary("Read and write bytes").
		Handle(func(_ *route.Call, b []byte) ([]byte, error) { return b, nil }),
	route.Post("/stream", route.Stream("text/csv"), collection.NoContent()).
		ID("importParts").Summary("Read what arrives").
		Handle(func(_ *route.Call, r io.Reader) (collection.Empty, error) {
			_, err := io.Copy(io.Discard, r)
			return collection.Empty{}, err
		}),
	route.Get("/download", route.Download("text/csv")).
		ID("download").Summary("Download a file").
		Handle(func(*route.Call) (route.File, error) { return route.FileOf([]byte("a,b\n")), nil }),
	route.Get("/events", route.Events(Parts.View())).
		ID("listenToParts").Summary("Hear of parts").
		Handle(func(*route.Call) (iter.Seq2[route.Event[Part], error], error) {
			return func(yield func(route.Event[Part], error) bool) {
				yield(route.Event[Part]{Data: Part{Name: "p", Count: 1}}, nil)
			}, nil
		}),
	route.Get("/words", route.EventsUntil("[DONE]", route.Text(prop.String("word").MinLen(1).MaxLen(20)))).
		ID("listenToWords").Summary("Read words one by one").
		Handle(func(*route.Call) (iter.Seq2[route.Event[string], error], error) {
			return func(yield func(route.Event[string], error) bool) {
				yield(route.Event[string]{Data: "word"}, nil)
			}, nil
		}),
	route.Get("/lines", route.Lines(Parts.View())).
		ID("exportParts").Summary("Export parts").
		Handle(func(*route.Call) (iter.Seq2[Part, error], error) {
			return func(yield func(Part, error) bool) {
				for name := range strings.SplitSeq("a b", " ") {
					if !yield(Part{Name: name, Count: 1}, nil) {
						return
					}
				}
			}, nil
		}),
	route.Post("/optional", route.Optional(route.AnyOf(Parts.Create(), route.Form(Parts.Create()))), Parts.View()).
		ID("postOptional").Summary("Read what may be absent").
		Handle(func(_ *route.Call, p *Part) (Part, error) {
			if p == nil {
				return Part{Name: "p", Count: 1}, nil
			}
			return *p, nil
		}),
	route.Method(http.MethodDelete, "/optional", route.Optional(Parts.Create()), collection.NoContent()).
		ID("deleteOptional").Summary("Read the body of a DELETE").
		Handle(func(*route.Call, *Part) (n collection.Empty, err error) { return n, nil }),
	route.Method(http.MethodGet, "/optional", Parts.Create(), Parts.View()).
		ID("getOptional").Summary("Read the body of a GET").
		Handle(func(_ *route.Call, p Part) (Part, error) { return p, nil }),
	route.Method("QUERY", "/optional", Parts.Create(), Parts.View()).
		ID("queryOptional").Summary("Read a query").Status(200).
		Handle(func(_ *route.Call, p Part) (Part, error) { return p, nil }),
	route.Method(http.MethodHead, "/optional", collection.NoContent(), collection.NoContent()).
		ID("headOptional").Summary("Send headers").Status(200).
		Handle(func(*route.Call, collection.Empty) (n collection.Empty, err error) { return n, nil }),
	route.Method(http.MethodOptions, "/optional", collection.NoContent(), collection.NoContent()).
		ID("optionsOptional").Summary("Send the options").
		Handle(func(*route.Call, collection.Empty) (n collection.Empty, err error) { return n, nil }),
	route.Get("/one-of-several", Parts.View()).Responses(Rows, Arriving, Waiting, Moved, Same).
		ID("showOneOfSeveral").Summary("Send one of several responses").
		Handle(func(c *route.Call) (Part, error) {
			if Rows.Preferred(c) {
				Rows.Set(c, []byte("p,1\n"))
			}
			return Part{Name: "p", Count: 1}, nil
		}),
	route.Get("/redirect", route.Redirect(303)).
		ID("goToParts").Summary("Go elsewhere").
		Handle(func(*route.Call) (route.Location, error) { return "lines", nil }),
).Tag("formats")
