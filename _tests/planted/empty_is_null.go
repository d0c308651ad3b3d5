package planted

import (
	"context"
)

// emptyIsNull takes an empty note for none.
type emptyIsNull struct{ *shelf }

func (s emptyIsNull) Create(ctx context.Context, b Book) (Book, error) {
	if b.Note != nil && *b.Note == "" {
		b.Note = nil
	}
	return s.shelf.Create(ctx, b)
}
