package planted

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
)

// writeBugs are bugs of creates, patches and replacements, and of what they are refused for.
func writeBugs() []bug {
	return []bug{
		inStore("first member of a patch", func(s *shelf) store {
			return patches{s, func(old, b *Book) {
				if old.Title != b.Title && old.Pages != b.Pages {
					b.Pages = old.Pages
				}
			}}
		}),
		inStore("patch of two resets a third", func(s *shelf) store {
			return patches{s, func(old, b *Book) {
				if old.Author != b.Author && old.Genre != b.Genre {
					b.Tags = nil
				}
			}}
		}),
		inStore("case of a union stays", func(s *shelf) store {
			return patches{s, func(old, b *Book) {
				if old.Offer != nil && b.Offer != nil {
					if _, was := (*old.Offer).(Percent); was {
						b.Offer = old.Offer
					}
				}
			}}
		}),
		inStore("member of a union is lost", func(s *shelf) store {
			return patches{s, func(_, b *Book) {
				if b.Offer != nil {
					if a, is := (*b.Offer).(Amount); is {
						a.Reason = ""
						var o Offer = a
						b.Offer = &o
					}
				}
			}}
		}),
		inStore("union is not removed", func(s *shelf) store {
			return patches{s, func(old, b *Book) {
				if b.Offer == nil {
					b.Offer = old.Offer
				}
			}}
		}),
		twice("two of one create", func(r *http.Request) bool {
			return r.Method == http.MethodPost && r.Header.Get("Idempotency-Key") == ""
		}),
		inShelf("taken by a patch", func(s *shelf) { s.refusesTaken = func(op string) bool { return op != "update" } }),
		inShelf("taken by a replacement", func(s *shelf) { s.refusesTaken = func(op string) bool { return op != "replace" } }),
		inShelf("sold, and replaced", func(s *shelf) {
			s.refusesSold = func(op string, _, _ *Book) bool { return op != "replace" }
		}),
		inStore("sold, and patched with the title", func(s *shelf) store {
			s.refusesSold = func(op string, _, _ *Book) bool { return op != "patch of a title" }
			return soldTitle{s}
		}),
		setsReadOnly("date set by a patch", books),
		setsReadOnly("date set by a patch that may have one", books.IgnoreReadOnly()),
		inStore("replacement without its cost", func(s *shelf) store { return losesCost{s} }),
		inStore("first cover stays", func(s *shelf) store {
			return covers{s, func(old, content []byte) []byte {
				if old != nil {
					return old
				}
				return content
			}}
		}),
		inStore("cover is cut", func(s *shelf) store {
			return covers{s, func(_, content []byte) []byte { return content[:len(content)/2] }}
		}),
		onRequest("another part of a cover", func(r *http.Request) {
			if r.Header.Get("Range") == "bytes=3-7" {
				r.Header.Set("Range", "bytes=4-8")
			}
		}),
	}
}

// inShelf is a bug of the rules of a store.
func inShelf(name string, wrong func(*shelf)) bug {
	return inStore(name, func(s *shelf) store {
		wrong(s)
		return s
	})
}

// patches changes what a patch stores.
type patches struct {
	*shelf
	wrong func(old, b *Book)
}

func (s patches) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		old := copied(*b)
		err := p.Apply(b)
		s.wrong(&old, b)
		return err
	})
}

// soldTitle changes the title of a sold book.
type soldTitle struct{ *shelf }

func (s soldTitle) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	op := "update"
	if _, has := title.Lookup(p); has {
		op = "patch of a title"
	}
	return s.change(ctx, op, id, p.Apply)
}

// losesCost loses what a book has cost when it is replaced.
type losesCost struct{ *shelf }

func (s losesCost) Replace(ctx context.Context, id string, r collection.Replacement[Book]) (Book, error) {
	return s.change(ctx, "replace", id, func(b *Book) error {
		err := r.Apply(b)
		b.Cost = nil
		return err
	})
}

// covers stores other covers.
type covers struct {
	*shelf
	wrong func(old, content []byte) []byte
}

func (s covers) SetCover(ctx context.Context, id string, content []byte) error {
	old, _ := s.shelf.Cover(ctx, id)
	return s.shelf.SetCover(ctx, id, s.wrong(old, content))
}

// dateKey is the key of a date in a context.
type dateKey struct{}

// setsReadOnly has a middleware that takes a read-only member out of a patch, and a store that stores it.
func setsReadOnly(name string, of *collection.Collection[Book]) bug {
	return bug{name: name, app: func() *tenon.App {
		s := right()
		s.books = of
		s.store = dates{newShelf()}
		s.edit = func(a tenon.API) tenon.API {
			return a.Use(func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					next.ServeHTTP(w, withoutDate(r))
				})
			})
		}
		return s.app()
	}}
}

// withoutDate returns a patch without its date, which is in the context.
func withoutDate(r *http.Request) *http.Request {
	body, _ := io.ReadAll(r.Body)
	var v map[string]json.RawMessage
	if r.Method == http.MethodPatch && json.Unmarshal(body, &v) == nil && v["added_at"] != nil {
		if at, err := time.Parse(`"`+time.RFC3339Nano+`"`, string(v["added_at"])); err == nil {
			r = r.WithContext(context.WithValue(r.Context(), dateKey{}, at))
		}
		delete(v, "added_at")
		body, _ = json.Marshal(v)
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return r
}

// dates stores a date that a patch has set.
type dates struct{ *shelf }

func (s dates) Update(ctx context.Context, id string, p collection.Patch[Book]) (Book, error) {
	return s.change(ctx, "update", id, func(b *Book) error {
		if at, ok := ctx.Value(dateKey{}).(time.Time); ok {
			b.Added = at
		}
		return p.Apply(b)
	})
}
