package planted

import (
	"context"
	"slices"
)

// sortedTags stores tags in another order.
type sortedTags struct{ *shelf }

func (s sortedTags) Create(ctx context.Context, b Book) (Book, error) {
	slices.Sort(b.Tags)
	return s.shelf.Create(ctx, b)
}
