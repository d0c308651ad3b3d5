package planted

import (
	"context"
)

// deletesOfOthers deletes the books of everybody.
type deletesOfOthers struct{ *shelf }

func (s deletesOfOthers) Delete(ctx context.Context, id string, unchanged func(*Book) error) (Book, error) {
	return s.shelf.Delete(s.asOwner(ctx, id), id, unchanged)
}
