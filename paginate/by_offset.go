package paginate

import (
	"context"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// ByOffset divides a list by the number of entities before a page: offset=20&limit=20.
func ByOffset() Plan { return newPlan(query.ByOffset, query.Always, newSkipping) }

// skipping divides a list by the number of entities before a page.
type skipping struct{ param }

var offsetParam = prop.Int("offset").Min(0).Max(query.MaxOffset).Default(0).Describe("The number of entities to skip.")

func newSkipping(s *query.Settings) query.Pager[Term, Condition] {
	offset := offsetParam
	if name := s.Names.Offset; name != "" {
		offset = offset.As(name)
	}
	return &skipping{paramOf(offset)}
}

var skippingObject = query.Object{
	Name: "OffsetPagination", Usual: query.Always, Total: "total", Doc: "The total number of entities.",
	Members: func(s *query.Summary) []prop.Field {
		return []prop.Field{
			prop.Int("offset").Min(0).Describe("The number of entities before this page.").At(&s.Start),
			limitField(s),
			hasMore(s),
		}
	},
}

// Object implements [query.Pager].
func (*skipping) Object() *query.Object { return &skippingObject }

// Check implements [query.Pager].
func (*skipping) Check(d *query.Declared) { d.NeedsTotalOrder("ByOffset") }

// Compile implements [query.Pager].
func (s *skipping) Compile(*query.List, codec.Rows) query.Pages[Term, Condition] { return s }

// Read implements [query.Pages].
func (s *skipping) Read(_ context.Context, q *query.Query[Term, Condition], src prop.Source, _ *codec.Report) bool {
	q.Offset = s.number(src)
	return true
}

// Describe implements [query.Pages].
func (*skipping) Describe(a *query.PageInfo, q *query.Query[Term, Condition], _ query.Entities, more bool, total int) error {
	a.Summary.Start, a.Summary.Total = q.Offset, total
	a.First = linkTo(0)
	if q.Offset > 0 {
		a.Prev = linkTo(max(q.Offset-q.Limit, 0))
	}
	if more {
		a.Next = linkTo(q.Offset + q.Limit)
	}
	if q.NeedsTotal {
		a.Last = linkTo(max(q.PageCount(total)-1, 0) * q.Limit)
	}
	return nil
}
