package planted

import (
	"context"

	"github.com/tenon-go/tenon/collection"
)

// sharedMemory applies a patch to the stored book, which a rejected patch has changed then.
type sharedMemory struct{ *shelf }

func (s sharedMemory) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, err := s.at(ctx, id)
	if err != nil {
		return Book{}, err
	}
	b.Author += "." // as written last
	err = p.Apply(b)
	b.Author = b.Author[:len(b.Author)-1]
	if err != nil {
		return Book{}, err
	}
	b.Revision++
	b.Changed = s.clock()
	return *b, nil
}
