package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// changedBeforeCheck counts a change before it checks the precondition and the rules.
type changedBeforeCheck struct{ *shelf }

func (s changedBeforeCheck) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	b, err := s.shelf.Update(ctx, id, p)
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if stored, missing := s.at(ctx, id); missing == nil {
			stored.Revision++
			stored.Changed = s.clock()
		}
	}
	return b, err
}
