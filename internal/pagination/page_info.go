package pagination

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
)

// PageInfo is what a response says about a page beside its entities.
type PageInfo = query.PageInfo

// PageLink is a link to a page.
type PageLink = query.PageLink

// Entities is the entities of a page.
type Entities = query.Entities

// Describes reports whether responses describe the page, beside the header Link.
func (r *Reader) Describes() bool { return r.envelope != nil }

// Links reports whether the description has links.
func (r *Reader) Links() bool { return r.list.envelope.Links }

// Append writes the description of a page as an object.
func (r *Reader) Append(e *codec.Encoder, a *PageInfo) {
	if a.Counts {
		s := &a.Summary
		s.Counted, s.CountedItems, s.CountedPages = &s.Total, &s.Items, &s.Pages
	}
	r.envelope.Encode(e, place.Of(&a.Summary))
}

// AppendBeside writes the description of a page after the entities, in the envelope.
func (r *Reader) AppendBeside(e *codec.Encoder, a *PageInfo) {
	if r.envelope == nil {
		return
	}
	if !r.list.envelope.Inline {
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

// Describe describes a page. more and total are those of the [paginate.Result].
func (r *Reader) Describe(a *PageInfo, sealed paginate.Query, page Entities, more bool, total int) error {
	q := seal.Box[*request](sealed).Open()
	if q == nil || q.List != &r.of {
		return errors.New("tenon: the query is not one of " + r.of.Operation)
	}
	if n := page.Len(); n > q.Limit {
		return fmt.Errorf("tenon: the page of %s has %d items, the query asks for at most %d; look for one more to know of More, and leave it out",
			r.of.Operation, n, q.Limit)
	}
	*a = PageInfo{Parameter: r.parameter, Escaped: r.escaped, Also: r.also, Counts: q.NeedsTotal}
	s := &a.Summary
	s.Size, s.More = q.Limit, more
	if q.NeedsTotal {
		s.Items, s.Pages = total, q.PageCount(total)
	}
	return r.pages.Describe(a, q, page, more, total)
}

// request is what a [paginate.Query] refers to.
type request = query.Query[paginate.Term, paginate.Condition]
