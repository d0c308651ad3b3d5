package apitest_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// seed repeats or varies the tests of mocks: go test ./apitest -run Mock -seed 7
var seed = flag.Uint64("seed", 1, "the seed of mocks")

func TestMockOfEverythingKeepsWhatItDeclares(t *testing.T) {
	options := []apitest.Option{
		apitest.As("staff", apitest.Header("X-Api-Key", "staff")), apitest.As("anybody", apitest.Header("X-Api-Key", "anybody")),
		apitest.Seed(*seed),
	}
	mock := apitest.Mock(everything.API(), apitest.Seed(*seed))
	apitest.Laws(t, mock, options...)
	apitest.Histories(t, mock, append(options, apitest.Runs(10))...)
}

type tool struct {
	ID     string
	Name   string
	Price  int
	Tags   []string
	Secret *string
	Note   *string
}

var (
	toolID   = prop.UUID("id").ReadOnly().Example("2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f")
	toolName = prop.String("name").MinLen(1).MaxLen(40).Example("hammer")
	price    = prop.Int("price").Min(1).Max(1000).Example(12)
	tag      = prop.String("tag").MinLen(1).Example("steel")
	tags     = prop.Array(tag).As("tags").Default(nil).Example([]string{"steel"})
	secret   = prop.String("secret").Example("s").Optional()
	note     = prop.Nullable(prop.String("note")).Optional()
	tools    = collection.Of("Tool", func(t *tool) collection.Fields {
		return collection.Fields{
			toolID.At(&t.ID).Key(), toolName.At(&t.Name), price.At(&t.Price), tags.At(&t.Tags),
			note.At(&t.Note),
		}
	})
	safes = collection.Of("Safe", func(t *tool) collection.Fields {
		return collection.Fields{toolID.At(&t.ID).Key(), toolName.At(&t.Name), secret.AtOptional(&t.Secret).VisibleTo("secrets")}
	})

	noSuchTool = render.NewProblem(404, "no_such_tool", "No such tool.")
	lent       = render.NewProblem(409, "lent", "The tool is lent.").ResponseHeader(prop.Int("Retry-After").Min(1).Example(60))
	later      = route.NewResponse(202, tools.View())
	tokens     = authn.Bearer("token", func(context.Context, string) (authn.Identity, error) {
		return authn.Identity{}, authn.Invalid("Not known.")
	})
)

// bare is an API whose routes have no handlers.
func bare() tenon.API {
	return tenon.New("Tools", "1.0.0").Logger(quiet).Add(
		route.List("/tools", tools.List(), paginate.ByPage()).
			Sorting(toolName, price).Filters(paginate.AtLeast(price), paginate.Equal(tag)),
		route.Post("/tools", tools.Create(), tools.View()).Fails(lent).Responses(later),
		route.Get("/tools/{id}", tools.View()).Path(toolID).Fails(noSuchTool),
		route.Patch("/tools/{id}", tools.Update(), tools.View()).Path(toolID).Fails(noSuchTool),
		route.Put("/tools/{id}", tools.Create(), tools.View()).Path(toolID).Also(201, "Added."),
		route.Delete("/tools/{id}", collection.NoContent()).Path(toolID).Fails(noSuchTool),
		route.Get("/tools/{id}/manual", route.Bytes("application/pdf")).Path(toolID).Fails(noSuchTool),
		route.Get("/random", tools.View().Example("saw", "", tool{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Name: "saw", Price: 3}).
			Example("nail", "", tool{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Name: "nail", Price: 1}).
			Example(`a, "b"`, "", tool{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Name: "axe", Price: 1})),
		route.Get("/events", route.Events(tools.View())),
		route.Get("/lines", route.Lines(tools.View())),
		route.Get("/home", route.Redirect(302)),
	)
}

func send(t *testing.T, h http.Handler, method, target, body string, header ...string) apitest.Response {
	t.Helper()
	if body != "" {
		header = append(header, "Content-Type", "application/json")
	}
	return apitest.Send(t, h, nil, method, target, body, header...)
}

func TestMockServesRoutesWithoutHandlers(t *testing.T) {
	if _, err := bare().Build(); err == nil || strings.Count(err.Error(), "there is no handler") != 11 {
		t.Errorf("Build accepts routes without handlers: %v", err)
	}
	mock := apitest.Mock(bare(), apitest.Entities(1))
	const first = "/tools/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f"
	for _, test := range []struct {
		method, target, body string
		status               int
		want                 string
	}{
		{"GET", first, "", 200, `{"data":{"id":"2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f","name":"hammer","price":12,"tags":["steel"],"note":"text"}}`},
		{"PATCH", first, `{"price":20,"note":null}`, 200, `"price":20,"tags":["steel"],"note":null}}`},
		{"PATCH", first, `{"price":0}`, 422, `"pointer":"#/price"`},
		{"PUT", first, `{"name":"axe","price":30}`, 200, `"name":"axe","price":30,"tags":[],"note":null}}`},
		{"PUT", "/tools/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", `{"name":"saw","price":5,"tags":["wood"]}`, 201, `"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"`},
		{"GET", "/tools?order_by=price&limit=1", "", 200, `"name":"saw","price":5,"tags":["wood"],"note":null}],"pagination":{"page":1,"page_size":1,"has_more":true,"total_pages":2}}`},
		{"GET", "/tools?min_price=30&limit=1", "", 200, `"has_more":false,"total_pages":1`},
		{"GET", "/tools?tag=wood", "", 200, `{"data":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","name":"saw"`},
		{"GET", "/tools?order_by=colour", "", 422, `"parameter":"order_by"`},
		{"GET", first + "/manual", "", 200, "example"},
		{"DELETE", first, "", 204, ""},
		{"GET", first, "", 404, `"code":"no_such_tool"`},
		{"PATCH", first, `{}`, 404, `"code":"no_such_tool"`},
		{"GET", first + "/manual", "", 404, `"code":"no_such_tool"`},
		{"GET", "/random", "", 200, `"name":"saw"`},
		{"GET", "/events", "", 200, "data: {\"id\":\"2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f\""},
		{"GET", "/lines", "", 200, "\"name\":\"hammer\""},
		{"GET", "/home", "", 302, ""},
	} {
		if r := send(t, mock, test.method, test.target, test.body); r.Status != test.status || !strings.Contains(r.Body, test.want) {
			t.Errorf("%s %s: %d %s, want %d %s", test.method, test.target, r.Status, r.Body, test.status, test.want)
		}
	}
}

func TestMockOfBareRoutesKeepsWhatItDeclares(t *testing.T) {
	mock := apitest.Mock(bare(), apitest.Seed(*seed))
	apitest.Laws(t, mock, apitest.Seed(*seed))
	apitest.Histories(t, mock, apitest.Seed(*seed), apitest.Except("PUT /tools/{id}")) // creates what was deleted
}

func TestMockSendsWhatRequestsPrefer(t *testing.T) {
	mock := apitest.Mock(bare())
	before := send(t, mock, "GET", "/tools", "").Body
	for _, test := range []struct {
		method, target, body, prefer string
		status                       int
		applied, want                string
	}{
		{"GET", "/tools/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f", "", "code=404", 404, "code=404", "no_such_tool"},
		{"POST", "/tools", `{"name":"a","price":1}`, "respond-async, code=409; x=1", 409, "code=409", "lent"},
		{"POST", "/tools", `{"name":"a","price":1}`, "code=202", 202, "code=202", "hammer"},
		{"POST", "/tools", `{"name":"a","price":1}`, "code=201", 201, "code=201", "hammer"},
		{"POST", "/tools", `{"name":"","price":1}`, "code=409", 422, "", "min_length"},
		{"PUT", "/tools/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f", `{"name":"a","price":1}`, `code="500"`, 500, "code=500", "internal_error"},
		{"GET", "/random", "", "example=nail", 200, "example=nail", `"name":"nail"`},
		{"GET", "/random", "", "code=200, Example=nail", 200, "code=200, example=nail", `"name":"nail"`},
		{"GET", "/random", "", "code=418, example=nail", 200, "", `"name":"saw"`},
		{"GET", "/random", "", "example=bolt", 200, "", `"name":"saw"`},
		{"GET", "/random", "", `example="a, \"b\""; x="1,2", respond-async`, 200, `example="a, \"b\""`, `"name":"axe"`},
		{"GET", "/tools/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f", "", `wait="1, code=404"`, 200, "", "hammer"},
		{"GET", "/tools/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f", "", `wait="1, code=404`, 200, "", "hammer"},
		{"GET", "/tools/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f", "", "code=+404", 200, "", "hammer"},
		{"GET", "/tools/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f", "", "code=0404", 200, "", "hammer"},
	} {
		r := send(t, mock, test.method, test.target, test.body, "Prefer", test.prefer)
		if got := r.Header.Get("Preference-Applied"); r.Status != test.status || got != test.applied || !strings.Contains(r.Body, test.want) {
			t.Errorf("%s %s, Prefer: %s: %d %q %s, want %d %q %s", test.method, test.target, test.prefer, r.Status, got, r.Body, test.status, test.applied, test.want)
		}
		if test.method == "GET" && !strings.Contains(strings.Join(r.Header.Values("Vary"), ","), "Prefer") {
			t.Errorf("GET %s: Vary is %q", test.target, r.Header["Vary"])
		}
	}
	if r := send(t, mock, "POST", "/tools", `{"name":"a","price":1}`, "Prefer", "code=409"); r.Header.Get("Retry-After") != "60" {
		t.Errorf("the problem has the headers %v", r.Header)
	}
	if after := send(t, mock, "GET", "/tools", "").Body; after != before {
		t.Errorf("preferences have changed\n%s to\n%s", before, after)
	}
}

// A preferred response is not about the entity that the preconditions are about.
func TestMockSendsWhatRequestsWithPreconditionsPrefer(t *testing.T) {
	mock := apitest.Mock(everything.API())
	staff := apitest.Header("X-Api-Key", "staff")
	shown := apitest.Send(t, mock, staff, "GET", "/v1/offers/1", "")
	if shown.Status != 200 || shown.Header.Get("ETag") == "" {
		t.Fatalf("%d %v %s", shown.Status, shown.Header, shown.Body)
	}
	for _, tag := range []string{shown.Header.Get("ETag"), `"other"`} {
		for prefer, want := range map[string]int{"code=200": 200, "code=412": 412} {
			r := apitest.Send(t, mock, staff, "PATCH", "/v1/offers/1", `{"title":"a"}`, "Content-Type", "application/json", "If-Match", tag, "Prefer", prefer)
			if r.Status != want {
				t.Errorf("If-Match: %s, Prefer: %s: %d %s", tag, prefer, r.Status, r.Body)
			}
		}
	}
	r := apitest.Send(t, mock, staff, "PATCH", "/v1/offers/1", `{"title":"a"}`, "Content-Type", "application/json", "If-Match", `"other"`)
	if after := apitest.Send(t, mock, staff, "GET", "/v1/offers/1", ""); r.Status != 412 || after.Body != shown.Body {
		t.Errorf("%d %s, %s", r.Status, r.Body, after.Body)
	}
}

func TestMockIsTheSameForASeed(t *testing.T) {
	life := func(options ...apitest.Option) (all string) {
		mock := apitest.Mock(bare(), options...)
		for range 3 {
			all += send(t, mock, "POST", "/tools", `{"name":"a","price":1}`).Body
		}
		return all + send(t, mock, "GET", "/tools", "").Body
	}
	if a, b := life(), life(); a != b {
		t.Errorf("the same requests get\n%s and\n%s", a, b)
	}
	if life(apitest.Seed(1)) == life(apitest.Seed(2)) {
		t.Error("the seed changes nothing")
	}
}

func TestMockBeginsWithEntities(t *testing.T) {
	for _, n := range []int{0, 3, 45} {
		if body := send(t, apitest.Mock(bare(), apitest.Entities(n)), "GET", "/tools?limit=1", "").Body; !strings.Contains(body, fmt.Sprintf(`"total_pages":%d}`, n)) {
			t.Errorf("%d entities: %s", n, body)
		}
	}
}

// What is below an entity is deleted with it.
func TestMockDeletesWhatIsBelow(t *testing.T) {
	box, part := prop.String("box").MinLen(1), prop.Int("part").Min(1).ReadOnly()
	boxes := collection.New("Box", box, toolName)
	parts := collection.New("Part", part, toolName)
	mock := apitest.Mock(tenon.New("Boxes", "1.0.0").Logger(quiet).Add(
		route.Post("/boxes", boxes.Create(), boxes.View()),
		route.Get("/boxes/{box}", boxes.View()).Path(box).Fails(noSuchTool),
		route.Delete("/boxes/{box}", collection.NoContent()).Path(box).Fails(noSuchTool),
		route.List("/boxes/{box}/parts", parts.List(), paginate.ByPage()).Tiebreaker(part).Path(box).Fails(noSuchTool),
		route.Post("/boxes/{box}/parts", parts.Create(), parts.View()).Path(box).Fails(noSuchTool),
		route.Get("/boxes/{box}/parts/{part}", parts.View()).Path(box, part).Fails(noSuchTool),
	), apitest.Entities(1))
	life := func() string {
		send(t, mock, "POST", "/boxes", `{"box":"blue","name":"a"}`)
		send(t, mock, "POST", "/boxes/blue/parts", `{"name":"bolt"}`)
		r := send(t, mock, "GET", "/boxes/blue/parts", "")
		if gone := send(t, mock, "DELETE", "/boxes/blue", ""); gone.Status != 204 {
			t.Errorf("DELETE: %d %s", gone.Status, gone.Body)
		}
		return r.Body
	}
	if first, second := life(), life(); first != second || !strings.Contains(first, "bolt") {
		t.Errorf("the parts of the box are\n%s and then\n%s", first, second)
	}
}

func TestMockAcceptsAnyCaller(t *testing.T) {
	api := tenon.New("Tools", "1.0.0").Authenticate(tokens).Add(
		route.Get("/safes/{id}", safes.View()).Path(toolID).Scopes("read"),
		route.Post("/safes", safes.Create(), safes.View()).Fails(lent),
	)
	const first = "/safes/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f"
	if r := send(t, apitest.Mock(api), "GET", first, ""); r.Status != 401 || r.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("%d %v", r.Status, r.Header)
	}
	for _, token := range []string{"", "Bearer x"} {
		if r := send(t, apitest.Mock(api, apitest.AnyCaller()), "GET", first, "", "Authorization", token); r.Status != 200 || !strings.Contains(r.Body, `"secret":"s"`) {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
}

func TestMockServesResourcesWithoutAStore(t *testing.T) {
	api := tenon.New("Tools", "1.0.0").Logger(quiet).
		Add(route.Resource("/tools", tools, toolID, apitest.NoStore[tool, string]{}).Paginate(paginate.ByCursor(paginate.NewKey())).Sorting(price))
	if r := send(t, api.MustBuild(), "GET", "/tools", ""); r.Status != 500 {
		t.Errorf("the server responds with %d %s", r.Status, r.Body)
	}
	mock := apitest.Mock(api, apitest.Seed(*seed))
	apitest.Laws(t, mock, apitest.Seed(*seed))
	apitest.Histories(t, mock, apitest.Seed(*seed), apitest.Runs(30))
}

// A part of a part, which only some callers see.
type assembly struct {
	Name string
	Part *assembly
}

func TestMockOfCollectionsThatContainThemselves(t *testing.T) {
	var assemblies *collection.Collection[assembly]
	assemblies = collection.Of("Assembly", func(a *assembly) collection.Fields {
		part := prop.Nullable(prop.Lazy("part", func() *collection.Collection[assembly] { return assemblies }))
		return collection.Fields{prop.String("name").Example("nut").At(&a.Name), part.At(&a.Part).VisibleTo("parts")}
	})
	api := tenon.New("Tools", "1.0.0").Authenticate(tokens).Add(route.Get("/assembly", assemblies.View()))
	if r := send(t, apitest.Mock(api, apitest.AnyCaller()), "GET", "/assembly", ""); r.Status != 200 || !strings.Contains(r.Body, `{"name":"nut","part":`) {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

func TestMockReplacesHandlers(t *testing.T) {
	api := tenon.New("Tools", "1.0.0").Add(route.Get("/events", route.Events(tools.View())).
		Handle(func(*route.Call) (iter.Seq2[route.Event[tool], error], error) { panic("called") }))
	if r := send(t, apitest.Mock(api), "GET", "/events", ""); r.Status != 200 || !strings.HasPrefix(r.Body, "data: {") {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

func TestMockHasTheSameDocument(t *testing.T) {
	want, err := oas.YAML(everything.API().MustBuild(), oas.V32)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := oas.YAML(apitest.Mock(everything.API()), oas.V32); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v; the document of the mock is\n%s\nwant\n%s", err, got, want)
	}
}

// A body of another media type with a value of its own is no entity; the mock responds with an example.
func TestMockServesCasesOfBodies(t *testing.T) {
	small := collection.Of("Small", func(s *string) collection.Fields { return collection.Fields{prop.String("small").MinLen(3).At(s)} })
	creates := route.AnyOf(
		route.CaseOf[any](tools.Create()),
		route.CaseOf[any](route.JSON(small.Create(), "application/vnd.small+json")),
		route.CaseOf[any](route.Bytes("text/csv")),
	)
	mock := apitest.Mock(tenon.New("Tools", "1").Add(
		route.Post("/tools", creates, tools.View()).Handle(func(*route.Call, any) (tool, error) { return tool{}, nil }),
		route.Get("/tools/{id}", tools.View()).Path(toolID).Fails(render.NotFound).Handle(func(*route.Call) (tool, error) { return tool{}, nil }),
	))
	apitest.Laws(t, mock)
	apitest.Histories(t, mock, apitest.Runs(5))
	for mediaType, body := range map[string]string{"application/json": `{"name":"saw","price":7}`, "application/vnd.small+json": `{"small":"saw"}`, "text/csv": "saw,7"} {
		got := apitest.Send(t, mock, nil, "POST", "/tools", body, "Content-Type", mediaType)
		if got.Status != 201 || strings.Contains(got.Body, `"saw"`) != (mediaType == "application/json") {
			t.Errorf("%s: %d %s", mediaType, got.Status, got.Body)
		}
	}
	if got := apitest.Send(t, mock, nil, "POST", "/tools", `{"small":"s"}`, "Content-Type", "application/vnd.small+json"); got.Status != 422 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

func TestMockReportsFaults(t *testing.T) {
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "needs a title") {
			t.Errorf("Mock panics with %v", err)
		}
	}()
	apitest.Mock(tenon.New("", ""))
}
