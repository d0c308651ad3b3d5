package planted

import (
	"context"
	"strings"

	"github.com/tenon-go/tenon/collection"
)

// trimmedTitle removes white space around a new title.
type trimmedTitle struct{ *shelf }

func (s trimmedTitle) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		err := p.Apply(b)
		b.Title = strings.TrimSpace(b.Title)
		return err
	})
}
