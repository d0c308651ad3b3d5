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
	Parameter string // the one that differs from page to page
	Escaped   string // as in a URI
	Also      string // another one; "": there is none
	// Links to other pages (RFC 8288 §3).
	First, Prev, Next, Last PageLink

	summary summary
	counts  bool // the response has the total
}

// Describes reports whether responses describe the page, beside the header Link.
func (r *Reader) Describes() bool { return r.envelope != nil }

// Links reports whether the description has links.
func (r *Reader) Links() bool { return r.list.envelope.links }

// SetLinks sets the links of the description; "" stands for none.
func (a *PageInfo) SetLinks(next, prev string) {
	if next != "" {
		a.summary.nextLink = &next
	}
	if prev != "" {
		a.summary.prevLink = &prev
	}
}

// Append writes the description of a page as an object.
func (r *Reader) Append(e *codec.Encoder, a *PageInfo) {
	if a.counts {
		s := &a.summary
		s.counted, s.countedItems, s.countedPages = &s.total, &s.items, &s.pages
	}
	r.envelope.Encode(e, place.Of(&a.summary))
}

// AppendBeside writes the description of a page after the entities, in the envelope.
func (r *Reader) AppendBeside(e *codec.Encoder, a *PageInfo) {
	if r.envelope == nil {
		return
	}
	if !r.list.envelope.inline {
		e.B = append(e.B, r.before...)
		r.Append(e, a)
		return
	}
	mark := len(e.B)
	r.Append(e, a)
	if last := len(e.B) - 1; last == mark+1 { // an object without members
		e.B = e.B[:mark]
	} else if last > mark {
		e.B[mark] = ','
		e.B = e.B[:last]
	}
}

// PageLink is a link to a page.
type PageLink struct {
	Exists bool
	Value  string // of the parameter; "" omits it
	// Escaped is the parameter, if it is not that of the page.
	Escaped string
}

func linkTo(n int) PageLink { return PageLink{Exists: true, Value: strconv.Itoa(n)} }

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
	case query.ByKey:
		a = r.keyLinks(q, page, more, &summary)
		summary.total = total
	default:
		a = pageLinks(q, more, total)
		summary.start, summary.total = q.Page, pageCount(q, total)
	}
	if q.NeedsTotal {
		summary.items, summary.pages = total, pageCount(q, total)
	}
	a.Parameter, a.Escaped = r.parameter, r.escaped
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
	a := PageInfo{First: linkTo(1)}
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
	a := PageInfo{First: linkTo(0)}
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
	a = PageInfo{First: PageLink{Exists: true}}
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
	return PageLink{Exists: err == nil, Value: text}, err
}
