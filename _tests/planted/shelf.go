package planted

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// store is what the API serves.
type store interface {
	List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error)
	Create(ctx context.Context, b Book) (Book, error)
	View(ctx context.Context, id string) (Book, error)
	Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error)
	Replace(ctx context.Context, id string, r collection.Replacement[Book]) (Book, error)
	Delete(ctx context.Context, id string, unchanged func(*Book) error) (Book, error)
	All(ctx context.Context) []Book
	SetCover(ctx context.Context, id string, content []byte) error
	Cover(ctx context.Context, id string) ([]byte, error)
}

// shelf is the right store. Callers see their own books.
type shelf struct {
	mu     sync.Mutex
	books  []*Book
	covers map[string][]byte
	n      int

	// Rules, which some bugs change: whether a change of a book that is sold is refused, and one to an ISBN
	// that is taken.
	refusesSold  func(op string, old, b *Book) bool
	refusesTaken func(op string) bool
}

// newShelf returns the right store.
func newShelf() *shelf {
	return &shelf{
		covers:       map[string][]byte{},
		refusesSold:  func(string, *Book, *Book) bool { return true },
		refusesTaken: func(string) bool { return true },
	}
}

// owner returns the subject of the caller. The callers of a house, such as "house/cat", share their books.
func owner(ctx context.Context) string {
	house, _, _ := strings.Cut(authn.FromContext(ctx).Subject(), "/")
	return house
}

// tagged finds books by one of their tags.
var tagged = paginate.Equal(prop.String("tag").MinLen(1).MaxLen(8))

// pick returns the page of books that a query asks for.
func pick(q paginate.Query, list []Book) (paginate.Result[Book], error) {
	return mempage.Select(q, books, list, mempage.Where(tagged, func(b *Book, tag string) bool { return slices.Contains(b.Tags, tag) }))
}

// All returns the books of the caller.
func (s *shelf) All(ctx context.Context) []Book {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.own(ctx)
}

// SetCover stores the picture of a book.
func (s *shelf) SetCover(ctx context.Context, id string, content []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.at(ctx, id)
	if err == nil {
		s.covers[id] = bytes.Clone(content)
	}
	return err
}

// Cover returns the picture of a book.
func (s *shelf) Cover(ctx context.Context, id string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.at(ctx, id); err != nil {
		return nil, err
	}
	if content, ok := s.covers[id]; ok {
		return content, nil
	}
	return nil, render.NotFound
}

// taken reports whether another book has the ISBN.
func (s *shelf) taken(b *Book) bool {
	return b.ISBN != nil && slices.ContainsFunc(s.books, func(other *Book) bool {
		return other.ID != b.ID && other.Owner == b.Owner && other.ISBN != nil && *other.ISBN == *b.ISBN
	})
}

// at returns a book of the caller.
func (s *shelf) at(ctx context.Context, id string) (*Book, error) {
	for _, b := range s.books {
		if b.ID == id && b.Owner == owner(ctx) {
			return b, nil
		}
	}
	return nil, render.NotFound
}

// own returns copies of the books of the caller.
func (s *shelf) own(ctx context.Context) (own []Book) {
	for _, b := range s.books {
		if b.Owner == owner(ctx) {
			own = append(own, *b)
		}
	}
	return own
}

// clock returns a time that no other call has returned.
func (s *shelf) clock() time.Time {
	s.n++
	return time.Date(2026, 1, 1, 0, 0, s.n, 0, time.UTC)
}

func (s *shelf) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return pick(q, s.own(ctx))
}

func (s *shelf) Create(ctx context.Context, b Book) (Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.Added = s.clock()
	b.Owner = owner(ctx)
	if s.taken(&b) {
		return Book{}, isbnTaken
	}
	b.ID, b.Changed, b.Revision = fmt.Sprintf("018f3c1e-7c1a-7b9e-8f57-%012d", s.n), b.Added, 1
	s.books = append(s.books, &b)
	return b, nil
}

func (s *shelf) View(ctx context.Context, id string) (Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, err := s.at(ctx, id)
	if err != nil {
		return Book{}, err
	}
	return *b, nil
}

func (s *shelf) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, p.Apply)
}

func (s *shelf) Replace(ctx context.Context, id string, r collection.Replacement[Book]) (Book, error) {
	return s.change(ctx, "replace", id, r.Apply)
}

// change applies a change to a copy of a book, and stores it.
func (s *shelf) change(ctx context.Context, op, id string, apply func(*Book) error) (Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, err := s.at(ctx, id)
	if err != nil {
		return Book{}, err
	}
	c := copied(*b)
	if err := apply(&c); err != nil {
		return Book{}, err
	}
	switch {
	case b.Sold && s.refusesSold(op, b, &c):
		return Book{}, bookSold
	case s.taken(&c) && s.refusesTaken(op):
		return Book{}, isbnTaken
	}
	c.Revision++
	c.Changed = s.clock()
	*b = c
	return c, nil
}

func copied(b Book) Book {
	b.Tags = slices.Clone(b.Tags)
	return b
}

func (s *shelf) Delete(ctx context.Context, id string, unchanged func(*Book) error) (Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, err := s.at(ctx, id)
	if err != nil {
		return Book{}, err
	}
	if err := unchanged(b); err != nil {
		return Book{}, err
	}
	s.books = slices.DeleteFunc(s.books, func(other *Book) bool { return other == b })
	return *b, nil
}
