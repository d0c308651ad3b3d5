package planted

import (
	"context"
)

// truncatedText cuts authors after 20 bytes.
type truncatedText struct{ *shelf }

func (s truncatedText) Create(ctx context.Context, b Book) (Book, error) {
	for len(b.Author) > 20 {
		runes := []rune(b.Author)
		b.Author = string(runes[:len(runes)-1])
	}
	return s.shelf.Create(ctx, b)
}
