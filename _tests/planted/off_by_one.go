package planted

import (
	"context"

	"github.com/tenon-go/tenon/paginate"
)

// offByOne takes min_pages as an exclusive bound.
type offByOne struct{ *shelf }

func (s offByOne) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.own(ctx)
	if least, ok := paginate.AtLeast(pages).Lookup(q); ok {
		kept := own[:0:0]
		for _, b := range own {
			if b.Pages != least {
				kept = append(kept, b)
			}
		}
		own = kept
	}
	return pick(q, own)
}
