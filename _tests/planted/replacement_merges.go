package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// replacementMerges keeps the price and the note that a PUT omits.
type replacementMerges struct{ *shelf }

func (s replacementMerges) Replace(ctx context.Context, id string, r collection.Replacement[Book]) (Book, error) {
	return s.change(ctx, "replace", id, func(b *Book) error {
		price, note := b.Price, b.Note
		err := r.Apply(b)
		if b.Price == nil {
			b.Price = price
		}
		if b.Note == nil {
			b.Note = note
		}
		return err
	})
}
