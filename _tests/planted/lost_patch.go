package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// lostPatch responds to a patch without storing it.
type lostPatch struct{ *shelf }

func (s lostPatch) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	b, err := s.View(ctx, id)
	if err == nil {
		err = p.Apply(&b)
	}
	b.Revision++
	return b, err
}
