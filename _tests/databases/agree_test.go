package databases_test

import (
	"math/rand/v2"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

var filters = []paginate.Filterer{
	paginate.Equal(name), paginate.In(kind).As("kinds"), paginate.Equal(kind), paginate.In(rank).As("ranks"),
	paginate.AtLeast(price), paginate.AtMost(price), paginate.Greater(at).As("after"), paginate.Less(at).As("before"),
	paginate.Greater(rank).As("above"), paginate.Less(rank).As("below"), paginate.Between(price).As("prices"),
	paginate.Between(note).As("notes"), paginate.Contains(name).As("has"), paginate.Prefix(note).As("begins"),
	paginate.Contains(note).As("notes_have"), paginate.IsNull(note), paginate.IsNull(rank), paginate.Equal(sold),
	paginate.AtLeast(note).As("from_note"), paginate.Less(name).As("name_below"),
}

// asking returns a random query of filters and a sort order.
func asking(r *rand.Rand) url.Values {
	q := url.Values{"limit": {strconv.Itoa(1 + r.IntN(30))}}
	word := func() string { return words[1+r.IntN(len(words)-1)] }
	number := func(least, n int) string { return strconv.Itoa(least + r.IntN(n)) }
	instant := func() string { return made(r, 1).At.Format("2006-01-02T15:04:05.000000Z") }
	pair := func(a, b string) string { return min(a, b) + "," + max(a, b) }
	for range r.IntN(4) {
		switch r.IntN(20) {
		case 0:
			q.Set("name", word())
		case 1:
			q.Set("kinds", []string{"a,b", "c", "b,c,a"}[r.IntN(3)])
		case 2:
			q.Set("kind", "b")
		case 3:
			q.Set("ranks", number(-5, 4)+","+number(0, 5))
		case 4:
			q.Set("min_price", number(0, 10)+".25")
		case 5:
			q.Set("max_price", number(0, 10)+".5")
		case 6:
			q.Set("after", instant())
		case 7:
			q.Set("before", instant())
		case 8:
			q.Set("above", number(-5, 10))
		case 9:
			q.Set("below", number(-5, 10))
		case 10:
			q.Set("prices", number(0, 5)+".75,"+number(5, 5))
		case 11:
			q.Set("notes", pair(word(), word()))
		case 12:
			q.Set("has", word())
		case 13:
			q.Set("begins", word())
		case 14:
			q.Set("notes_have", word())
		case 15:
			q.Set("note_is_null", strconv.FormatBool(r.IntN(2) == 0))
		case 16:
			q.Set("rank_is_null", strconv.FormatBool(r.IntN(2) == 0))
		case 17:
			q.Set("sold", strconv.FormatBool(r.IntN(2) == 0))
		case 18:
			q.Set("from_note", word())
		case 19:
			q.Set("name_below", word())
		}
	}
	var terms []string
	for _, i := range r.Perm(8)[:r.IntN(4)] {
		terms = append(terms, []string{"", "-"}[r.IntN(2)]+[]string{"id", "name", "kind", "note", "rank", "price", "at", "sold"}[i])
	}
	if terms != nil {
		q.Set("order_by", strings.Join(terms, ","))
	}
	return q
}

// encoded encodes a query. It does not escape commas between texts, because an escaped comma
// is part of a text.
func encoded(q url.Values) string {
	notes := q.Get("notes")
	from, to, found := strings.Cut(notes, ",")
	if !found {
		return q.Encode()
	}
	q.Del("notes")
	return q.Encode() + "&notes=" + url.QueryEscape(from) + "," + url.QueryEscape(to)
}

// Memory and every database return the same rows in the same order for a query.
func TestDatabasesAgreeWithMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	all := many(r, 300)
	agree := func(t *testing.T, d *database, queries int) {
		d.insert(t, all...)
		m := &memory{all: all}
		both := func(c *route.Call, q paginate.Query) (paginate.Result[item], error) {
			got, err := d.page(c.Context(), q)
			if err != nil {
				t.Errorf("%s: %v", c.Request().URL, err)
				return got, err
			}
			want, err := m.page(c.Context(), q)
			if err != nil {
				t.Errorf("%s: %v", c.Request().URL, err)
			}
			if got.More != want.More || got.Total != want.Total || len(got.Items) != len(want.Items) ||
				len(got.Items) > 0 && !reflect.DeepEqual(got.Items, want.Items) {
				t.Errorf("%s\n%s  %v\nmemory  %v", c.Request().URL, d.dialect, got, want)
			}
			return got, err
		}
		pages := []client{
			serve(t, paginate.ByPage(), both), serve(t, paginate.ByOffset(), both), serve(t, paginate.ByCursor(cursors).Total(paginate.OnRequest), both),
			serve(t, paginate.ByKey(id), both),
		}
		rows := 0
		for n := 0; n < queries && !t.Failed(); n++ {
			q, by := asking(r), n%len(pages)
			switch by {
			case 0:
				q.Set("page", strconv.Itoa(1+r.IntN(4)))
			case 1:
				q.Set("offset", strconv.Itoa(r.IntN(60)))
			case 3:
				for _, end := range [][]string{nil, {"starting_after"}, {"ending_before"}, {"starting_after", "ending_before"}}[r.IntN(4)] {
					q.Set(end, strconv.Itoa(all[r.IntN(len(all))].ID))
				}
			}
			p := pages[by].get("/items?" + encoded(q))
			rows += len(p.Data)
			if by >= 2 { // two more pages, in a random direction
				for range 2 {
					to := p.links[[]string{"next", "prev", "last"}[r.IntN(3)]]
					if to == "" {
						continue
					}
					p = pages[by].get(to)
					n++
				}
			}
		}
		if rows < queries {
			t.Errorf("%d queries found %d rows; most find nothing", queries, rows)
		}
	}
	t.Run("SQLite", func(t *testing.T) { agree(t, sqlite(t), queries) })
	t.Run("PostgreSQL", func(t *testing.T) { agree(t, postgres(t), queries/10) })
}

func TestRandomQueriesCoverEverything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var seen []string
	for range 1000 {
		for key := range asking(r) {
			if !slices.Contains(seen, key) {
				seen = append(seen, key)
			}
		}
	}
	if len(seen) != len(filters)+2 {
		t.Errorf("%d parameters: %v", len(seen), seen)
	}
}
