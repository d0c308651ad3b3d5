package route_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type page struct {
	Number int
	Book   string
	Text   string
	Rev    int
}

type pageKey struct {
	Book   string
	Number int
}

var (
	pageBook   = prop.String("book").MaxLen(20)
	pageNumber = prop.Int("number").Min(1).Max(1000)
	pageText   = prop.String("text").MaxLen(100)

	pages = collection.Of("Page", func(p *page) collection.Fields {
		return collection.Fields{
			pageBook.At(&p.Book).Key(),
			pageNumber.At(&p.Number).Key(),
			pageText.At(&p.Text),
		}
	})
	versionedPages = pages.Versioned(func(p *page) collection.Version {
		return collection.Version{Tag: strconv.Itoa(p.Rev)}
	})

	pageID = route.KeyOf(func(s prop.Source) pageKey { return pageKey{pageBook.Get(s), pageNumber.Get(s)} }, pageBook, pageNumber)
)

// shelf keeps pages in memory.
type shelf struct {
	mu    sync.Mutex
	pages map[pageKey]page
}

func newShelf() *shelf { return &shelf{pages: map[pageKey]page{}} }

func (s *shelf) Create(_ context.Context, in page) (page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := pageKey{in.Book, in.Number}
	if _, taken := s.pages[key]; taken {
		return page{}, render.Conflict
	}
	in.Rev = 1
	s.pages[key] = in
	return in, nil
}

func (s *shelf) View(_ context.Context, key pageKey) (page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.pages[key]
	if !ok {
		return p, fmt.Errorf("page %v: %w", key, render.NotFound)
	}
	return p, nil
}

func (s *shelf) change(key pageKey, apply func(*page) error) (page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.pages[key]
	if !ok {
		return p, render.NotFound
	}
	if err := apply(&p); err != nil {
		return p, err
	}
	p.Rev++
	s.pages[key] = p
	return p, nil
}

func (s *shelf) Update(_ context.Context, key pageKey, p collection.Patch[page]) (page, error) {
	return s.change(key, p.Apply)
}

func (s *shelf) Replace(_ context.Context, key pageKey, r collection.Replacement[page]) (page, error) {
	return s.change(key, r.Apply)
}

func (s *shelf) Delete(_ context.Context, key pageKey, unchanged func(*page) error) (page, error) {
	p, err := s.change(key, unchanged)
	if err == nil {
		s.mu.Lock()
		delete(s.pages, key)
		s.mu.Unlock()
	}
	return p, err
}

func (s *shelf) List(context.Context, paginate.Query) (res paginate.Result[page], err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.pages {
		res.Items = append(res.Items, p)
	}
	res.Total = len(res.Items)
	return res, nil
}

// served serves members below /v1.
func served(t *testing.T, members ...route.Member) *httptest.Server {
	t.Helper()
	app, err := tenon.New("Test", "1").Group("/v1", members...).Build()
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(app)
	t.Cleanup(s.Close)
	return s
}

// asked sends a request, and returns the answer with its content.
func asked(t *testing.T, s *httptest.Server, method, path, content string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if content != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(text)
}

func TestAResourceHasTheOperationsOfItsStore(t *testing.T) {
	s := served(t, route.Resource("/pages", versionedPages, pageID, newShelf()))
	for _, tt := range []struct {
		method, path, content string
		status                int
		want                  string
	}{
		{"POST", "/v1/pages", `{"book":"a b","number":7,"text":"x"}`, 201, `{"data":{"book":"a b","number":7,"text":"x"}}`},
		{"POST", "/v1/pages", `{"book":"a b","number":7,"text":"y"}`, 409, `"code":"conflict"`},
		{"GET", "/v1/pages/a%20b/7", "", 200, `{"data":{"book":"a b","number":7,"text":"x"}}`},
		{"GET", "/v1/pages/a%20b/8", "", 404, `"code":"no_such_entity"`},
		{"GET", "/v1/pages/a%20b/0", "", 422, `"code":"min"`},
		{"PATCH", "/v1/pages/a%20b/7", `{"text":"z"}`, 200, `"text":"z"`},
		{"PUT", "/v1/pages/a%20b/7", `{"book":"a b","number":7,"text":"w"}`, 200, `"text":"w"`},
		{"GET", "/v1/pages", "", 200, `"pagination":{"page":1,"page_size":20,"has_more":false,"total_pages":1}}`},
		{"DELETE", "/v1/pages/a%20b/7", "", 200, `{"data":{"book":"a b","number":7}}`},
		{"DELETE", "/v1/pages/a%20b/7", "", 404, `"code":"no_such_entity"`},
	} {
		res, text := asked(t, s, tt.method, tt.path, tt.content)
		if res.StatusCode != tt.status || !strings.Contains(text, tt.want) {
			t.Errorf("%s %s: %d %s, want %d %s", tt.method, tt.path, res.StatusCode, text, tt.status, tt.want)
		}
		if tt.status == 201 {
			if got := res.Header.Get("Location"); got != "/v1/pages/a%20b/7" {
				t.Errorf("Location %s", got)
			}
		}
	}
}

func TestADeletionKeepsPreconditions(t *testing.T) {
	s := served(t, route.Resource("/pages", versionedPages, pageID, newShelf()))
	asked(t, s, "POST", "/v1/pages", `{"book":"a","number":1,"text":"x"}`)
	res, _ := asked(t, s, "DELETE", "/v1/pages/a/1", "", "If-Match", `"2"`)
	if res.StatusCode != 412 {
		t.Errorf("another version: %d", res.StatusCode)
	}
	res, _ = asked(t, s, "DELETE", "/v1/pages/a/1", "", "If-Match", `"1"`)
	if res.StatusCode != 200 {
		t.Errorf("its version: %d", res.StatusCode)
	}
}

// The response has no entity that would show that there are versions.
func TestADeletionWithoutContentKeepsPreconditions(t *testing.T) {
	s := served(t, route.Resource("/pages", versionedPages, pageID, newShelf()).NoContent())
	for _, test := range []struct {
		fields []string
		status int
	}{{[]string{"If-Match", `"2"`}, 412}, {[]string{"If-Match", `"1"`}, 204}, {nil, 204}} {
		asked(t, s, "POST", "/v1/pages", `{"book":"a","number":1,"text":"x"}`)
		if res, text := asked(t, s, "DELETE", "/v1/pages/a/1", "", test.fields...); res.StatusCode != test.status {
			t.Errorf("%v: %d %s, want %d", test.fields, res.StatusCode, text, test.status)
		}
	}
}

// viewer serves one operation.
type viewer struct{ book string }

func (v viewer) View(_ context.Context, number int) (page, error) {
	return page{Book: v.book, Number: number, Text: "of " + v.book}, nil
}

func TestANestedResourcePassesItsParent(t *testing.T) {
	of := pageBook.As("book_id")
	nested := route.ResourceOf("/books/{book_id}/pages", pages, pageNumber, func(c *route.Call) viewer { return viewer{of.Get(c)} }).Path(of)
	s := served(t, nested)
	if _, text := asked(t, s, "GET", "/v1/books/moby/pages/3", ""); text != `{"data":{"book":"moby","number":3,"text":"of moby"}}` {
		t.Error(text)
	}
	for _, method := range []string{"PATCH", "PUT", "DELETE"} {
		if res, _ := asked(t, s, method, "/v1/books/moby/pages/3", ""); res.StatusCode != 405 || res.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
			t.Errorf("%s: %d, Allow %s", method, res.StatusCode, res.Header.Get("Allow"))
		}
	}
}

func TestOperationsOfAResourceCanBeAdjustedAndReplaced(t *testing.T) {
	gone := render.NewProblem(410, "gone", "Gone.")
	own := route.Get("/pages/{book}/{number}", pages.View()).Path(pageBook, pageNumber).
		Handle(func(c *route.Call) (page, error) { return page{Book: "own", Number: 1}, nil })
	crud := route.Resource("/pages", pages, pageID, newShelf()).
		NotFound(gone).NoContent().
		Set(route.On(route.OpCreate).Status(200)).
		With(own)
	s := served(t, crud)
	if res, _ := asked(t, s, "POST", "/v1/pages", `{"book":"a","number":1,"text":"x"}`); res.StatusCode != 200 {
		t.Errorf("create: %d", res.StatusCode)
	}
	if _, text := asked(t, s, "GET", "/v1/pages/a/1", ""); !strings.Contains(text, `"own"`) {
		t.Errorf("view: %s", text)
	}
	if res, text := asked(t, s, "DELETE", "/v1/pages/a/1", ""); res.StatusCode != 204 || text != "" {
		t.Errorf("delete: %d %s", res.StatusCode, text)
	}
	if res, _ := asked(t, s, "DELETE", "/v1/pages/a/1", ""); res.StatusCode != 410 {
		t.Errorf("delete again: %d", res.StatusCode)
	}
}

func TestMistakesOfAResourceAreFaults(t *testing.T) {
	type plain struct{ viewer }
	for _, tt := range []struct {
		name string
		m    route.Member
		want string
	}{
		{"no operation", route.Resource("/pages", pages, pageID, 5), "the store has no method of an operation, such as View(context.Context, route_test.pageKey) (route_test.page, error)"},
		{"a missing operation", route.Resource("/pages", pages, pageNumber, viewer{}).Only(route.OpView | route.OpCreate), "Only: the store has no method Create(context.Context, route_test.page) (route_test.page, error)"},
		{"a method without a context", route.Resource("/pages", pages, pageNumber, misfit{}), "resource /pages: the method View of the store is not View(context.Context, int) (route_test.page, error); change it, or omit the operation with Only"},
		{"a deletion that returns no entity", route.Resource("/pages", pages, pageNumber, misfit{}), "the method Delete of the store is not Delete(context.Context, int) (route_test.page, error)"},
		{"a key of another type", route.Resource("/pages", pages, pageNumber, keyed{}), "the method View of the store is not View(context.Context, int) (route_test.page, error)"},
		{"a value for a pointer", route.Resource("/pages", pages, pageID, shelf{}), "resource /pages: the method View of the store has a pointer receiver; pass a pointer to the store"},
		{"a value for a pointer, of a request", route.ResourceOf("/pages", pages, pageID, func(*route.Call) shelf { return shelf{} }), "the method Delete of the store has a pointer receiver"},
		{"options of what is not served", route.Resource("/pages", pages, pageNumber, viewer{}).Set(route.On(route.OpView | route.OpCreate).Deprecated()), "On: the store has no method Create(context.Context, route_test.page) (route_test.page, error)"},
		{"options of what is omitted", route.Resource("/pages", pages, pageID, newShelf()).Set(route.On(route.OpUpdate).Deprecated()).Only(route.OpView), "On: the resource has no Update, which Only omits"},
		{"options of no call of On", route.Resource("/pages", pages, pageID, newShelf()).Set(route.Options{}.Deprecated()), "Set has options of no operation; begin with route.On"},
		{"options of nothing", route.Resource("/pages", pages, pageID, newShelf()).Set(route.On(0).Deprecated()), "On has no operation"},
		{"an authorizer of what is not served", route.Resource("/pages", pages, pageNumber, viewer{}).AuthorizeDelete(func(*route.Call) error { return nil }), "AuthorizeDelete: the store has no method Delete("},
		{"a sort order without a list", route.Resource("/pages", pages, pageNumber, viewer{}).Sorting(pageText), "Sorting: the store has no method List(context.Context, paginate.Query) (paginate.Result[route_test.page], error)"},
		{"a plan without a list", route.Resource("/pages", pages, pageNumber, viewer{}).Paginate(paginate.ByOffset()), "Paginate: the store has no method List("},
		{"no content without a deletion", route.Resource("/pages", pages, pageNumber, viewer{}).NoContent(), "NoContent: the store has no method Delete("},
		{"a key that reads more than it lists", route.Resource("/pages", pages, route.KeyOf(func(s prop.Source) pageKey { return pageKey{pageBook.Get(s), pageNumber.Get(s)} }, pageBook), newShelf()), `KeyOf: property "number" is not a property of the key; name it in KeyOf`},
		{"a store that is an interface", route.ResourceOf("/pages", pages, pageNumber, func(*route.Call) fmt.Stringer { return nil }), "the store is an interface"},
		{"no key", route.Resource("/pages", pages, route.KeyOf(func(prop.Source) int { return 0 }), plain{}), "the key is not a property"},
		{"a key beside the collection", route.Resource("/pages", pages, pageNumber.As("n"), creator{}), `key "n" is not a member of collection "Page"`},
		{"versions that nobody checks", route.Resource("/pages", versionedPages, pageNumber, deleter{}), "the store must implement the method Delete(context.Context, K, unchanged func(*T) error) (T, error)"},
		{"nothing", route.ResourceRoutes[page, int]{}, "a resource was not created by route.Resource"},
	} {
		_, err := tenon.New("Test", "1").Add(tt.m).Build()
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "resource_test.go:") {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// misfit has methods that nearly fit.
type misfit struct{}

func (misfit) View(int) (page, error)            { return page{}, nil }
func (misfit) Delete(context.Context, int) error { return nil }

type keyed struct{}

func (keyed) View(context.Context, string) (page, error) { return page{}, nil }

// A method of another signature is none of the resource's if Only omits the operation.
func TestOnlyOmitsMethodsThatDoNotFit(t *testing.T) {
	s := served(t, route.Resource("/pages", pages, pageNumber, half{}).Only(route.OpView))
	if _, text := asked(t, s, "GET", "/v1/pages/3", ""); text != `{"data":{"book":"half","number":3,"text":"of half"}}` {
		t.Error(text)
	}
}

// half serves an entity, and deletes in a way of its own.
type half struct{}

func (half) View(ctx context.Context, number int) (page, error) {
	return viewer{"half"}.View(ctx, number)
}
func (half) Delete(context.Context, int) error { return nil }

type creator struct{}

func (creator) Create(_ context.Context, p page) (page, error) { return p, nil }

type deleter struct{}

func (deleter) Delete(context.Context, int) (page, error) { return page{}, nil }
