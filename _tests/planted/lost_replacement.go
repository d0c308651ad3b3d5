package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// lostReplacement responds to a PUT without storing it.
type lostReplacement struct{ *shelf }

func (s lostReplacement) Replace(ctx context.Context, id string, r collection.Replacement[Book]) (Book, error) {
	b, err := s.View(ctx, id)
	if err == nil {
		err = r.Apply(&b)
	}
	return b, err
}
