package planted

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/collection"
)

// checkedOutside checks and applies a patch on a copy, and stores it later: concurrent writes are lost.
type checkedOutside struct{ *shelf }

func (s checkedOutside) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	b, err := s.View(ctx, id)
	if err != nil {
		return b, err
	}
	if err := p.Apply(&b); err != nil {
		return b, err
	}
	time.Sleep(time.Millisecond)
	return s.change(ctx, "update", id, func(stored *Book) error {
		revision := stored.Revision
		*stored = b
		stored.Revision = revision
		return nil
	})
}
