package apitest

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// page is a page of a list: a response, and what it has.
type page struct {
	*exchange
	items []value
	says  map[tree.PageFact]value
}

// walked is what a walk over a list has met: a page at least.
type walked []page

func (w walked) items() (all []value) {
	for _, p := range w {
		all = append(all, p.items...)
	}
	return all
}

func (w walked) last() page { return w[len(w)-1] }

// maxPages limits how long a walk is.
const maxPages = 500

// walk follows the links of a list from a target. between runs after each page, and may change the list. It
// returns nil if the first response is a problem, and if requests cannot ask for all pages.
func (w *world) walk(o *operation, as int, target string, between func(page int, items []value)) (walked, *broken) {
	var all walked
	for n := range maxPages {
		x, b := w.send(o, as, target, nil)
		switch {
		case b != nil:
			return nil, b
		case x.status >= 300 && n == 0:
			return nil, nil
		case x.status >= 300:
			return nil, breaks("the links of a page work", "%s links to %s as the next page, which responds with %d", all.last().target, target, x.status)
		}
		p, b := x.page()
		if b == nil {
			b = p.check(all)
		}
		if b != nil {
			return nil, b
		}
		if all = append(all, p); between != nil {
			between(n, p.items)
		} else if n > 0 && len(p.items) == 0 {
			return nil, breaks("a page says what a walk finds", "%s links to %s as the next page, which is empty", all[n-1].target, target)
		}
		if target = p.link("next"); target != "" {
			continue
		}
		if p.bound() { // others may be behind it
			return nil, nil
		}
		if between == nil {
			b = all.counts()
		}
		return all, b
	}
	return nil, breaks("a walk over a list ends", "%s has a link to a next page on each of %d pages", o.name(), maxPages)
}

// page reads the page of a list.
func (x *exchange) page() (page, *broken) {
	list, ok := x.op.content(x.got)
	if !ok {
		return page{}, breaks("responses are as declared", "%s responds without a list", x.op.name())
	}
	p := page{exchange: x, items: list.items, says: map[tree.PageFact]value{}}
	b := x.op.Success.Body
	described, _ := parse(x.got)
	if text := x.response.Get(tree.Pagination); text != "" {
		described, _ = parse([]byte(text))
	} else if b.Beside != nil && !b.Inline {
		described, _ = described.get(b.Beside.Name)
	}
	for _, m := range b.PageMembers {
		if v, ok := described.get(m.Name); ok {
			p.says[m.Says] = v
		}
	}
	return p, nil
}

// check compares a page with its request, its links and the pages before it.
func (p page) check(before walked) *broken {
	limit, known := p.limit()
	if known && len(p.items) > limit {
		return breaks("a page has at most as many entities as its limit", "%s has %d entities, more than %d", p.target, len(p.items), limit)
	}
	next := p.link("next")
	for says, want := range map[tree.PageFact]bool{
		tree.PageSize:   !known || p.number(tree.PageSize) == limit,
		tree.PageNumber: len(before) == 0 || p.number(tree.PageNumber) == before.last().number(tree.PageNumber)+1,
		tree.Skipped:    len(before) == 0 || p.number(tree.Skipped) == before.last().number(tree.Skipped)+len(before.last().items),
		tree.HasMore:    (p.says[tree.HasMore].kind == jsonx.True) == (next != "") || p.bound(),
		tree.NextCursor: (p.says[tree.NextCursor].text != "") == (next != ""),
		tree.NextLink:   p.says[tree.NextLink].null() == (next == ""),
	} {
		if v, has := p.says[says]; has && !want {
			return breaks("a page says what a walk finds", "%s: %s is %s; the next page is %q, the limit %d", p.target, says, v, next, limit)
		}
	}
	return nil
}

// bound reports whether requests can ask for no page behind this one.
func (p page) bound() bool {
	position, _ := p.op.paging()
	return position != nil && slices.Contains(position.Prop.Rules, tree.Rule(tree.Max{Bound: tree.Number(p.says[tree.PageNumber].text)}))
}

// counts compares the totals of all pages with what a walk has found.
func (w walked) counts() *broken {
	items := len(w.items())
	for _, p := range w {
		if v, has := p.says[tree.TotalItems]; has && p.number(tree.TotalItems) != items {
			return breaks("a page says what a walk finds", "%s: the total is %s; a walk finds %d entities", p.target, v, items)
		}
		limit, known := p.limit()
		if v, has := p.says[tree.TotalPages]; has && known && p.number(tree.TotalPages) != (items+limit-1)/limit {
			return breaks("a page says what a walk finds", "%s: there are %s pages; a walk finds %d entities, the limit is %d", p.target, v, items, limit)
		}
	}
	return nil
}

// number returns a number that a page says, or -1.
func (p page) number(says tree.PageFact) int {
	n, err := strconv.Atoi(p.says[says].text)
	if err != nil {
		return -1
	}
	return n
}

// limit returns how many entities a page may have, if the request or the page says so.
func (p page) limit() (limit int, known bool) {
	if n, err := strconv.Atoi(p.parameter(p.op.limit())); err == nil {
		return n, true
	}
	n := p.number(tree.PageSize)
	return n, n > 0
}

// neighbors follows the links of the last page to others that the walk has met.
func (w *world) neighbors(r *resource, as int, all walked) *broken {
	last, whole := all.last(), sequence(all.items(), r.key)
	for _, rel := range []string{"first", "prev", "last"} {
		target := last.link(rel)
		if target == "" || rel == "prev" && len(all) == 1 {
			continue
		}
		x, b := w.send(r.list, as, target, nil)
		switch {
		case b != nil:
			return b
		case x.status >= 300:
			return breaks("the links of a page work", "%s links to %s as the %s page, which responds with %d", last.target, target, rel, x.status)
		}
		p, b := x.page()
		if b != nil {
			return b
		}
		got, want := sequence(p.items, r.key), whole[max(len(whole)-len(p.items), 0):] // a cursor does not know where the last page begins
		switch rel {
		case "first":
			want = sequence(all[0].items, r.key)
		case "prev":
			want = sequence(all[len(all)-2].items, r.key)
		}
		if !slices.Equal(got, want) || rel == "last" && len(got) == 0 && len(whole) > 0 {
			return breaks("the links of a page work", "%s links to %s as the %s page, which has %v in place of %v", last.target, target, rel, got, want)
		}
	}
	return nil
}

// sequence returns the keys of entities in their order.
func sequence(items []value, key string) (keys []string) {
	for _, item := range items {
		k, _ := item.get(key)
		keys = append(keys, k.json())
	}
	return keys
}
