package mempage_test

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type book struct {
	ID    int
	Title string
	Note  *string
	Tags  []string
}

var (
	bookID = prop.Int("id").Min(1)
	title  = prop.String("title").MaxLen(20)
	note   = prop.String("note").MaxLen(20)
	tag    = paginate.Equal(prop.String("tag"))
	shelf  = paginate.Equal(prop.String("shelf"))

	books = collection.Of("Book", func(b *book) collection.Fields {
		return collection.Fields{
			bookID.At(&b.ID).Key(),
			title.At(&b.Title),
			note.AtNullable(&b.Note),
		}
	})
	all = []book{
		{1, "b", text("y"), []string{"new"}},
		{2, "a", nil, nil},
		{3, "B", text("x"), []string{"old", "new"}},
		{4, "a", text("y"), nil},
		{5, "é", nil, []string{"old"}},
	}
	tagged = mempage.Where(tag, func(b *book, v string) bool { return slices.Contains(b.Tags, v) })
)

func text(s string) *string { return &s }

func list(plan paginate.Plan) *route.ListRoute[book] {
	return route.List("/books", books.List(), plan).Sorting(title, note).Filters(
		paginate.Equal(title), paginate.In(bookID).As("ids"), paginate.Between(bookID), paginate.Prefix(title), paginate.Contains(note),
		paginate.AtLeast(note), paginate.IsNull(note), tag, shelf)
}

func ids(books []book) []int {
	out := []int{}
	for _, b := range books {
		out = append(out, b.ID)
	}
	return out
}

func TestSelect(t *testing.T) {
	for _, tt := range []struct {
		query string
		ids   []int
		more  bool
		total int
	}{
		{"", []int{1, 2, 3, 4, 5}, false, 5},
		{"limit=2", []int{1, 2}, true, 5},
		{"limit=2&offset=3", []int{4, 5}, false, 5},
		{"limit=2&offset=5", []int{}, false, 5},
		{"offset=99", []int{}, false, 5},
		{"limit=5", []int{1, 2, 3, 4, 5}, false, 5},
		// By bytes, capitals before small letters; the key goes the way of the
		// term before it.
		{"order_by=title", []int{3, 2, 4, 1, 5}, false, 5},
		{"order_by=-title", []int{5, 1, 4, 2, 3}, false, 5},
		{"order_by=note", []int{2, 5, 3, 1, 4}, false, 5},
		{"order_by=-note", []int{4, 1, 3, 5, 2}, false, 5},
		{"order_by=-note,title", []int{4, 1, 3, 2, 5}, false, 5},
		{"title=a", []int{2, 4}, false, 2},
		{"title=A", []int{}, false, 0},
		{"ids=5,3", []int{3, 5}, false, 2},
		{"id_between=2,3", []int{2, 3}, false, 2},
		{"title_prefix=b", []int{1}, false, 1},
		{"note_contains=y", []int{1, 4}, false, 2},
		{"note_contains=_", []int{}, false, 0},
		{"min_note=", []int{1, 3, 4}, false, 3}, // null is no value
		{"note_is_null=true", []int{2, 5}, false, 2},
		{"note_is_null=false", []int{1, 3, 4}, false, 3},
		{"tag=new&limit=1", []int{1}, true, 2},
	} {
		q, err := list(paginate.ByOffset()).Parse(tt.query)
		if err != nil {
			t.Fatalf("%s: %v", tt.query, err)
		}
		page, err := mempage.Select(q, books, all, tagged)
		if err != nil {
			t.Fatalf("%s: %v", tt.query, err)
		}
		if !slices.Equal(ids(page.Items), tt.ids) || page.More != tt.more || page.Total != tt.total {
			t.Errorf("%s: %v, more %t, total %d; want %v, %t, %d", tt.query, ids(page.Items), page.More, page.Total, tt.ids, tt.more, tt.total)
		}
	}
	if !slices.Equal(ids(all), []int{1, 2, 3, 4, 5}) {
		t.Error("the items were changed")
	}
}

func TestItemsAreCopies(t *testing.T) {
	q, err := list(paginate.ByOffset()).Parse("limit=1")
	if err != nil {
		t.Fatal(err)
	}
	page, err := mempage.Select(q, books, all)
	if err != nil {
		t.Fatal(err)
	}
	page.Items[0].Title = "changed"
	if all[0].Title != "b" {
		t.Error("a page shares its items")
	}
}

// Rows that come and go between two pages move no others, also where the row of
// the cursor itself is gone.
func TestACursorGoesOnWhereItsRowWas(t *testing.T) {
	items := slices.Clone(all)
	app, err := tenon.New("Test", "1").Add(list(paginate.ByCursor([]byte(strings.Repeat("k", 32)))).
		Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[book], error) {
			return mempage.Select(q, books, items)
		})).Build()
	if err != nil {
		t.Fatal(err)
	}
	get := func(target string, want ...int) (links map[string]string) {
		t.Helper()
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		var page struct{ Data []struct{ ID int } }
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
			t.Fatalf("%s: %v %s", target, err, w.Body)
		}
		got := []int{}
		for _, d := range page.Data {
			got = append(got, d.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", target, got, want)
		}
		links = map[string]string{}
		for l := range strings.SplitSeq(w.Header().Get("Link"), ", ") {
			if at, rel, ok := strings.Cut(l, ">; rel="); ok {
				links[strings.Trim(rel, `"`)] = strings.TrimPrefix(at, "<")
			}
		}
		return links
	}
	const first = "/books?limit=2&order_by=-note" // 4 1 3 5 2
	next := get(first, 4, 1)["next"]
	items = slices.DeleteFunc(items, func(b book) bool { return b.ID == 1 })
	items = append(items, book{ID: 6, Title: "z", Note: text("z")}, book{ID: 7, Title: "n"})
	links := get(next, 3, 7)
	get(links["next"], 5, 2)
	if before := get(links["prev"], 6, 4)["prev"]; before != "" {
		t.Errorf("before the first row lies %s", before)
	}
	last := get(links["last"], 5, 2)
	get(last["prev"], 3, 7)
}

func TestWhatNobodyKnowsIsAnError(t *testing.T) {
	fewer := collection.Of("Book", func(b *book) collection.Fields { return collection.Fields{bookID.At(&b.ID)} })
	for query, want := range map[string]string{
		"shelf=x":        `filter "shelf"`,
		"title=a":        `filter "title"`,
		"order_by=-note": `order_by "note"`,
	} {
		q, err := list(paginate.ByOffset()).Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mempage.Select(q, fewer, all, tagged); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", query, err, want)
		}
	}
}
