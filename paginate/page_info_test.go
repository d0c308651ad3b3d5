package paginate_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/tree"
)

// around returns the links of a page in one line.
func around(a pagination.PageInfo) string {
	var all []string
	for _, l := range []struct {
		rel string
		at  pagination.PageLink
	}{{"first", a.First}, {"prev", a.Prev}, {"next", a.Next}, {"last", a.Last}} {
		if l.at.Exists {
			all = append(all, l.rel+"="+l.at.Value)
		} else if l.at.Value != "" {
			all = append(all, l.rel+" is not there and has a value")
		}
	}
	return a.Parameter + ": " + strings.Join(all, " ")
}

func TestPaginationObjects(t *testing.T) {
	page, offset := paginate.ByPage(), paginate.ByOffset()
	for _, test := range []struct {
		plan  paginate.Plan
		query string
		count int
		more  bool
		total int
		json  string
		links string
	}{
		{page, "", 0, false, 0, `{"page":1,"page_size":20,"has_more":false,"total_pages":0}`, "page: first=1 last=1"},
		{page, "limit=2", 2, true, 5, `{"page":1,"page_size":2,"has_more":true,"total_pages":3}`, "page: first=1 next=2 last=3"},
		{page, "page=2&limit=2", 2, true, 5, `{"page":2,"page_size":2,"has_more":true,"total_pages":3}`, "page: first=1 prev=1 next=3 last=3"},
		{page, "page=3&limit=2", 1, false, 5, `{"page":3,"page_size":2,"has_more":false,"total_pages":3}`, "page: first=1 prev=2 last=3"},
		{page, "page=9&limit=2", 0, false, 5, `{"page":9,"page_size":2,"has_more":false,"total_pages":3}`, "page: first=1 prev=3 last=3"},
		{page, "page=9", 0, false, 0, `{"page":9,"page_size":20,"has_more":false,"total_pages":0}`, "page: first=1 prev=1 last=1"},
		{page, "page=2&limit=2", 2, false, 4, `{"page":2,"page_size":2,"has_more":false,"total_pages":2}`, "page: first=1 prev=1 last=2"},
		{page.Total(paginate.Never), "page=9&limit=2", 0, false, 0, `{"page":9,"page_size":2,"has_more":false}`, "page: first=1 prev=8"},
		{page.Total(paginate.OnRequest), "page=2", 1, true, 7, `{"page":2,"page_size":20,"has_more":true}`, "page: first=1 prev=1 next=3"},
		{page.Total(paginate.OnRequest), "count=false", 0, false, 0, `{"page":1,"page_size":20,"has_more":false}`, "page: first=1"},
		{page.Total(paginate.OnRequest), "count=true", 0, false, 0, `{"page":1,"page_size":20,"has_more":false,"total_pages":0}`, "page: first=1 last=1"},

		{offset, "", 0, false, 0, `{"offset":0,"limit":20,"has_more":false,"total":0}`, "offset: first=0 last=0"},
		{offset, "offset=3&limit=2", 2, true, 7, `{"offset":3,"limit":2,"has_more":true,"total":7}`, "offset: first=0 prev=1 next=5 last=6"},
		{offset, "offset=1&limit=2", 2, true, 8, `{"offset":1,"limit":2,"has_more":true,"total":8}`, "offset: first=0 prev=0 next=3 last=6"},
		{offset, "offset=6&limit=2", 1, false, 7, `{"offset":6,"limit":2,"has_more":false,"total":7}`, "offset: first=0 prev=4 last=6"},
		{offset.Total(paginate.Never), "", 0, false, 0, `{"offset":0,"limit":20,"has_more":false}`, "offset: first=0"},
		{offset.Total(paginate.OnRequest), "count=true", 0, false, 0, `{"offset":0,"limit":20,"has_more":false,"total":0}`, "offset: first=0 last=0"},
		{offset.Total(paginate.OnRequest), "", 0, false, 0, `{"offset":0,"limit":20,"has_more":false}`, "offset: first=0"},
	} {
		s := serve(t, listing(test.plan))
		a := s.answer(t, s.mustRead(t, test.query), make([]product, test.count), test.more, test.total)
		if s.text(a) != test.json {
			t.Errorf("%s: %s, want %s", test.query, s.text(a), test.json)
		}
		if got := around(a); got != test.links {
			t.Errorf("%s: %s, want %s", test.query, got, test.links)
		}
	}
}

// The cursors of a page, by the names of their links.
func TestPaginationObjectsByCursor(t *testing.T) {
	s := serve(t, listing(paginate.ByCursor(key)))
	first := s.answer(t, s.mustRead(t, ""), []product{row, row}, true, 0)
	forward := first.Next.Value
	second := s.answer(t, s.mustRead(t, "cursor="+forward), []product{row}, true, 0)
	backward, end := second.Prev.Value, second.Last.Value
	names := strings.NewReplacer(forward, "FORWARD", backward, "BACKWARD", end, "END")
	if forward == backward || backward == end {
		t.Fatal("cursors of different places are the same")
	}
	for _, test := range []struct {
		what, cursor string
		count        int
		more         bool
		json, links  string
	}{
		{"first", "", 1, true, `"current_cursor":"","next_cursor":"FORWARD","has_more":true`, "first= next=FORWARD last=END"},
		{"only", "", 1, false, `"current_cursor":"","next_cursor":"","has_more":false`, "first= last=END"},
		{"empty list", "", 0, false, `"current_cursor":"","next_cursor":"","has_more":false`, "first="},
		{"middle", forward, 1, true, `"current_cursor":"FORWARD","next_cursor":"FORWARD","has_more":true`, "first= prev=BACKWARD next=FORWARD last=END"},
		{"last", forward, 1, false, `"current_cursor":"FORWARD","next_cursor":"","has_more":false`, "first= prev=BACKWARD last=END"},
		{"behind the last", forward, 0, false, `"current_cursor":"FORWARD","next_cursor":"","has_more":false`, "first= prev=END last=END"},
		{"backward", backward, 1, true, `"current_cursor":"BACKWARD","next_cursor":"FORWARD","has_more":true`, "first= prev=BACKWARD next=FORWARD last=END"},
		{"backward to the first", backward, 1, false, `"current_cursor":"BACKWARD","next_cursor":"FORWARD","has_more":true`, "first= next=FORWARD last=END"},
		{"before the first", backward, 0, false, `"current_cursor":"BACKWARD","next_cursor":"","has_more":false`, "first= next="},
		{"from the end", end, 1, true, `"current_cursor":"END","next_cursor":"","has_more":false`, "first= prev=BACKWARD last=END"},
		{"all from the end", end, 1, false, `"current_cursor":"END","next_cursor":"","has_more":false`, "first= last=END"},
		{"nothing from the end", end, 0, false, `"current_cursor":"END","next_cursor":"","has_more":false`, "first="},
	} {
		query := ""
		if test.cursor != "" {
			query = "cursor=" + test.cursor
		}
		a := s.answer(t, s.mustRead(t, query), []product{row}[:test.count], test.more, 0)
		if got, want := names.Replace(s.text(a)), `{"limit":20,`+test.json+`}`; got != want {
			t.Errorf("%s: %s, want %s", test.what, got, want)
		}
		if got, want := names.Replace(around(a)), "cursor: "+test.links; got != want {
			t.Errorf("%s: %s, want %s", test.what, got, want)
		}
	}
	at, _ := s.mustRead(t, "cursor="+end).Position()
	if _, null := at.Value(0); !at.Backward() || !at.FromEnd() || !null {
		t.Errorf("the position from the end is %v", at)
	}
	at, _ = s.mustRead(t, "cursor="+backward).Position()
	if v, _ := at.Value(0); !at.Backward() || at.FromEnd() || v != row.ID {
		t.Errorf("the backward position is %v", at)
	}
	if err := s.reader.Describe(new(pagination.PageInfo), s.mustRead(t, ""), page{}, true, 0); err == nil {
		t.Error("a page without entities can go on")
	}
}

// The previous and the next page have the entities next to this page.
func TestCursorsAreThoseOfTheFirstAndLastEntity(t *testing.T) {
	s := serve(t, listing(paginate.ByCursor(key)))
	items := []product{{ID: "a"}, {ID: "b"}, {ID: "c"}}
	a := s.answer(t, s.mustRead(t, ""), items, true, 0)
	b := s.answer(t, s.mustRead(t, "cursor="+a.Next.Value), items, true, 0)
	for cursor, want := range map[string]string{b.Prev.Value: "a", b.Next.Value: "c"} {
		at, _ := s.mustRead(t, "cursor="+cursor).Position()
		if v, _ := at.Value(0); v != want {
			t.Errorf("a cursor stands for %v, want %s", v, want)
		}
	}
}

func TestTheTotalOfACursorPage(t *testing.T) {
	for _, test := range []struct {
		total paginate.Total
		query string
		want  string
	}{
		{paginate.Always, "", `{"limit":20,"current_cursor":"","next_cursor":"","has_more":false,"total":0}`},
		{paginate.OnRequest, "", `{"limit":20,"current_cursor":"","next_cursor":"","has_more":false}`},
		{paginate.OnRequest, "count=true", `{"limit":20,"current_cursor":"","next_cursor":"","has_more":false,"total":0}`},
	} {
		s := serve(t, listing(paginate.ByCursor(key).Total(test.total)))
		q := s.mustRead(t, test.query)
		if got := s.text(s.answer(t, q, nil, false, 0)); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
		if q.NeedsTotal() != strings.Contains(test.want, "total") {
			t.Errorf("%s: Counts is %t", test.query, q.NeedsTotal())
		}
	}
}

// The object in the document has the members of the response, which are required unless clients
// request them.
func TestTheDocumentHasTheMembersOfTheResponse(t *testing.T) {
	for _, test := range []struct {
		plan paginate.Plan
		want string
	}{
		{paginate.ByPage(), "PagePagination page page_size has_more total_pages"},
		{paginate.ByPage().Total(paginate.Never), "PagePaginationUncounted page page_size has_more"},
		{paginate.ByPage().Total(paginate.OnRequest), "PagePaginationCountable page page_size has_more total_pages?"},
		{paginate.ByOffset(), "OffsetPagination offset limit has_more total"},
		{paginate.ByOffset().Total(paginate.Never), "OffsetPaginationUncounted offset limit has_more"},
		{paginate.ByOffset().Total(paginate.OnRequest), "OffsetPaginationCountable offset limit has_more total?"},
		{paginate.ByCursor(key), "CursorPagination limit current_cursor next_cursor has_more"},
		{paginate.ByCursor(key).Total(paginate.Always), "CursorPaginationCounted limit current_cursor next_cursor has_more total"},
		{paginate.ByCursor(key).Total(paginate.OnRequest), "CursorPaginationCountable limit current_cursor next_cursor has_more total?"},
	} {
		list := listing(test.plan)
		p, _ := list.PaginationProp()
		c := p.Type.(tree.Object).Of()
		got := c.Name
		for _, m := range c.In(tree.List) {
			got += " " + m.Prop.Name
			if !m.Required(tree.List) {
				got += "?"
			}
		}
		if got != test.want || p.Name != "pagination" {
			t.Errorf("%s is %s, want %s", p.Name, got, test.want)
		}
		var v verify.Checker
		if v.Prop(p); len(v.Faults) > 0 {
			t.Errorf("%s: %v", test.want, v.Faults)
		}
	}
}

func TestResultsAreEncodedForTheirList(t *testing.T) {
	a, b := serve(t, listing(paginate.ByPage())), serve(t, listing(paginate.ByPage()))
	if err := a.reader.Describe(new(pagination.PageInfo), b.mustRead(t, ""), page{}, false, 0); err == nil {
		t.Error("a query of another list is answered")
	}
	if err := a.reader.Describe(new(pagination.PageInfo), paginate.Query{}, page{}, false, 0); err == nil {
		t.Error("the zero query is answered")
	}
}

// A store that reads one entity more must drop it.
func TestPagesHaveAtMostTheLimit(t *testing.T) {
	s := serve(t, listing(paginate.ByPage().Default(2).Max(3)))
	row := product{}
	for n, ok := range map[int]bool{0: true, 1: true, 2: true, 3: false} {
		err := s.reader.Describe(new(pagination.PageInfo), s.mustRead(t, ""), make(page, n), true, 9)
		if (err == nil) != ok {
			t.Errorf("%d items for a limit of 2: %v", n, err)
		}
	}
	if err := s.reader.Describe(new(pagination.PageInfo), s.mustRead(t, "limit=3"), page{&row, &row, &row}, true, 9); err != nil {
		t.Error(err)
	}
}
