package planted

import (
	"context"

	"github.com/tenon-go/tenon/render"
)

// rejectedButStored finds out after the insert that there is a book of this title.
type rejectedButStored struct{ *shelf }

func (s rejectedButStored) Create(ctx context.Context, b Book) (Book, error) {
	stored, err := s.shelf.Create(ctx, b)
	if len(b.Title) == 1 {
		return Book{}, render.Conflict
	}
	return stored, err
}
