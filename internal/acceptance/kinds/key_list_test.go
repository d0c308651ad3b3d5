package kinds_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type keyedRow struct {
	ID   string
	Rank int
}

var (
	rowKey    = prop.String("id").MaxLen(10)
	rowRank   = prop.Int("rank")
	keyedRows = collection.Of("Row", func(r *keyedRow) collection.Fields {
		return collection.Fields{rowKey.At(&r.ID).Key(), rowRank.At(&r.Rank)}
	})
)

func keyedList(plan paginate.Plan) *route.ListRoute[keyedRow] {
	return route.List("/rows", keyedRows.List(), plan).DefaultOrder(paginate.Desc(rowRank)).Filters(paginate.AtLeast(rowRank))
}

// listed serves a list of the rows a to e, the last one first.
func listed(t *testing.T, plan paginate.Plan) *tenon.App {
	rows := []keyedRow{{"a", 1}, {"b b", 2}, {"c", 3}, {"d", 4}, {"e&", 5}}
	return kit.Build(t, tenon.New("Test", "1").Renderer(render.Envelope("data")).Add(keyedList(plan).
		Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[keyedRow], error) {
			return mempage.Select(q, keyedRows, rows)
		})))
}

func TestListsByKey(t *testing.T) {
	plan := paginate.ByKey(rowKey).Default(2).Pagination("", paginate.Fixed("object", "list"),
		paginate.FirstKey("first_id"), paginate.LastKey("last_id"), paginate.HasMore("has_more"))
	app := listed(t, plan)
	const e, d, c, b, a = `{"id":"e&","rank":5}`, `{"id":"d","rank":4}`, `{"id":"c","rank":3}`, `{"id":"b b","rank":2}`, `{"id":"a","rank":1}`
	page := func(items, first, last, more string) string {
		return `{"data":[` + items + `],"object":"list","first_id":` + first + `,"last_id":` + last + `,"has_more":` + more + `}`
	}
	for _, tt := range []struct{ query, want, links string }{
		{"", page(e+","+d, `"e&"`, `"d"`, "true"), "</rows>; first </rows?starting_after=d>; next"},
		{"?starting_after=d", page(c+","+b, `"c"`, `"b b"`, "true"),
			"</rows>; first </rows?ending_before=c>; prev </rows?starting_after=b+b>; next"},
		{"?starting_after=b+b&limit=2", page(a, `"a"`, `"a"`, "false"), "</rows?limit=2>; first </rows?limit=2&ending_before=a>; prev"},
		{"?starting_after=a", page("", "null", "null", "false"), "</rows>; first"},
		{"?ending_before=b%20b", page(d+","+c, `"d"`, `"c"`, "true"),
			"</rows>; first </rows?ending_before=d>; prev </rows?starting_after=c>; next"},
		{"?ending_before=d&min_rank=2", page(e, `"e&"`, `"e&"`, "false"), "</rows?min_rank=2>; first </rows?min_rank=2&starting_after=e%26>; next"},
		{"?starting_after=e%26&ending_before=b+b&limit=1", page(d, `"d"`, `"d"`, "true"),
			"</rows?ending_before=b+b&limit=1>; first </rows?ending_before=b+b&limit=1&starting_after=d>; next"},
		{"?starting_after=c&ending_before=d", page("", "null", "null", "false"), ""},
		{"?starting_after=zz", "key query:starting_after", ""},
		{"?starting_after=12345678901", "max_length query:starting_after", ""},
		{"?starting_after=a&starting_after=b", "repeated query:starting_after", ""},
		{"?cursor=a", "unknown query:cursor", ""},
	} {
		w := kit.Send(t, app, "GET", "/rows"+tt.query, "")
		if got := outcome(t, w); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.query, got, tt.want)
		}
		links := strings.NewReplacer(`rel="`, "", `"`, "", ">, <", "> <", ", <", " <").Replace(w.Header.Get("Link"))
		if tt.links != "" && links != tt.links {
			t.Errorf("%s\n got %s\nwant %s", tt.query, links, tt.links)
		}
	}
}

// Without names and members of its own, a list by key has those of the library.
func TestListsByKeyHaveDefaults(t *testing.T) {
	w := kit.Send(t, listed(t, paginate.ByKey(rowKey).Default(4)), "GET", "/rows?starting_after=e%26", "")
	if !strings.HasSuffix(w.Body, `"pagination":{"limit":4,"has_more":false}}`) {
		t.Error(w.Body)
	}
	names := paginate.Names{After: "after", Limit: "n"}
	app := listed(t, paginate.ByKey(rowKey).Names(names).ForwardOnly())
	if got := outcome(t, kit.Send(t, app, "GET", "/rows?ending_before=a&before=a", "")); got != "unknown query:ending_before, unknown query:before" {
		t.Errorf("a list in one direction: %s", got)
	}
	w = kit.Send(t, app, "GET", "/rows?after=d&n=1", "")
	if got := w.Header.Get("Link"); got != `</rows?n=1>; rel="first", </rows?n=1&after=c>; rel="next"` {
		t.Errorf("links in one direction: %s", got)
	}
	doc, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{`"name": "after"`: true, `"name": "n"`: true, `ending_before`: false, `KeyPagination`: true} {
		if strings.Contains(string(doc), text) != want {
			t.Errorf("the document has %s: %t", text, !want)
		}
	}
}

func TestClientsWalkByKey(t *testing.T) {
	for _, plan := range []paginate.Plan{
		paginate.ByKey(rowKey).Default(2), paginate.ByKey(rowKey).Default(2).Names(paginate.Names{After: "after"}).ForwardOnly(),
	} {
		list, c, found := keyedList(plan), client.Local(listed(t, plan)), ""
		for row, err := range list.Walk(t.Context(), c, paginate.After(rowKey.Is("e&"))) {
			if err != nil {
				t.Fatal(err)
			}
			found += row.ID
		}
		if found != "dcb ba" {
			t.Errorf("found %s", found)
		}
	}
	before, err := keyedList(paginate.ByKey(rowKey)).Call(t.Context(), client.Local(listed(t, paginate.ByKey(rowKey))), paginate.Before(rowKey.Is("d")))
	if err != nil || len(before.Items) != 1 || before.Items[0].ID != "e&" {
		t.Errorf("before d: %v, %v", before, err)
	}
}

func TestFaultsOfListsByKey(t *testing.T) {
	handled := func(plan paginate.Plan) tenon.API {
		return kit.API(keyedList(plan).Handle(func(*route.Call, paginate.Query) (r paginate.Result[keyedRow], _ error) { return r, nil }))
	}
	kit.CheckFault(t, "nil", handled(paginate.ByKey[string](nil)), "GET /rows: ByKey(nil): the property is nil")
	kit.CheckFault(t, "elsewhere", handled(paginate.ByKey(prop.String("other"))), `GET /rows: ByKey: property "other" is not a member of collection "Row"`)
	kit.CheckFault(t, "null", handled(paginate.ByKey(prop.Nullable(prop.String("id")))), `GET /rows: ByKey: property "id" may be null, and a key may not`)
	kit.CheckFault(t, "bound", handled(paginate.ByKey(rowKey).BoundTo(nil)), `GET /rows: BoundTo(nil): the function is nil`)
	kit.CheckFault(t, "page", handled(paginate.ByKey(rowKey).MaxPage(3)), `GET /rows: MaxPage needs ByPage`)
	kit.CheckFault(t, "cursor", handled(paginate.ByKey(rowKey).Pagination("", paginate.NextCursor("next"))), `GET /rows: Pagination: NextCursor has no value in a list by key`)
	kit.CheckFault(t, "key", handled(paginate.ByPage().Pagination("", paginate.LastKey("last"))), `GET /rows: Pagination: LastKey has no value in a list by page`)
	kit.CheckFault(t, "direction", handled(paginate.ByPage().ForwardOnly()), `GET /rows: ForwardOnly needs ByKey`)
	kit.CheckFault(t, "names", handled(paginate.ByKey(rowKey).Names(paginate.Names{After: "a", Before: "a"})), `GET /rows: query parameter "a" is declared twice`)
}
