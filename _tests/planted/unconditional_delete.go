package planted

import (
	"context"
)

// unconditionalDelete deletes whatever version a book has.
type unconditionalDelete struct{ *shelf }

func (s unconditionalDelete) Delete(ctx context.Context, id string, unchanged func(*Book) error) (Book, error) {
	b, err := s.View(ctx, id)
	if err != nil {
		return b, err
	}
	_ = unchanged(&b)
	return s.shelf.Delete(ctx, id, func(*Book) error { return nil })
}
