package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// undeclaredProblem rejects a long title with a problem that no route declares.
type undeclaredProblem struct{ *shelf }

func (s undeclaredProblem) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		if err := p.Apply(b); err != nil {
			return err
		}
		if len(b.Title) > 20 {
			return tooMany
		}
		return nil
	})
}
