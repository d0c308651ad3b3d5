package planted

import (
	"context"
	"strings"

	"github.com/tenon-go/tenon/paginate"
)

// caseFolded finds only lower case in titles.
type caseFolded struct{ *shelf }

func (s caseFolded) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.own(ctx)
	if part, ok := paginate.Contains(title).Lookup(q); ok {
		kept := own[:0:0]
		for _, b := range own {
			if strings.Contains(strings.ToLower(b.Title), part) {
				kept = append(kept, b)
			}
		}
		own = kept
	}
	return pick(q, own)
}
