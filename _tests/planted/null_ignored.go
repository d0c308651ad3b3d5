package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// nullIgnored keeps the price if a patch removes it.
type nullIgnored struct{ *shelf }

func (s nullIgnored) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		old := b.Price
		err := p.Apply(b)
		if b.Price == nil {
			b.Price = old
		}
		return err
	})
}
