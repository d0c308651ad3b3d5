package planted

import (
	"context"
	"slices"

	"github.com/tenon-go/tenon/paginate"
)

// filterIgnored does not filter by genre: a list of essays has poems.
type filterIgnored struct{ *shelf }

func (s filterIgnored) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.own(ctx)
	if g, ok := paginate.Equal(genre).Lookup(q); ok {
		own = slices.Clone(own)
		for i := range own {
			own[i].Genre = g
		}
	}
	page, err := pick(q, own)
	for i := range page.Items {
		if b, err := s.at(ctx, page.Items[i].ID); err == nil {
			page.Items[i].Genre = b.Genre
		}
	}
	return page, err
}
