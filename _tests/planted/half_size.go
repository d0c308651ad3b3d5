package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// halfSize sets both sides of the size to the width.
type halfSize struct{ *shelf }

func (s halfSize) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		err := p.Apply(b)
		b.Size.Height = b.Size.Width
		return err
	})
}
