package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// appendedTags adds the tags of a patch to those of the book.
type appendedTags struct{ *shelf }

func (s appendedTags) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		old := b.Tags
		err := p.Apply(b)
		if p.Has(tags) {
			b.Tags = append(old[:len(old):len(old)], b.Tags...)
		}
		return err
	})
}
