package planted

import (
	"context"
)

// droppedMember does not store the note of a new book.
type droppedMember struct{ *shelf }

func (s droppedMember) Create(ctx context.Context, b Book) (Book, error) {
	b.Note = nil
	return s.shelf.Create(ctx, b)
}
