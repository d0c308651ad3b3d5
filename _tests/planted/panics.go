package planted

import (
	"context"
)

// panics reads the first tag of a book that has none.
type panics struct{ *shelf }

func (s panics) Create(ctx context.Context, b Book) (Book, error) {
	if b.Genre == "poem" && b.Tags[0] == "" {
		b.Genre = "novel"
	}
	return s.shelf.Create(ctx, b)
}
