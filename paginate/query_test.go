package paginate_test

import (
	"math"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/pace"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

func TestWindows(t *testing.T) {
	page, offset := paginate.ByPage(), paginate.ByOffset()
	for _, test := range []struct {
		plan        paginate.Plan
		query       string
		limit, page int
		offset      int64
		violations  string
	}{
		{page, "", 20, 1, 0, ""},
		{page, "page=3&limit=7", 7, 3, 14, ""},
		{page, "page=1000000000&limit=100", 100, 1_000_000_000, 99_999_999_900, ""},
		{page, "page=1000000001", 0, 0, 0, "page max"},
		{page, "page=0", 0, 0, 0, "page min"},
		{page, "page=", 0, 0, 0, "page type"},
		{page, "page=1.0", 0, 0, 0, "page type"},
		{page, "limit=0", 0, 0, 0, "limit min"},
		{page, "limit=101", 0, 0, 0, "limit max"},
		{page, "offset=1", 0, 0, 0, "offset unknown"},
		{page, "cursor=a", 0, 0, 0, "cursor unknown"},
		{page, "count=true", 0, 0, 0, "count unknown"},
		{page.Max(5), "", 5, 1, 0, ""},
		{page.Default(50), "", 50, 1, 0, ""},
		{page.Default(3).Max(200), "limit=200", 200, 1, 0, ""},
		{page.Max(1_000_000), "page=1000000000&limit=1000000", 1_000_000, 1_000_000_000, 999_999_999_000_000, ""},
		{offset, "", 20, 0, 0, ""},
		{offset, "offset=35&limit=7", 7, 0, 35, ""},
		{offset, "offset=1000000000000", 20, 0, 1_000_000_000_000, ""},
		{offset, "offset=1000000000001", 0, 0, 0, "offset max"},
		{offset, "offset=-1", 0, 0, 0, "offset min"},
		{offset, "page=1", 0, 0, 0, "page unknown"},
		{paginate.ByCursor(key), "limit=3", 3, 0, 0, ""},
		{paginate.ByCursor(key), "page=1", 0, 0, 0, "page unknown"},
		{paginate.ByCursor(key), "cursor=", 0, 0, 0, "cursor cursor"}, // next_cursor of the last page is ""
	} {
		if test.offset > math.MaxInt {
			continue
		}
		q, vs := serve(t, listing(test.plan)).read(test.query)
		if codes(vs) != test.violations || q.Limit() != test.limit || q.Page() != test.page || int64(q.Offset()) != test.offset {
			t.Errorf("%s: limit %d, page %d, offset %d, violations %v", test.query, q.Limit(), q.Page(), q.Offset(), vs)
		}
	}
}

func TestQueriesReportWhetherTheyNeedTheTotal(t *testing.T) {
	for _, test := range []struct {
		plan  paginate.Plan
		query string
		want  bool
	}{
		{paginate.ByPage(), "", true},
		{paginate.ByOffset(), "", true},
		{paginate.ByCursor(key), "", false},
		{paginate.ByPage().Total(paginate.Never), "", false},
		{paginate.ByPage().Total(paginate.OnRequest), "", false},
		{paginate.ByPage().Total(paginate.OnRequest), "count=true", true},
	} {
		if got := serve(t, listing(test.plan)).mustRead(t, test.query).NeedsTotal(); got != test.want {
			t.Errorf("%s: Counts is %t", test.query, got)
		}
	}
}

func TestTheZeroQuery(t *testing.T) {
	var q paginate.Query
	if _, ok := q.Position(); ok || q.Limit()+q.Page()+q.Offset() != 0 || q.NeedsTotal() || q.Order() != nil || q.Conditions() != nil {
		t.Error("the zero query asks for something")
	}
}

func TestTermsKnowTheirProperty(t *testing.T) {
	term := paginate.Desc(price)
	if !term.Is(price) || !term.Is(price.Describe("same")) || term.Is(price.As("price")) || term.Is(nil) || term.Name() != "price" || !term.Descending() || term.FromClient() {
		t.Errorf("the term is %v", term)
	}
	if openTerm(term).ID() != property.NodeOf(price).ID || openTerm(term).Order.Compare(ptr(int64(1)), int64(2)) >= 0 {
		t.Error("the term is of another property")
	}
	if zero := (paginate.Term{}); zero.Is(price) || openTerm(zero).ID() != nil || zero.Name() != "" {
		t.Error("the zero term is of a property")
	}
}

// A query does not refer to memory of the request, which may be reused.
func TestAQueryOutlivesItsRequest(t *testing.T) {
	states, exact := paginate.In(state), paginate.Equal(price)
	s := serve(t, listing(paginate.ByPage()).Sorting(name).Filtered(states, exact))
	var rep codec.Report
	src := s.parse("status=draft,active&price=5&order_by=-name&limit=3", &rep)
	q, _ := s.reader.Read(t.Context(), src, &rep)
	for i, slot := range s.slots {
		slot.Reset(slot.At(src.cells[i]))
	}
	if q.Limit() != 3 || order(q) != "[-name] -id" || exact.Get(q) != 5 || len(states.Get(q)) != 2 || q.Conditions()[0].Values()[1] != status("active") {
		t.Errorf("the query has become %v %s %d", q.Limit(), order(q), exact.Get(q))
	}
}

func TestReadingIsCheap(t *testing.T) {
	least, texts := paginate.AtLeast(price), paginate.Contains(name)
	s := serve(t, listing(paginate.ByPage()).Sorting(name, price).Filtered(least, texts))
	var rep codec.Report
	src := s.parse("page=2&limit=10&order_by=-price&min_price=100000&name_contains=a", &rep)
	if rep.Since(0) {
		t.Fatal(codec.Gather[prop.Violations](&rep))
	}
	var q paginate.Query
	atMost(t, 6, "reading five parameters", func() { q, _ = s.reader.Read(t.Context(), src, &rep) })
	sum := 0
	var about prop.Prop = price
	atMost(t, 0, "reading a query", func() {
		v, _ := least.Lookup(q)
		sum += int(v) + len(texts.Get(q)) + q.Limit() + len(q.Order()) + len(q.Conditions())
		for _, c := range q.Conditions() {
			sum += len(c.Values()) + len(c.Name())
		}
		_, ok := q.Position()
		if ok || !q.Conditions()[0].Is(about) || !q.Conditions()[1].Of(texts) {
			sum = 0
		}
	})
	if sum == 0 {
		t.Error("nothing was read")
	}
	cell, other := any(ptr(int64(100_000))), any(ptr("xax"))
	atMost(t, 0, "judging a row", func() {
		if !open(q.Conditions()[0]).Matches(cell) || !open(q.Conditions()[1]).Matches(other) {
			sum = -1
		}
	})
	if sum < 0 {
		t.Error("the row does not hold")
	}
}

func atMost(t *testing.T, bar int, what string, f func()) {
	t.Helper()
	got := allocs.Least(f)
	t.Logf("%s: %d allocations, the bar is %d", what, got, bar)
	if got > bar {
		t.Errorf("%s: %d allocations are more than %d", what, got, bar)
	}
}

func TestHugeInputsAreCheap(t *testing.T) {
	s := serve(t, listing(paginate.ByCursor(key)).Sorting(name, price).Filtered(paginate.In(state), paginate.Contains(name)))
	for _, part := range []struct{ name, unit string }{
		{"cursor", "A"}, {"order_by", "+name,"}, {"order_by", "x"}, {"status", "draft,"}, {"name_contains", "a"},
	} {
		reading := func(size int) func() {
			query := part.name + "=" + strings.Repeat(part.unit, size/len(part.unit))
			return func() {
				_, vs := s.read(query)
				if len(vs) == 0 || len(vs) > codec.MaxViolations || len(vs.Error()) > 64<<10 {
					t.Errorf("%.20s…: %d violations in %d bytes", query, len(vs), len(vs.Error()))
				}
			}
		}
		// A cost that grows with the square of the length would be 256 times as high.
		const bar = 5 * 16
		if n := pace.Ratio(bar, reading(4<<20), reading(256<<10)); n > bar {
			t.Errorf("%s: %.0f times as long for 16 times as many %q", part.name, n, part.unit)
		}
	}
}
