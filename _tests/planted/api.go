package planted

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// setup is what an API is made of.
type setup struct {
	store store
	books *collection.Collection[Book]
	keys  idempotency.Store
	// authenticate returns the identity of a token.
	authenticate func(token string) (authn.Identity, error)
	limit        throttle.Policy
	edit         func(tenon.API) tenon.API
}

// most is how many requests the limit of the API admits to a caller in an hour, which is more than a
// test of something else sends.
const most = 900

// right returns the setup without a bug.
func right() setup {
	return setup{
		store: newShelf(), books: books, keys: idempotency.Memory(), authenticate: authenticate,
		limit: throttle.PerHour(most).ByIdentity(), edit: func(a tenon.API) tenon.API { return a },
	}
}

// authenticate knows two callers with shelves of their own, and two who share one: of those, ann sees more.
func authenticate(token string) (authn.Identity, error) {
	switch token {
	case "ann", "bob", "house/ann":
		return authn.New(token).Scopes(seeCosts), nil
	case "house/cat":
		return authn.New(token), nil
	}
	return authn.Identity{}, authn.Invalid("The token is not known.")
}

// app builds the API of a setup.
func (s setup) app() *tenon.App {
	bearer := authn.Bearer("bearer", func(_ context.Context, token string) (authn.Identity, error) { return s.authenticate(token) })
	shelf := route.Resource("/books", s.books, bookID, s.store).
		Paginate(paginate.ByCursor([]byte("a key of cursors for tests only!")).Default(10).Max(50).Total(paginate.OnRequest)).
		Sorting(title, pages, added).
		DefaultOrder(paginate.Asc(added)).
		Filters(paginate.Equal(genre), paginate.AtLeast(pages), paginate.Less(pages), paginate.Contains(title), paginate.IsNull(price), paginate.IsNull(note), paginate.In(author), tagged).
		Conflict(isbnTaken).
		Set(
			route.On(route.OpCreate).Idempotent(time.Hour, s.keys),
			route.On(route.OpUpdate|route.OpReplace).Fails(bookSold),
		)
	export := route.Get("/books/export", route.Lines(s.books.View())).
		Handle(func(c *route.Call) (iter.Seq2[Book, error], error) {
			all := s.store.All(c.Context())
			return func(yield func(Book, error) bool) {
				for _, b := range all {
					if !yield(b, nil) {
						return
					}
				}
			}, nil
		})
	cover := route.Group("/books/{id}/cover",
		route.Put("", route.Bytes("image/png"), collection.NoContent()).Fails(render.NotFound).
			Handle(func(c *route.Call, content []byte) (none collection.Empty, err error) {
				return none, s.store.SetCover(c.Context(), bookID.Get(c), content)
			}),
		route.Get("", route.Download("image/png")).Fails(render.NotFound).
			Handle(func(c *route.Call) (f route.File, err error) {
				content, err := s.store.Cover(c.Context(), bookID.Get(c))
				sum := sha256.Sum256(content)
				f = route.FileOf(content)
				f.MediaType, f.ETag = "image/png", fmt.Sprintf(`"%x"`, sum[:8])
				return f, err
			}),
	).Path(bookID)
	return s.edit(tenon.New("Books", "1.0.0")).Logger(slog.New(slog.DiscardHandler)).Authenticate(bearer).Throttle(s.limit).Add(shelf, export, cover).MustBuild()
}
