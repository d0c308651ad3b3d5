package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type ware struct {
	ID    int
	Price int
}

var (
	wareID    = prop.Int("id")
	warePrice = prop.Int("price")
	wares     = collection.Of("Ware", func(w *ware) collection.Fields {
		return collection.Fields{wareID.At(&w.ID).Key(), warePrice.At(&w.Price)}
	})
	stock = func() (all []ware) {
		for i := range 5 {
			all = append(all, ware{i + 1, 100 - 10*(i/2)})
		}
		return all
	}()
	signing = []byte(strings.Repeat("k", 32))
)

func selectWares(_ *route.Call, q paginate.Query) (paginate.Result[ware], error) {
	return mempage.Select(q, wares, stock)
}

// wire is a list as another API declares it.
type wire struct {
	name  string
	plan  paginate.Plan
	with  func(*route.ListRoute[ware]) *route.ListRoute[ware]
	query string // of the first page, with two entities
	want  string // its body; C stands for a cursor
	link  string // to the next page
	total int    // of a response to the client
}

func wires() []wire {
	same := func(l *route.ListRoute[ware]) *route.ListRoute[ware] { return l }
	bare := func(l *route.ListRoute[ware]) *route.ListRoute[ware] { return l.Renderer(render.NoEnvelope()) }
	const two = `[{"id":1,"price":100},{"id":2,"price":100}]`
	const falling = `[{"id":5,"price":80},{"id":4,"price":90}]`
	return []wire{
		{
			name: "GitHub", plan: paginate.ByPage().Total(paginate.Never).Pagination("").
				Names(paginate.Names{Limit: "per_page", OrderBy: "sort", Direction: "direction"}),
			with: bare, query: "per_page=2&sort=id&direction=desc", want: falling,
			link: `/wares?per_page=2&sort=id&direction=desc&page=2`,
		},
		{
			name: "Stripe", plan: paginate.ByCursor(signing).Names(paginate.Names{Cursor: "starting_after"}).
				Pagination("", paginate.Fixed("object", "list"), paginate.HasMore("has_more"), paginate.NextCursor("next")),
			with: same, query: "limit=2", want: `{"data":` + two + `,"object":"list","has_more":true,"next":"C"}`, link: "/wares?limit=2&starting_after=C",
		},
		{
			name: "JSON:API", plan: paginate.ByPage().Names(paginate.Names{Page: "page[number]", Limit: "page[size]", OrderBy: "sort"}).
				Pagination("meta", paginate.TotalItems("total"), paginate.TotalPages("pages")),
			with: same, query: "page%5Bsize%5D=2&sort=-id", want: `{"data":` + falling + `,"meta":{"total":5,"pages":3}}`,
			link: "/wares?page%5Bsize%5D=2&sort=-id&page%5Bnumber%5D=2", total: 5,
		},
		{
			name: "OData", plan: paginate.ByOffset().Total(paginate.OnRequest).
				Names(paginate.Names{Offset: "$skip", Limit: "$top", OrderBy: "$orderby", Count: "$count"}).
				Pagination("", paginate.TotalItems("@odata.count"), paginate.NextLink("@odata.nextLink")),
			with:  func(l *route.ListRoute[ware]) *route.ListRoute[ware] { return l.Renderer(render.Envelope("value")) },
			query: "$top=2&$count=true", want: `{"value":` + two + `,"@odata.count":5,"@odata.nextLink":"/wares?$top=2&$count=true&%24skip=2"}`,
			link: "/wares?$top=2&$count=true&%24skip=2",
		},
		{
			name: "RealWorld", plan: paginate.ByOffset().Pagination("", paginate.TotalItems("waresCount")),
			with:  func(l *route.ListRoute[ware]) *route.ListRoute[ware] { return l.Renderer(render.Envelope("wares")) },
			query: "limit=2", want: `{"wares":` + two + `,"waresCount":5}`, link: "/wares?limit=2&offset=2", total: 5,
		},
		{
			name: "a repeated order", plan: paginate.ByPage().RepeatedOrder().
				Pagination("page", paginate.PageNumber("number"), paginate.PageSize("size"), paginate.HasMore("more"), paginate.PrevLink("prev")),
			with: same, query: "limit=2&order_by=-price&order_by=-id", want: `{"data":[{"id":2,"price":100},{"id":1,"price":100}],"page":{"number":1,"size":2,"more":true,"prev":null}}`,
			link: "/wares?limit=2&order_by=-price&order_by=-id&page=2",
		},
		{
			name: "without a total", plan: paginate.ByOffset().Total(paginate.OnRequest).Pagination("", paginate.TotalItems("count")),
			with: same, query: "limit=2", want: `{"data":` + two + `}`, link: "/wares?limit=2&offset=2",
		},
	}
}

func (w wire) list() *route.ListRoute[ware] {
	return w.with(route.List("/wares", wares.List(), w.plan).Sorting(wareID, warePrice))
}

// Lists have the parameters and the members of other APIs: the document, the links and the typed client
// follow.
func TestListsOnOtherWires(t *testing.T) {
	for _, w := range wires() {
		t.Run(w.name, func(t *testing.T) {
			list := w.list()
			api := tenon.New("Wares", "1").Add(list.Handle(selectWares))
			server, logged := kit.Start(t, api)
			got := server.Send(t, "GET", "/wares?"+w.query, "")
			body, link := got.Body, got.Header.Get("Link")
			if _, after, ok := strings.Cut(body, `"next":"`); ok { // a cursor is not the same each time
				cursor, _, _ := strings.Cut(after, `"`)
				body, link = strings.ReplaceAll(body, cursor, "C"), strings.ReplaceAll(link, cursor, "C")
			}
			if got.Status != 200 || body != w.want {
				t.Errorf("%d %s\nwant %s", got.Status, body, w.want)
			}
			if !strings.Contains(link, "<"+w.link+`>; rel="next"`) {
				t.Errorf("Link: %s\nwant %s", link, w.link)
			}
			if header := got.Header.Get("Pagination"); header != "" {
				t.Errorf("Pagination: %s", header)
			}
			c := client.New(server.URL)
			var ids []int
			for one, err := range list.Walk(context.Background(), c, paginate.Limit(2), paginate.OrderBy(paginate.Desc(wareID))) {
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, one.ID)
			}
			if !slices.Equal(ids, []int{5, 4, 3, 2, 1}) {
				t.Errorf("Walk returned %v", ids)
			}
			page, err := list.Call(context.Background(), c, paginate.Limit(2))
			if err != nil || len(page.Items) != 2 || !page.More || page.Total != w.total {
				t.Errorf("Call returned %+v, %v", page, err)
			}
			checkDocumentedList(t, api.MustBuild(), w.query, got.Body)
			logged.Empty(t)
		})
	}
}

// checkDocumentedList checks that the document has the parameters of a query and the members of a body.
func checkDocumentedList(t *testing.T, app *tenon.App, query, body string) {
	t.Helper()
	text, err := oas.JSON(app, oas.V30)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]struct {
			Get struct {
				Parameters []struct{ Name string }
				Responses  map[string]struct {
					Content map[string]struct {
						Schema struct{ Properties map[string]any }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	get := doc.Paths["/wares"].Get
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(strings.NewReplacer("%5B", "[", "%5D", "]").Replace(pair), "=")
		if !slices.ContainsFunc(get.Parameters, func(p struct{ Name string }) bool { return p.Name == name }) {
			t.Errorf("the document has no parameter %q: %v", name, get.Parameters)
		}
	}
	var members map[string]any
	if json.Unmarshal([]byte(body), &members) != nil {
		return // an array
	}
	documented := get.Responses["200"].Content["application/json"].Schema.Properties
	for name := range members {
		if documented[name] == nil {
			t.Errorf("the document has no member %q: %v", name, documented)
		}
	}
}

func TestListsOnOtherWiresRejectWhatTheyDoNotDeclare(t *testing.T) {
	for query, want := range map[string]string{
		"limit=2":                 "limit unknown",
		"per_page=101":            "per_page max",
		"order_by=id":             "order_by unknown",
		"sort=-id":                "sort one_of",
		"sort=id&direction=up":    "direction one_of",
		"page=4":                  "page max",
		"direction=asc&per_page=": "per_page type",
	} {
		list := route.List("/wares", wares.List(), paginate.ByPage().MaxPage(3).
			Names(paginate.Names{Limit: "per_page", OrderBy: "sort", Direction: "direction"})).Sorting(wareID)
		app := kit.Build(t, tenon.New("Wares", "1").Add(list.Handle(selectWares)))
		got := kit.Send(t, app, "GET", "/wares?"+query, "")
		if p := got.Problem(t); got.Status != 422 || len(p.Errors) != 1 || fmt.Sprint(p.Errors[0].Parameter, " ", p.Errors[0].Code) != want {
			t.Errorf("%s: %d %s", query, got.Status, got.Body)
		}
	}
}

// No link leads to a page that the parameter rejects.
func TestLinksEndAtTheLastPage(t *testing.T) {
	list := route.List("/wares", wares.List(), paginate.ByPage().MaxPage(2)).Sorting(wareID)
	app := kit.Build(t, tenon.New("Wares", "1").Add(list.Handle(selectWares)))
	for target, want := range map[string]string{
		"/wares?limit=1":        `</wares?limit=1&page=1>; rel="first", </wares?limit=1&page=2>; rel="next"`,
		"/wares?limit=1&page=2": `</wares?limit=1&page=1>; rel="first", </wares?limit=1&page=1>; rel="prev"`,
		"/wares?limit=90":       `</wares?limit=90&page=1>; rel="first", </wares?limit=90&page=1>; rel="last"`,
	} {
		if got := kit.Send(t, app, "GET", target, "").Header.Get("Link"); got != want {
			t.Errorf("%s: %s, want %s", target, got, want)
		}
	}
}

func TestPlansOfOtherWiresWithFaults(t *testing.T) {
	of := func(plan paginate.Plan) tenon.API {
		list := route.List("/wares", wares.List(), plan).Sorting(wareID)
		return tenon.New("Wares", "1").Add(list.Handle(func(*route.Call, paginate.Query) (paginate.Result[ware], error) {
			return paginate.Result[ware]{}, nil
		}))
	}
	kit.CheckFaults(t,
		kit.Faulty(of(paginate.ByPage().MaxPage(0)), fmt.Sprintf(`GET /wares: MaxPage(0) is not from 1 to %d`, query.MaxPage)),
		kit.Faulty(of(paginate.ByOffset().MaxPage(5)), `GET /wares: MaxPage needs ByPage`),
		kit.Faulty(of(paginate.ByPage().Pagination("", paginate.NextCursor("next"))), `GET /wares: Pagination: NextCursor has no value in a list by page`),
		kit.Faulty(of(paginate.ByPage().Pagination("", paginate.TotalItems(""))), `GET /wares: Pagination: TotalItems needs a name`),
		kit.Faulty(of(paginate.ByPage().Pagination("", paginate.HasMore("a"), paginate.TotalItems("a"))), `GET /wares: Pagination has two members named "a"`),
		kit.Faulty(of(paginate.ByPage().Pagination("", paginate.Member{})), `GET /wares: Pagination has a member that was not created by a function such as TotalItems`),
		kit.Faulty(of(paginate.ByPage().Total(paginate.Never).Pagination("", paginate.TotalItems("total"))), `GET /wares: Pagination: TotalItems needs a total; use Total(paginate.Always) or Total(paginate.OnRequest)`),
	)
	kit.CheckFault(t, "a member with the name of the envelope", of(paginate.ByPage().Pagination("", paginate.HasMore("data"))),
		`GET /wares: the envelope "data" has the name of a member next to it`)
	kit.CheckFault(t, "a name twice", of(paginate.ByPage().Names(paginate.Names{Page: "limit"})), `GET /wares: query parameter "limit" is declared twice`)
}
