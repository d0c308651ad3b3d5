package planted

import (
	"context"
)

// zeroIsAbsent takes a price of zero for none.
type zeroIsAbsent struct{ *shelf }

func (s zeroIsAbsent) Create(ctx context.Context, b Book) (Book, error) {
	if b.Price != nil && *b.Price == 0 {
		b.Price = nil
	}
	return s.shelf.Create(ctx, b)
}
