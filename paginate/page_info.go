package paginate

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
)

// PageInfo is what is summary of a page beside its entities. It is for sibling
// packages.
type PageInfo struct {
	Parameter string // page, offset or cursor: what tells the pages apart
	// The pages around this one (RFC 8288 §3).
	First, Prev, Next, Last PageLink

	summary summary
	counts  bool // the total is summary
}

// Append writes the pagination object of an answer. It is for sibling packages.
func (r *Reader) Append(e *codec.Encoder, a *PageInfo) {
	if a.counts {
		a.summary.counted = &a.summary.total
	}
	r.envelope.Encode(e, place.Of(&a.summary))
}

// PageLink is where a page is.
type PageLink struct {
	There bool
	Value string // of the parameter; "" leaves it out
}

func at(n int) PageLink { return PageLink{true, strconv.Itoa(n)} }

// Entities are those of a page. It is for sibling packages.
type Entities interface {
	Len() int
	Entity(i int) any // a *T
}

// PageInfo tells of a page. more and total are those of the [Result].
func (r *Reader) PageInfo(q Query, page Entities, more bool, total int) (a PageInfo, err error) {
	s := q.get()
	if s.reader != r {
		return a, errors.New("tenon: the query is not one of " + r.operation)
	}
	if n := page.Len(); n > s.limit {
		return a, fmt.Errorf("tenon: the page of %s has %d items, the query asks for at most %d; look for one more to know of More, and leave it out",
			r.operation, n, s.limit)
	}
	summary := summary{size: s.limit, more: more}
	switch r.listing.plan.kind {
	case byOffset:
		a = s.offsetLinks(more, total)
		summary.place, summary.total = s.offset, total
	case byCursor:
		if a, err = s.cursorLinks(page, more); err != nil {
			return a, err
		}
		summary.current, summary.next, summary.more = s.at.cursor, a.Next.Value, a.Next.Value != ""
		summary.total = total
	default:
		a = s.pageLinks(more, total)
		summary.place, summary.total = s.page, s.pages(total)
	}
	a.summary, a.counts = summary, s.counts
	return a, nil
}

// pages is how many pages a number of entities takes.
func (s *query) pages(total int) int {
	pages := total / s.limit
	if total%s.limit > 0 {
		pages++
	}
	return pages
}

func (s *query) pageLinks(more bool, total int) PageInfo {
	a := PageInfo{Parameter: "page", First: at(1)}
	prev := s.page - 1
	if s.counts {
		last := max(s.pages(total), 1)
		a.Last = at(last)
		prev = min(prev, last)
	}
	if prev > 0 {
		a.Prev = at(prev)
	}
	if more {
		a.Next = at(s.page + 1)
	}
	return a
}

func (s *query) offsetLinks(more bool, total int) PageInfo {
	a := PageInfo{Parameter: "offset", First: at(0)}
	if s.offset > 0 {
		a.Prev = at(max(s.offset-s.limit, 0))
	}
	if more {
		a.Next = at(s.offset + s.limit)
	}
	if s.counts {
		a.Last = at(max(s.pages(total)-1, 0) * s.limit)
	}
	return a
}

var errNothingMore = errors.New("tenon: a result without items says that there are more")

func (s *query) cursorLinks(page Entities, more bool) (a PageInfo, err error) {
	count := page.Len()
	a = PageInfo{Parameter: "cursor", First: PageLink{There: true}}
	p := s.at.position
	switch {
	case count == 0 && more:
		return a, errNothingMore
	case count == 0 && p == nil: // an empty list
		return a, nil
	case count == 0 && p.backward: // nothing lies before; the list begins at the position, or is empty
		a.Next.There = !p.fromEnd
		return a, nil
	case count == 0: // nothing lies behind: the page before is the last
		a.Last, err = s.place(flagBackward|flagFromEnd, nil)
		a.Prev = a.Last
		return a, err
	}
	before, after := p != nil, more
	if p != nil && p.backward {
		before, after = more, !p.fromEnd
	}
	if before {
		if a.Prev, err = s.place(flagBackward, page.Entity(0)); err != nil {
			return a, err
		}
	}
	if after {
		if a.Next, err = s.place(0, page.Entity(count-1)); err != nil {
			return a, err
		}
	}
	a.Last, err = s.place(flagBackward|flagFromEnd, nil)
	return a, err
}

// place makes the cursor that goes on from an entity.
func (s *query) place(flags byte, entity any) (PageLink, error) {
	l := &s.reader.listing
	text, err := l.plan.keys[0].seal(s.at.binding, flags, s.order, func(i int) (any, bool) {
		return l.rows.Cell(s.order[i].node.ID, entity)
	})
	return PageLink{err == nil, text}, err
}
