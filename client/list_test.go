package client_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// row is one of a thousand entities.
type row struct {
	ID   int
	Word string
	Note *string
}

var (
	rowID   = prop.Int("id").Min(1)
	rowWord = prop.String("word").MinLen(1).MaxLen(30)
	rowNote = prop.Nullable(prop.String("note").MaxLen(30))

	rows = collection.Of("Row", func(r *row) collection.Fields {
		return collection.Fields{
			rowID.At(&r.ID).Key(),
			rowWord.At(&r.Word),
			rowNote.At(&r.Note),
		}
	})

	rowWords   = paginate.In(rowWord)
	rowAtLeast = paginate.AtLeast(rowID)
	rowNoNote  = paginate.IsNull(rowNote)
	rowIsNote  = paginate.Equal(rowNote)
)

func thousand() []row {
	all := make([]row, 1000)
	for i := range all {
		all[i] = row{ID: i + 1, Word: fmt.Sprintf("w, %d/+&%%", i%7)}
		if i%3 == 0 {
			text := fmt.Sprint("note ", i)
			all[i].Note = &text
		}
	}
	return all
}

// listed declares a list, and serves it.
func listed(plan paginate.Plan, api tenon.API) (*route.ListRoute[row], http.Handler) {
	l := route.List("/rows", rows.List(), plan).Sorting(rowID, rowWord).Filters(rowWords, rowAtLeast, rowNoNote, rowIsNote)
	all := thousand()
	return l, api.Group("/v1", l.Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[row], error) {
		return mempage.Select(q, rows, all)
	})).MustBuild()
}

var plans = map[string]func() paginate.Plan{
	"by page":   func() paginate.Plan { return paginate.ByPage() },
	"by offset": func() paginate.Plan { return paginate.ByOffset() },
	"by cursor": func() paginate.Plan { return paginate.ByCursor([]byte("a key for tests, known to anybody")) },
}

// Iteration yields every entity once, whatever the pagination.
func TestWalksVisitEveryEntityOnce(t *testing.T) {
	for name, plan := range plans {
		for _, r := range []render.Renderer{render.Envelope("data"), render.NoEnvelope()} {
			l, app := listed(plan(), quiet().Renderer(r))
			both(t, app, func(t *testing.T, c client.Client) {
				c = c.Renderer(r)
				for _, inputs := range [][]prop.Arg{
					nil,
					{paginate.Limit(7)},
					{paginate.OrderBy(paginate.Desc(rowWord), paginate.Asc(rowID)), paginate.Limit(100), rowAtLeast.Is(500)},
					{rowWords.Is([]string{"w, 3/+&%", "w, 5/+&%"}), rowNoNote.Is(true), paginate.OrderBy(paginate.Desc(rowID))},
				} {
					var got []row
					for item, err := range l.Walk(t.Context(), c, inputs...) {
						if err != nil {
							t.Fatal(name, err)
						}
						got = append(got, item)
					}
					want := narrowed(inputs)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s, %d inputs: %d of %d:\n%.500s", name, len(inputs), len(got), len(want), diff)
					}
				}
			})
		}
	}
}

// narrowed returns what an iteration with the inputs of the test above yields.
func narrowed(inputs []prop.Arg) []row {
	all := thousand()
	if len(inputs) < 3 {
		return all
	}
	if inputs[0].Name() == "order_by" {
		all = slices.DeleteFunc(all, func(r row) bool { return r.ID < 500 })
		slices.SortStableFunc(all, func(a, b row) int { return -cmpText(a.Word, b.Word) })
		return all
	}
	all = slices.DeleteFunc(all, func(r row) bool { return r.Word != "w, 3/+&%" && r.Word != "w, 5/+&%" || r.Note != nil })
	slices.Reverse(all)
	return all
}

func cmpText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// A call of a list returns a page and its pagination.
func TestCallsOfListsReturnAPage(t *testing.T) {
	all := thousand()
	l, app := listed(plans["by offset"](), quiet())
	paged, other := listed(plans["by page"](), quiet())
	both(t, app, func(t *testing.T, c client.Client) {
		got, err := l.Call(t.Context(), c, paginate.Offset(990), paginate.Limit(4))
		if diff := cmp.Diff(paginate.Result[row]{Items: all[990:994], More: true, Total: 1000}, got); diff != "" || err != nil {
			t.Error(err, diff)
		}
		got, err = l.Call(t.Context(), c, rowIsNote.Is(all[3].Note))
		if diff := cmp.Diff(paginate.Result[row]{Items: all[3:4], Total: 1}, got); diff != "" || err != nil {
			t.Error(err, diff)
		}
	})
	got, err := paged.Call(t.Context(), client.Local(other).Below("/v1"), paginate.Page(50))
	if diff := cmp.Diff(paginate.Result[row]{Items: all[980:]}, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

// Invalid calls of lists return the server's violations and send nothing.
func TestInvalidCallsOfListsAreNotSent(t *testing.T) {
	stray := prop.Int("stray")
	tests := []struct {
		given prop.Arg
		query string // the same request for the server
	}{
		{paginate.Limit(0), "limit=0"},
		{paginate.Limit(101), "limit=101"},
		{paginate.Page(0), "page=0"},
		{paginate.Offset(1), "offset=1"},
		{paginate.Cursor("x"), "cursor=x"},
		{paginate.WithTotal(), "count=true"},
		{paginate.OrderBy(paginate.Asc(rowNote)), "order_by=note"},
		{paginate.OrderBy(paginate.Asc(rowID), paginate.Desc(rowID)), "order_by=id,-id"},
		{paginate.OrderBy(paginate.Asc(rowID), paginate.Asc(rowID)), "order_by=id,id"},
		{rowAtLeast.Is(0), "min_id=0"},
		{rowWords.Is([]string{""}), rowWords.Name() + "="},
		{stray.Is(1), "stray=1"},
	}
	l, _ := listed(plans["by page"](), quiet())
	for _, tt := range tests {
		_, want := l.Parse(tt.query)
		_, got := l.Call(t.Context(), client.New("http://192.0.2.1:1"), tt.given)
		if want == nil || cmp.Diff(want, got) != "" {
			t.Errorf("%s: %v, want %v", tt.query, got, want)
		}
	}
	for _, given := range []prop.Arg{paginate.OrderBy(), rowIsNote.Is(nil), {}} {
		if _, err := l.Call(t.Context(), client.New("http://192.0.2.1:1"), given); err == nil {
			t.Errorf("%s is sent", given.Name())
		} else if _, ok := errors.AsType[prop.Violations](err); !ok {
			t.Error(err)
		}
	}
}

// Iteration ends when the caller stops, after an error, and if a link leads back to its page.
func TestWalksEnd(t *testing.T) {
	l, app := listed(plans["by cursor"](), quiet())
	n := 0
	for range l.Walk(t.Context(), client.Local(app).Below("/v1")) {
		if n++; n == 30 {
			break
		}
	}
	if n != 30 {
		t.Error(n)
	}
	page := `{"data":[{"id":1,"word":"x","note":null}]}`
	tests := []struct {
		name, link string
		items      int
		err        string
	}{
		{"no link", ``, 1, ""},
		{"another link", `</x?page=2>; rel="prev"`, 1, ""},
		{"itself", `</x?page=2>; rel="next"`, 2, "tenon: GET /rows: the next page is the page itself"},
		{"elsewhere, which is not asked", `<https://example.com/x?page=2#f>; title="a, <b>; \"c"; REL=next`, 2, "tenon: GET /rows: the next page is the page itself"},
		{"one of several", `</x?page=9>; rel=prev; rel=next, </x?page=2>; rel="last next"`, 2, "tenon: GET /rows: the next page is the page itself"},
		{"half a link", `</x?page=2; rel="next"`, 1, ""},
		{"half a parameter", `</x?page=2>; rel="ne`, 1, ""},
		{"no query", `</x>; rel=next`, 1, ""},
	}
	for _, tt := range tests {
		h := answering(200, map[string]string{"Content-Type": "application/json", "Link": tt.link}, page)
		n, text := 0, ""
		for _, err := range l.Walk(t.Context(), client.Local(h)) {
			if err != nil {
				text = err.Error()
				continue
			}
			n++
		}
		if n != tt.items || text != tt.err {
			t.Errorf("%s: %d %q", tt.name, n, text)
		}
	}
	for _, err := range l.Walk(t.Context(), client.Local(answering(500, nil, "")), paginate.Limit(0)) {
		if vs, ok := errors.AsType[prop.Violations](err); !ok || len(vs) != 1 {
			t.Error(err)
		}
	}
}

// Calls can have preconditions.
func TestPreconditionsOfCalls(t *testing.T) {
	shelf := newShelf()
	shelf.pages[pageKey{"b", 1}] = page{Number: 1, Book: "b", Text: "x", Rev: 1}
	show := route.Get("/pages/{book}/{number}", versionedPages.View()).Path(pageBook, pageNumber)
	change := route.Patch("/pages/{book}/{number}", versionedPages.Update(), versionedPages.View()).Path(pageBook, pageNumber).RequirePrecondition()
	app := quiet().Group("/v1",
		show.Handle(func(c *route.Call) (page, error) { return shelf.View(c.Context(), pageID.Get(c)) }),
		change.Handle(func(c *route.Call, p collection.Patch[page]) (page, error) {
			return shelf.Update(c.Context(), pageID.Get(c), p)
		}),
	).MustBuild()
	patch, err := versionedPages.Update().Parse([]byte(`{"text":"y"}`))
	if err != nil {
		t.Fatal(err)
	}
	both(t, app, func(t *testing.T, c client.Client) {
		var answer client.Response
		if _, err := show.Call(t.Context(), c.Into(&answer), pageBook.Is("b"), pageNumber.Is(1)); err != nil {
			t.Fatal(err)
		}
		tag := answer.Header().Get("ETag")
		if _, err := show.Call(t.Context(), c, pageBook.Is("b"), pageNumber.Is(1), client.IfNoneMatch(`"other"`, tag)); !errors.Is(err, client.ErrNotModified) {
			t.Error(err)
		}
		_, err := change.Call(t.Context(), c, patch, pageBook.Is("b"), pageNumber.Is(1), client.IfMatch(`"other"`))
		if f, _ := errors.AsType[*client.ProblemError](err); f == nil || f.Status != 412 {
			t.Error(err)
		}
		_, err = change.Call(t.Context(), c, patch, pageBook.Is("b"), pageNumber.Is(1))
		if f, _ := errors.AsType[*client.ProblemError](err); f == nil || f.Status != 428 {
			t.Error(err)
		}
		if got, err := change.Call(t.Context(), c, patch, pageBook.Is("b"), pageNumber.Is(1), client.IfMatch(tag)); err != nil || got.Text != "y" {
			t.Error(got, err)
		}
		for _, given := range []prop.Arg{client.IfMatch("x"), client.IfMatch(), client.IfMatch("\"a\"\n"), client.IdempotencyKey("k"), client.IfModifiedSince(time.Now())} {
			_, err := change.Call(t.Context(), c, patch, pageBook.Is("b"), pageNumber.Is(1), given)
			if vs, _ := errors.AsType[prop.Violations](err); len(vs) != 1 || vs[0].Parameter != given.Name() {
				t.Errorf("%s: %v", given.Name(), err)
			}
		}
	})
}
