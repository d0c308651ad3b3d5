package planted

import (
	"context"

	"github.com/tenon-go/tenon/paginate"
)

// skippedRow lists all books but the third.
type skippedRow struct{ *shelf }

func (s skippedRow) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.own(ctx)
	if len(own) > 2 {
		own = append(own[:2:2], own[3:]...)
	}
	return pick(q, own)
}
