package planted

import (
	"context"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
)

// changesOfOthers patches the books of everybody.
type changesOfOthers struct{ *shelf }

func (s changesOfOthers) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(s.asOwner(ctx, id), "update", id, p.Apply)
}

// asOwner returns the context of the owner of a book.
func (s *shelf) asOwner(ctx context.Context, id string) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.books {
		if b.ID == id {
			return authn.NewContext(ctx, authn.New(b.Owner))
		}
	}
	return ctx
}
