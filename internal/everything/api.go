package everything

import (
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// NoSuchThing is the problem of routes that find a thing.
var (
	NoSuchThing = render.NewProblem(404, "no_such_thing", "No such thing.").Describe("Perhaps it never was.")
	Taken       = render.NewProblem(409, "taken", "The thing is taken.").Type("https://example.com/problems/taken")
	Stale       = render.NewProblem(409, "stale", "The thing has changed.")
)

// The parameters.
var (
	Page    = prop.Int("page").Min(1).Default(1).Describe("Which page.").Example(2)
	Sizes   = prop.Array(prop.Int("sizes").Min(0)).MaxItems(3).Optional().ComponentName("Sizes")
	Words   = prop.Array(prop.String("words").MinLen(1)).Optional()
	Since   = prop.DateTime("since").Optional()
	Filter  = prop.Object(collection.New("Filter", FilterMin, FilterWord)).As("filter").Optional()
	Slug    = prop.String("slug").Pattern(`^[a-z/]+$`)
	Trace   = prop.String("X-Trace").MaxLen(40).Optional()
	Flags   = prop.Array(prop.Bool("X-Flags")).Optional()
	Session = prop.String("session").MinLen(3).Optional()
	ETag    = prop.String("ETag").Describe("The version of the thing.")
	Left    = prop.Int("X-Left").Min(0).Optional()

	FilterMin  = prop.Int("min").Min(0).Optional()
	FilterWord = prop.String("word").Default("any")
)

// API declares everything except the languages, so that tests can choose them. Its handlers
// return their input.
func API() tenon.API {
	return described(tenon.New("Everything", "1.2.3")).
		Describe("Every kind of property, rule, input and answer.").
		Server("https://api.example.com/base", "Production").
		Server("/", "Here").
		Tag("things", "What there is.").
		Docs(meta.Extension("x-audience", `"tests"`)).
		Authenticate(OfferKey).
		RequestIDs().
		EditDocument("nothing", func(document []byte) ([]byte, error) { return document, nil }).
		Group("/v1", offers, tellings, roots, route.Group("", list, show, create, replace, update, remove, batch, ping, bare, old,
			showOdd, createOdd, updateOdd, pay, upload, charge, memos, formats, byPage, byOffset, byOther, byMeta, byKey, byCursor).Public())
}

var (
	list = route.Get("/things", collection.Many(Things.List())).
		ID("listThings").Summary("List things").Tag("things").
		Query(Page, Sizes, route.CSV(Words), Since, route.DeepObject(Filter)).
		Header(Trace, Flags).
		Cookie(Session).
		ResponseHeader(Left).
		Handle(func(c *route.Call) ([]Thing, error) { return []Thing{sample(), sample()}, nil })

	show = route.Get("/things/{id}", Things.View()).
		ID("showThing").Summary("Show a thing").Tag("things").
		Path(ID).
		Fails(NoSuchThing).
		ResponseHeader(ETag).
		Handle(func(c *route.Call) (Thing, error) {
			ETag.Set(c, `"1"`)
			return sample(), nil
		})

	create = route.Post("/things", Things.Create(), Things.View()).
		ID("createThing").Summary("Create a thing").Describe("It is *yours*.").Tag("things").
		Fails(Taken, Stale).
		Also(202, "The thing will be made.").
		Handle(func(c *route.Call, in Thing) (Thing, error) { return finished(in), nil })

	replace = route.Put("/things/{id}", Things.Create(), Things.View()).
		ID("replaceThing").Summary("Replace a thing").Tag("things").
		Path(ID).
		Handle(func(c *route.Call, in Thing) (Thing, error) { return finished(in), nil })

	update = route.Patch("/things/{id}", Things.Update(), Things.View()).
		ID("updateThing").Summary("Change a thing").Tag("things").
		Path(ID).
		Fails(NoSuchThing, Stale).
		Handle(func(c *route.Call, p collection.Patch[Thing]) (Thing, error) {
			t := sample()
			err := p.Apply(&t)
			return t, err
		})

	remove = route.Delete("/things/{id}", Things.Delete()).
		ID("deleteThing").Summary("Delete a thing").Tag("things").
		Path(ID).
		Fails(NoSuchThing).
		Handle(func(c *route.Call) (Thing, error) { return Thing{ID: ID.Get(c)}, nil })

	batch = route.Post("/batches", collection.Many(Things.Create()), collection.Many(Things.View())).
		ID("createThings").Summary("Create things").Tag("things").
		Handle(func(c *route.Call, in []Thing) ([]Thing, error) {
			for i := range in {
				in[i] = finished(in[i])
			}
			return in, nil
		})

	ping = route.Post("/ping", collection.NoContent(), collection.NoContent()).
		ID("ping").Summary("Do nothing").Tag("other").
		Handle(func(*route.Call, collection.Empty) (collection.Empty, error) { return collection.Empty{}, nil })

	bare = route.Get("/slugs/{slug}", Parts.View()).
		ID("showSlug").Summary("Show a part by its slug").Tag("other").Docs(meta.Extension("x-speed", "1")).
		Path(Slug).
		IgnoreUnknown().Renderer(render.Envelope("part")).
		Handle(func(c *route.Call) (Part, error) { return Part{Name: Slug.Get(c), Count: 1}, nil })

	old = route.Get("/old", Parts.View()).
		ID("showOld").Summary("Show what is out of date").Tag("other").Deprecated().
		Cache(cache.Public(time.Hour).StaleWhileRevalidate(time.Minute)).
		ProblemFormat(Errors).Fails(Retired, Queued, Lost, render.AnyServerError).
		Handle(func(c *route.Call) (Part, error) { return Part{Name: "old"}, nil })
)

// sample returns a valid thing.
func sample() Thing {
	t, err := Things.Create().Parse([]byte(Sample))
	if err != nil {
		panic(err) // covered by a test
	}
	return finished(t)
}

// Sample is the shortest JSON of a thing.
const Sample = `{"int":2,"int32":1,"float":0.07,"text":"x","part":{"name":"p"}}`

func finished(t Thing) Thing {
	t.ID, t.Made = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", epoch
	return t
}
