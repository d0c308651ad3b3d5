package paginate

import (
	"context"
	"math"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// ByPage divides a list into numbered pages: page=2&limit=20.
func ByPage() Plan { return newPlan(query.ByPage, query.Always, newNumbered) }

// numbered divides a list into numbered pages.
type numbered struct {
	param
	last int // the greatest number that a request may have
}

// param is a query parameter with a position of a page.
type param struct {
	prop prop.Prop
	id   *tree.ID
}

func paramOf(p prop.Prop) param { return param{p, property.NodeOf(p).ID} }

// Parameters implements [query.Pager].
func (p *param) Parameters() []prop.Prop { return []prop.Prop{p.prop} }

// number returns the value of a number.
func (p *param) number(src prop.Source) int {
	cell, _ := codec.CellIn(src, p.id)
	return *cell.(*int)
}

var pageParam = prop.Int("page").Min(1).Max(query.MaxPage).Default(1).Describe("The number of the page.")

func newNumbered(s *query.Settings) query.Pager[Term, Condition] {
	page, last := pageParam, query.MaxPage
	if _, most := s.ValidSizes(); most > math.MaxInt/query.MaxPage { // on 32 bits
		last = math.MaxInt / most
	}
	if s.LastPage > 0 {
		last = min(s.LastPage, last)
	}
	if last < query.MaxPage {
		page = page.Max(last)
	}
	if name := s.Names.Page; name != "" {
		page = page.As(name)
	}
	return &numbered{paramOf(page), last}
}

var numberedObject = query.Object{
	Name: "PagePagination", Usual: query.Always, Total: "total_pages", Doc: "The number of pages.",
	Members: func(s *query.Summary) []prop.Field {
		return []prop.Field{
			prop.Int("page").Min(1).Describe("The number of this page.").At(&s.Start),
			prop.Int("page_size").Min(1).Describe("The maximum number of entities on a page.").At(&s.Size),
			hasMore(s),
		}
	},
}

// Object implements [query.Pager].
func (*numbered) Object() *query.Object { return &numberedObject }

// Check implements [query.Pager].
func (*numbered) Check(d *query.Declared) { d.NeedsTotalOrder("ByPage") }

// Compile implements [query.Pager].
func (n *numbered) Compile(*query.List, codec.Rows) query.Pages[Term, Condition] { return n }

// Read implements [query.Pages].
func (n *numbered) Read(_ context.Context, q *query.Query[Term, Condition], src prop.Source, _ *codec.Report) bool {
	q.Page = n.number(src)
	q.Offset = (q.Page - 1) * q.Limit
	return true
}

// Describe implements [query.Pages].
// No link is to a page that requests cannot ask for.
func (n *numbered) Describe(a *query.PageInfo, q *query.Query[Term, Condition], _ query.Entities, more bool, total int) error {
	pages := q.PageCount(total)
	a.Summary.Start, a.Summary.Total = q.Page, pages
	a.First = linkTo(1)
	prev := q.Page - 1
	if q.NeedsTotal {
		last := max(pages, 1)
		if last <= n.last {
			a.Last = linkTo(last)
		}
		prev = min(prev, last)
	}
	if prev > 0 {
		a.Prev = linkTo(prev)
	}
	if more && q.Page < n.last {
		a.Next = linkTo(q.Page + 1)
	}
	return nil
}

func linkTo(n int) query.PageLink { return query.PageLink{Exists: true, Value: strconv.Itoa(n)} }

func limitField(s *query.Summary) prop.Field {
	return prop.Int("limit").Min(1).Describe("The maximum number of entities on a page.").At(&s.Size)
}

func hasMore(s *query.Summary) prop.Field {
	return prop.Bool("has_more").Describe("Whether more entities follow.").At(&s.More)
}
