package route_test

import (
	"context"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// ids are the operationIds of an API by method and path.
func ids(t *testing.T, members ...route.Member) map[string]string {
	t.Helper()
	app, err := tenon.New("Test", "1").Add(members...).Build()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, op := range probe.Tree(app).Operations {
		out[op.Method+" "+op.Path] = op.ID
	}
	return out
}

func TestAResourceStandsInSeveralVersions(t *testing.T) {
	const some = route.OpCreate | route.OpView
	res := route.Resource("/pages", pages, pageID, newShelf()).Only(some)
	one := map[string]string{"POST /v1/pages": "createPage", "GET /v1/pages/{book}/{number}": "viewPage"}
	two := map[string]string{"POST /v2/pages": "createPageV2", "GET /v2/pages/{book}/{number}": "viewPageV2"}
	all := maps.Clone(one)
	maps.Copy(all, two)
	for name, tt := range map[string]struct {
		members []route.Member
		want    map[string]string
	}{
		"the first alone":      {[]route.Member{route.Group("/v1", res)}, one},
		"the second alone":     {[]route.Member{route.Group("/v2", res)}, two},
		"both":                 {[]route.Member{route.Group("/v1", res), route.Group("/v2", res)}, all},
		"both the other way":   {[]route.Member{route.Group("/v2", res), route.Group("/v1", res)}, all},
		"both in a group":      {[]route.Member{route.Group("", route.Group("/v1", res), route.Group("/v2", res))}, all},
		"both in their path":   {[]route.Member{route.Resource("/v1/pages", pages, pageID, newShelf()).Only(some), route.Resource("/v2/pages", pages, pageID, newShelf()).Only(some)}, all},
		"another collection":   {[]route.Member{route.Group("/v1", res), route.Group("/v2", route.Resource("/pages", pages.As("PageV2"), pageID, newShelf()).Only(some))}, all},
		"it alone":             {[]route.Member{route.Group("/v2", route.Resource("/pages", pages.As("PageV2"), pageID, newShelf()).Only(some))}, two},
		"it without a version": {[]route.Member{route.Group("/v2", route.Resource("/pages", pages.As("PageV20"), pageID, newShelf()).Only(some))}, map[string]string{"POST /v2/pages": "createPageV20V2", "GET /v2/pages/{book}/{number}": "viewPageV20V2"}},
		"beside a member less": {[]route.Member{route.Group("/v1", res), route.Group("/v2", res.Only(route.OpView))}, without(all, "POST /v2/pages")},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ids(t, tt.members...); !maps.Equal(got, tt.want) {
				t.Errorf("got %v", got)
			}
		})
	}
}

func without(all map[string]string, key string) map[string]string {
	all = maps.Clone(all)
	delete(all, key)
	return all
}

// A list is named after its path and not after its collection, so that As does not
// tell two of them apart.
func TestListsOfCollectionsOfSeveralNamesStandInSeveralVersions(t *testing.T) {
	got := ids(t,
		route.Group("/v1", route.Resource("/pages", pages, pageID, listOnly{})),
		route.Group("/v2", route.Resource("/pages", pages.As("NewPage"), pageID, listOnly{})))
	want := map[string]string{"GET /v1/pages": "listPages", "GET /v2/pages": "listPagesV2"}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

type listOnly struct{}

func (listOnly) List(_ context.Context, q paginate.Query) (paginate.Result[page], error) {
	return mempage.Select(q, pages, nil)
}

// What is in two groups that are no versions has the path of the group from the second
// on, whether it is a resource or a route with an operationId of its own.
func TestWhatIsInTwoGroupsHasTwoOperationIDs(t *testing.T) {
	res := route.Resource("/pages", pages, pageID, newShelf()).Only(route.OpView)
	show := route.Get("/status", collection.NoContent()).ID("showStatus").Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil })
	got := ids(t, route.Group("/shop", res, show), route.Group("/back-office/{office}", res, show).Path(prop.String("office")),
		route.Group("/v2", show), route.Resource("/archive/pages", pages, pageID, newShelf()).Only(route.OpView))
	want := map[string]string{
		"GET /shop/pages/{book}/{number}": "viewPage", "GET /shop/status": "showStatus",
		"GET /back-office/{office}/pages/{book}/{number}": "viewPageBackOfficeByOffice", "GET /back-office/{office}/status": "showStatusBackOfficeByOffice",
		"GET /v2/status": "showStatusV2", "GET /archive/pages/{book}/{number}": "viewPageArchive",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// A name that is given by hand is never taken by one that is made.
func TestMadeOperationIDsGiveWay(t *testing.T) {
	nothing := func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }
	show := route.Get("/status", collection.NoContent()).ID("show").Handle(nothing)
	_, err := tenon.New("Test", "1").Add(route.Group("/a", show), route.Group("/b", show),
		route.Get("/x", collection.NoContent()).ID("showB").Handle(nothing)).Build()
	if err == nil || !strings.Contains(err.Error(), `operation ID "show" is taken by GET /a/status at naming_test.go:`) {
		t.Errorf("got %v", err)
	}
}

// Faults that are found while an API is built stand where the resource is declared.
func TestFaultsOfResourcesHaveTheirPosition(t *testing.T) {
	_, _, above, _ := runtime.Caller(0)
	res := []route.Member{
		route.Resource("/pages", pages, pageID, listOnly{}).Paginate(paginate.ByPage().Default(-1)),
		route.Resource("/leaves", pages, pageID, listOnly{}).Sorting(nil),
		route.Resource("/sheets", pages, pageID, listOnly{}).Filters(nil),
		route.Resource("/notes", pages, pageID, newShelf()).Only(route.OpView).Use(func(http.Handler) http.Handler { return nil }).Path(prop.String("nowhere")),
		route.Resource("/words", pages, pageID, listOnly{}).DefaultOrder(paginate.Asc(nil)),
		route.Resource("/lines", pages, pageID, newShelf()).Only(route.OpView).Set(route.On(route.OpView).ID("a b")),
	}
	first, last := above+2, above+1+len(res)
	_, err := buildElsewhere(res)
	if err == nil {
		t.Fatal("no fault")
	}
	faults, ok := err.(tenon.Faults)
	if !ok {
		t.Fatal(err)
	}
	lines := map[int]bool{}
	for _, f := range faults {
		if !strings.HasSuffix(f.File, "route/naming_test.go") || f.Line < first || f.Line > last {
			t.Errorf("%v", f)
		}
		lines[f.Line] = true
	}
	t.Log(slices.Sorted(maps.Keys(lines)), err)
	if len(lines) < 5 {
		t.Errorf("faults on the lines %v only: %v", slices.Sorted(maps.Keys(lines)), err)
	}
}

func buildElsewhere(members []route.Member) (*tenon.App, error) {
	return tenon.New("Test", "1").Add(members...).Build()
}
