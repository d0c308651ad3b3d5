package planted

import (
	"context"

	"github.com/tenon-go/tenon/paginate"
)

// listsOfOthers lists the books of everybody.
type listsOfOthers struct{ *shelf }

func (s listsOfOthers) List(_ context.Context, q paginate.Query) (paginate.Result[Book], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Book
	for _, b := range s.books {
		all = append(all, *b)
	}
	return pick(q, all)
}
