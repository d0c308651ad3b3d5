package planted

import (
	"context"

	"github.com/tenon-go/tenon/paginate"
)

// listsDeleted marks books as deleted, and forgets the mark in lists.
type listsDeleted struct {
	*shelf
	gone *[]Book
}

func (s listsDeleted) Delete(ctx context.Context, id string, unchanged func(*Book) error) (Book, error) {
	b, err := s.shelf.Delete(ctx, id, unchanged)
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		*s.gone = append(*s.gone, b)
	}
	return b, err
}

func (s listsDeleted) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.own(ctx)
	for _, b := range *s.gone {
		if b.Owner == owner(ctx) {
			all = append(all, b)
		}
	}
	return pick(q, all)
}
