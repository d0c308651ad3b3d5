package sqlpage_test

import (
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/route"
)

var linked = regexp.MustCompile(`<([^>]*)>; rel="(prev|last)"`)

// backward returns the queries of the page before a row, and of the last page.
func backward(t *testing.T, order string, row book) (before, last paginate.Query) {
	t.Helper()
	var q paginate.Query
	l := route.List("/books", books.List(), paginate.ByCursor([]byte(strings.Repeat("k", 32)))).Sorting(title, note, made)
	app, err := tenon.New("Test", "1").Add(l.Handle(func(_ *route.Call, asked paginate.Query) (paginate.Result[book], error) {
		q = asked
		return paginate.Result[book]{Items: []book{row}, More: true}, nil
	})).Build()
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest("GET", "/books?limit=2&order_by="+order+"&cursor="+cursorOf(t, l, "limit=2&order_by="+order, row), nil))
	found := 0
	for _, m := range linked.FindAllStringSubmatch(w.Header().Get("Link"), -1) {
		found++
		app.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", m[1], nil))
		if m[2] == "prev" {
			before = q
		} else {
			last = q
		}
	}
	if found != 2 {
		t.Fatalf("%d links: %s", found, w.Header())
	}
	return before, last
}

func TestBackwardEveryDirectionIsInverted(t *testing.T) {
	text := "n"
	row := book{ID: 3, Title: "t", Note: &text}
	empty := row
	empty.Note = nil
	for _, tt := range []struct {
		order  string
		row    book
		before string
	}{
		{"title", row, `("title", "id") < ($1 COLLATE "C", $2) ORDER BY "title" COLLATE "C" DESC, "id" DESC`},
		{"-title", row, `("title", "id") > ($1 COLLATE "C", $2) ORDER BY "title" COLLATE "C" ASC, "id" ASC`},
		{"note", row, `(("note" < $1 COLLATE "C") IS NOT FALSE OR ("note" = $2 COLLATE "C" AND "id" < $3)) ORDER BY "note" COLLATE "C" DESC NULLS LAST, "id" DESC`},
		{"-note", row, `"note" >= $1 COLLATE "C" AND ("note" > $2 COLLATE "C" OR ("note" = $3 COLLATE "C" AND "id" > $4)) ORDER BY "note" COLLATE "C" ASC NULLS FIRST, "id" ASC`},
		{"note", empty, `"note" IS NULL AND ("note" IS NULL AND "id" < $1) ORDER BY "note" COLLATE "C" DESC NULLS LAST, "id" DESC`},
	} {
		before, last := backward(t, tt.order, tt.row)
		for q, where := range map[paginate.Query]string{before: " WHERE " + tt.before, last: tt.before[strings.Index(tt.before, " ORDER"):]} {
			s, err := anyBook.Select(sqlpage.PostgreSQL, "id", q)
			got, _, _ := strings.Cut(s.SQL, " LIMIT")
			if err != nil || got != "SELECT id FROM books"+where {
				t.Errorf("%s: %v\ngot  %s\nwant SELECT id FROM books%s", tt.order, err, s.SQL, where)
			}
		}
		// Rows are read from the position on; a page has them in the order of the list.
		p := sqlpage.Page(before, []book{{ID: 3}, {ID: 2}, {ID: 1}})
		if !slices.EqualFunc(p.Items, []int{2, 3}, func(b book, id int) bool { return b.ID == id }) || !p.More {
			t.Errorf("%v, more %t", p.Items, p.More)
		}
	}
}
