package mempage_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
)

// The pages next to every entity, and between every two, are those that the whole list has there.
func TestPagesByKey(t *testing.T) {
	keyed := list(paginate.ByKey(bookID))
	for _, sorted := range []string{"", "order_by=title&", "order_by=-title&", "order_by=note&", "order_by=-note,title&", "order_by=note&tag=new&"} {
		whole := sel(t, keyed.Parse, sorted)
		position := func(id int) (first, last int) { // in the whole list, or where a hidden book would be
			ordered := sel(t, keyed.Parse, sorted[:len(sorted)-len(trimmed(sorted))])
			at := slices.Index(ordered, id)
			for i, b := range whole {
				if slices.Index(ordered, b) < at {
					first = i + 1
				}
				if slices.Index(ordered, b) <= at {
					last = i + 1
				}
			}
			return first, last
		}
		for _, b := range all {
			before, after := position(b.ID)
			for limit := 1; limit <= 3; limit++ {
				check(t, keyed.Parse, fmt.Sprintf("%sstarting_after=%d&limit=%d", sorted, b.ID, limit), whole[after:], limit, false)
				check(t, keyed.Parse, fmt.Sprintf("%sending_before=%d&limit=%d", sorted, b.ID, limit), whole[:before], limit, true)
				for _, c := range all {
					to, _ := position(c.ID)
					between := whole[after:max(to, after)]
					check(t, keyed.Parse, fmt.Sprintf("%sstarting_after=%d&ending_before=%d&limit=%d", sorted, b.ID, c.ID, limit), between, limit, false)
				}
			}
		}
	}
}

// trimmed returns the filter of a query.
func trimmed(query string) string {
	const filter = "tag=new&"
	if len(query) > len(filter) && query[len(query)-len(filter):] == filter {
		return filter
	}
	return ""
}

type parser = func(string) (paginate.Query, error)

func sel(t *testing.T, parse parser, query string) []int {
	t.Helper()
	q, err := parse(query)
	if err != nil {
		t.Fatal(query, err)
	}
	page, err := mempage.Select(q, books, all, tagged)
	if err != nil {
		t.Fatal(query, err)
	}
	return ids(page.Items)
}

func check(t *testing.T, parse parser, query string, rows []int, limit int, last bool) {
	t.Helper()
	q, err := parse(query)
	if err != nil {
		t.Fatal(query, err)
	}
	page, err := mempage.Select(q, books, all, tagged)
	want, more := rows, len(rows) > limit
	if more && last {
		want = rows[len(rows)-limit:]
	} else if more {
		want = rows[:limit]
	}
	if err != nil || !slices.Equal(ids(page.Items), want) || page.More != more {
		t.Errorf("%s: %v, more %t, %v; want %v, %t", query, ids(page.Items), page.More, err, want, more)
	}
}

func TestKeysOfNoItemAreViolations(t *testing.T) {
	for query, parameter := range map[string]string{"starting_after=77": "starting_after", "ending_before=9&starting_after=1": "ending_before"} {
		q, err := list(paginate.ByKey(bookID)).Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		_, err = mempage.Select(q, books, all)
		vs, ok := errors.AsType[prop.Violations](err)
		if !ok || len(vs) != 1 || vs[0].Code != "key" || vs[0].Parameter != parameter {
			t.Errorf("%s: %v", query, err)
		}
	}
}
