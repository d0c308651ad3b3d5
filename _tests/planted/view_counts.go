package planted

import (
	"context"
)

// viewCounts counts views as changes.
type viewCounts struct{ *shelf }

func (s viewCounts) View(ctx context.Context, id string) (Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, err := s.at(ctx, id)
	if err != nil {
		return Book{}, err
	}
	b.Revision++
	return *b, nil
}
