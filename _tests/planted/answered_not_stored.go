package planted

import (
	"context"
)

// answeredNotStored responds with what was sent, but stores another price.
type answeredNotStored struct{ *shelf }

func (s answeredNotStored) Create(ctx context.Context, b Book) (Book, error) {
	sent := b.Price
	b.Price = nil
	b, err := s.shelf.Create(ctx, b)
	b.Price = sent
	return b, err
}
