package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// sameTag keeps the revision, and so the entity tag, when a patch changes a book.
type sameTag struct{ *shelf }

func (s sameTag) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		err := p.Apply(b)
		b.Revision-- // change counts one
		return err
	})
}
