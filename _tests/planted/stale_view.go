package planted

import (
	"context"
	"sync"
)

// staleView remembers the first view of each book.
type staleView struct {
	*shelf
	seen *sync.Map
}

func (s staleView) View(ctx context.Context, id string) (Book, error) {
	b, err := s.shelf.View(ctx, id)
	if err != nil {
		return b, err
	}
	old, _ := s.seen.LoadOrStore(id, b)
	return old.(Book), nil
}
