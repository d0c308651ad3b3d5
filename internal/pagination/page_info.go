package pagination

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
)

// PageInfo is what a response says about a page beside its entities.
type PageInfo struct {
	Parameter string // page, offset or cursor: the one that differs from page to page
	// Links to other pages (RFC 8288 §3).
	First, Prev, Next, Last PageLink

	summary summary
	counts  bool // the response has the total
}

// Append writes the pagination object of a response.
func (r *Reader) Append(e *codec.Encoder, a *PageInfo) {
	if a.counts {
		a.summary.counted = &a.summary.total
	}
	r.envelope.Encode(e, place.Of(&a.summary))
}

// PageLink is a link to a page.
type PageLink struct {
	Exists bool
	Value  string // of the parameter; "" omits it
}

func linkTo(n int) PageLink { return PageLink{true, strconv.Itoa(n)} }

// Entities is the entities of a page.
type Entities interface {
	Len() int
	Entity(i int) any // a *T
}

// PageInfo describes a page. more and total are those of the [paginate.Result].
func (r *Reader) PageInfo(sealed paginate.Query, page Entities, more bool, total int) (a PageInfo, err error) {
	q := seal.Box[*request](sealed).Open()
	if q == nil || q.List != &r.of {
		return a, errors.New("tenon: the query is not one of " + r.of.Operation)
	}
	if n := page.Len(); n > q.Limit {
		return a, fmt.Errorf("tenon: the page of %s has %d items, the query asks for at most %d; look for one more to know of More, and leave it out",
			r.of.Operation, n, q.Limit)
	}
	summary := summary{size: q.Limit, more: more}
	switch r.list.plan.Kind {
	case query.ByOffset:
		a = offsetLinks(q, more, total)
		summary.start, summary.total = q.Offset, total
	case query.ByCursor:
		if a, err = r.cursorLinks(q, page, more); err != nil {
			return a, err
		}
		summary.current, summary.next, summary.more = q.Cursor.Text, a.Next.Value, a.Next.Value != ""
		summary.total = total
	default:
		a = pageLinks(q, more, total)
		summary.start, summary.total = q.Page, pageCount(q, total)
	}
	a.summary, a.counts = summary, q.NeedsTotal
	return a, nil
}

// request is what a [paginate.Query] refers to.
type request = query.Query[paginate.Term, paginate.Condition]

// pageCount returns how many pages a number of entities takes.
func pageCount(q *request, total int) int {
	pages := total / q.Limit
	if total%q.Limit > 0 {
		pages++
	}
	return pages
}

func pageLinks(q *request, more bool, total int) PageInfo {
	a := PageInfo{Parameter: "page", First: linkTo(1)}
	prev := q.Page - 1
	if q.NeedsTotal {
		last := max(pageCount(q, total), 1)
		a.Last = linkTo(last)
		prev = min(prev, last)
	}
	if prev > 0 {
		a.Prev = linkTo(prev)
	}
	if more {
		a.Next = linkTo(q.Page + 1)
	}
	return a
}

func offsetLinks(q *request, more bool, total int) PageInfo {
	a := PageInfo{Parameter: "offset", First: linkTo(0)}
	if q.Offset > 0 {
		a.Prev = linkTo(max(q.Offset-q.Limit, 0))
	}
	if more {
		a.Next = linkTo(q.Offset + q.Limit)
	}
	if q.NeedsTotal {
		a.Last = linkTo(max(pageCount(q, total)-1, 0) * q.Limit)
	}
	return a
}

var errNothingMore = errors.New("tenon: a result without items says that there are more")

func (r *Reader) cursorLinks(q *request, page Entities, more bool) (a PageInfo, err error) {
	count := page.Len()
	a = PageInfo{Parameter: "cursor", First: PageLink{Exists: true}}
	p := q.Cursor.Position
	switch {
	case count == 0 && more:
		return a, errNothingMore
	case count == 0 && p == nil: // an empty list
		return a, nil
	case count == 0 && p.Backward: // nothing precedes; the list begins at the position, or is empty
		a.Next.Exists = !p.FromEnd
		return a, nil
	case count == 0: // nothing follows: the page before is the last
		a.Last, err = r.link(q, flagBackward|flagFromEnd, nil)
		a.Prev = a.Last
		return a, err
	}
	before, after := p != nil, more
	if p != nil && p.Backward {
		before, after = more, !p.FromEnd
	}
	if before {
		if a.Prev, err = r.link(q, flagBackward, page.Entity(0)); err != nil {
			return a, err
		}
	}
	if after {
		if a.Next, err = r.link(q, 0, page.Entity(count-1)); err != nil {
			return a, err
		}
	}
	a.Last, err = r.link(q, flagBackward|flagFromEnd, nil)
	return a, err
}

// link returns the link to the page next to an entity.
func (r *Reader) link(q *request, flags byte, entity any) (PageLink, error) {
	text, err := r.keys[0].seal(q.Cursor.Binding, flags, q.Order, func(i int) (any, bool) {
		return r.list.rows.Cell(open(q.Order[i]).Node.ID, entity)
	})
	return PageLink{err == nil, text}, err
}
