package planted

import (
	"context"
)

// smallInteger stores the pages in 12 bits.
type smallInteger struct{ *shelf }

func (s smallInteger) Create(ctx context.Context, b Book) (Book, error) {
	b.Pages &= 1<<12 - 1
	return s.shelf.Create(ctx, b)
}
