package planted

import (
	"context"

	"github.com/tenon-go/tenon/paginate"
)

// pageLost says that a full page is the last one.
type pageLost struct{ *shelf }

func (s pageLost) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	page, err := s.shelf.List(ctx, q)
	if q.Limit() == 2 {
		page.More = false
	}
	return page, err
}
