package query

import (
	"context"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/prop"
)

// Pager divides the pages of a list: it has the parameters, the pagination object and the checks
// that only lists of its kind have. It is an interface, because package paginate, which implements it,
// imports this one.
type Pager[T, C any] interface {
	// Parameters returns the query parameters with the position of a page. Links to other pages
	// have the first, or the second. There are none if the plan has a fault.
	Parameters() []prop.Prop
	// Object returns the pagination object of responses.
	Object() *Object
	// Check adds the faults that only lists of the kind have.
	Check(d *Declared)
	// Compile returns the pages of a list without faults.
	Compile(of *List, rows codec.Rows) Pages[T, C]
}

// Pages are the pages of a compiled list. They are safe for concurrent use.
type Pages[T, C any] interface {
	// Read reads the position of a page into a query whose other parts have been read. It adds a
	// violation to rep if the position is not one of the list.
	Read(ctx context.Context, q *Query[T, C], src prop.Source, rep *codec.Report) bool
	// Describe sets the links to other pages, and what the pagination object says of the position.
	// more and total are those of the result.
	Describe(a *PageInfo, q *Query[T, C], page Entities, more bool, total int) error
}

// Entities is the entities of a page.
type Entities interface {
	Len() int
	Entity(i int) any // a *T
}

// PageInfo is what a response says about a page beside its entities.
type PageInfo struct {
	Parameter string // the one that differs from page to page
	Escaped   string // as in a URI
	Also      string // another one; "": there is none
	// Links to other pages (RFC 8288 §3).
	First, Prev, Next, Last PageLink

	Summary Summary
	Counts  bool // the response has the total
}

// SetLinks sets the links of the pagination object; "" stands for none.
func (a *PageInfo) SetLinks(next, prev string) {
	if next != "" {
		a.Summary.NextLink = &next
	}
	if prev != "" {
		a.Summary.PrevLink = &prev
	}
}

// PageLink is a link to a page.
type PageLink struct {
	Exists bool
	Value  string // of the parameter; "" omits it
	// Escaped is the parameter, if it is not that of the page.
	Escaped string
}

// PageCount returns how many pages a number of entities takes.
func (q *Query[T, C]) PageCount(total int) int { return pageCount(total, q.Limit) }

func pageCount(total, limit int) int {
	pages := total / limit
	if total%limit > 0 {
		pages++
	}
	return pages
}
