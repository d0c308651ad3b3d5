package planted

import (
	"context"
	"slices"
)

// deletesNeighbor deletes all books of the same title.
type deletesNeighbor struct{ *shelf }

func (s deletesNeighbor) Delete(ctx context.Context, id string, unchanged func(*Book) error) (Book, error) {
	b, err := s.shelf.Delete(ctx, id, unchanged)
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.books = slices.DeleteFunc(s.books, func(other *Book) bool { return other.Genre == b.Genre && other.Pages == b.Pages })
	}
	return b, err
}
