package databases_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

// A client walks through a list by its links.
type client struct {
	t testing.TB
	h http.Handler
}

func serve(t testing.TB, plan paginate.Plan, handle func(*route.Call, paginate.Query) (paginate.Result[item], error)) client {
	t.Helper()
	list := route.List("/items", items.List(), plan).
		Sorting(id, name, kind, note, rank, price, at, sold).MaxTerms(4).
		Filters(filters...).
		Handle(handle)
	app, err := tenon.New("Test", "1").Add(list).CheckResponses(tenon.Never).Build()
	if err != nil {
		t.Fatal(err)
	}
	return client{t, app}
}

func serveEngine(t testing.TB, plan paginate.Plan, e engine) client {
	return serve(t, plan, func(c *route.Call, q paginate.Query) (paginate.Result[item], error) { return e.page(c.Context(), q) })
}

// A page is the response of a list.
type page struct {
	Data       []struct{ ID int }
	Pagination struct {
		Next string `json:"next_cursor"`
		More bool   `json:"has_more"`
	}
	links map[string]string
}

var link = regexp.MustCompile(`<([^>]*)>; rel="([a-z]+)"`)

func (c client) get(target string) page {
	c.t.Helper()
	w := httptest.NewRecorder()
	c.h.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
	p := page{links: map[string]string{}}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != 200 {
		c.t.Fatalf("%s: %d %v %s", target, w.Code, err, w.Body)
	}
	for _, m := range link.FindAllStringSubmatch(w.Header().Get("Link"), -1) {
		p.links[m[2]] = m[1]
	}
	return p
}

// walk follows the links of a relation and returns the items in the order of the list. The
// list may change between two pages.
func (c client) walk(target, rel string, between func()) (ids []int) {
	c.t.Helper()
	for pages := 0; target != ""; pages++ {
		if pages > 5000 {
			c.t.Fatal("the walk does not end")
		}
		p := c.get(target)
		if rel == "prev" {
			slices.Reverse(p.Data)
		}
		for _, d := range p.Data {
			ids = append(ids, d.ID)
		}
		if rel == "next" && p.Pagination.More != (p.links["next"] != "") {
			c.t.Fatalf("%s: has_more is %v, next is %q", target, p.Pagination.More, p.links["next"])
		}
		target = p.links[rel]
		between()
	}
	return ids
}

var orders = []string{
	"id", "-id", "name", "-name", "kind", "-kind", "note", "-note", "rank", "-rank", "price", "-price", "at", "-at", "sold", "-sold",
	"kind,name", "kind,-name", "-note,rank", "-rank,-note", "sold,-rank,note", "-kind,note,-at,price", "note,-id", "rank,kind,-sold",
}

var cursors = []byte("a key of at least thirty-two bytes")

func TestEveryRowOccursOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all := many(r, 10_000)
	engines(t, all, func(t *testing.T, e engine) {
		c := serveEngine(t, paginate.ByCursor(cursors).Max(1000), e)
		for _, order := range orders {
			target := "/items?limit=613&order_by=" + url.QueryEscape(order)
			forward := c.walk(target, "next", func() {})
			once(t, order, forward, len(all))
			if !ordered(all, forward, order) {
				t.Errorf("%s: not in order", order)
			}
			back := c.walk(c.get(target).links["last"], "prev", func() {})
			slices.Reverse(back)
			if !slices.Equal(back, forward) {
				t.Errorf("%s: backward is another order (%d rows)", order, len(back))
			}
		}
	})
}

func once(t *testing.T, order string, ids []int, n int) {
	t.Helper()
	seen := make([]int, n+1)
	for _, id := range ids {
		if id <= n {
			seen[id]++
		}
	}
	for id, times := range seen[1:] {
		if times != 1 {
			t.Fatalf("%s: row %d came %d times", order, id+1, times)
		}
	}
}

// ordered checks a walk against an independent implementation of the sort order.
func ordered(all []item, ids []int, order string) bool {
	for i := 1; i < len(ids); i++ {
		a, b := &all[ids[i-1]-1], &all[ids[i]-1]
		if !before(a, b, strings.Split(order, ",")) {
			return false
		}
	}
	return true
}

func before(a, b *item, terms []string) bool {
	last := false
	for _, term := range append(terms, "") {
		name, desc := strings.CutPrefix(term, "-")
		if term == "" { // the unique key has the direction of the term before it
			name, desc = "id", last
		}
		c := 0
		switch name {
		case "id":
			c = a.ID - b.ID
		case "name":
			c = strings.Compare(a.Name, b.Name)
		case "kind":
			c = strings.Compare(a.Kind, b.Kind)
		case "note":
			c = nulls(a.Note, b.Note, strings.Compare)
		case "rank":
			c = nulls(a.Rank, b.Rank, func(a, b int) int { return a - b })
		case "price":
			c = int(4*a.Price - 4*b.Price)
		case "at":
			c = a.At.Compare(b.At)
		case "sold":
			c = map[bool]int{true: 1}[a.Sold] - map[bool]int{true: 1}[b.Sold]
		}
		if c != 0 {
			return (c < 0) != desc
		}
		last = desc
	}
	return false
}

// nulls compares values; null is the smallest.
func nulls[V any](a, b *V, compare func(V, V) int) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return compare(*a, *b)
}

func TestWalkIsStable(t *testing.T) {
	const stay = 10_000
	r := rand.New(rand.NewPCG(3, 4))
	all := many(r, stay)
	engines(t, all, func(t *testing.T, e engine) {
		r := rand.New(rand.NewPCG(5, 6))
		c := serveEngine(t, paginate.ByCursor(cursors).Max(1000), e)
		next, there := stay+1, []int(nil)
		change := func() {
			var fresh []item
			for range 20 {
				fresh = append(fresh, made(r, next))
				there = append(there, next)
				next++
			}
			e.insert(t, fresh...)
			r.Shuffle(len(there), func(i, j int) { there[i], there[j] = there[j], there[i] })
			gone := there[:len(there)/3]
			e.remove(t, gone...)
			there = slices.Clone(there[len(gone):])
		}
		for _, order := range orders {
			target := "/items?limit=997&order_by=" + url.QueryEscape(order)
			once(t, order, c.walk(target, "next", change), stay)
			once(t, order+" backward", c.walk(c.get(target).links["last"], "prev", change), stay)
		}
	})
}
