package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// resetNeighbor sets the pages to their default if a patch changes the title.
type resetNeighbor struct{ *shelf }

func (s resetNeighbor) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		err := p.Apply(b)
		if p.Has(title) {
			b.Pages = 1
		}
		return err
	})
}
