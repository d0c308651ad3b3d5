package planted

import (
	"context"
	"log/slog"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// setup is what an API is made of.
type setup struct {
	store store
	keys  idempotency.Store
	// authenticate returns the identity of a token.
	authenticate func(token string) (authn.Identity, error)
	limit        throttle.Policy
	edit         func(tenon.API) tenon.API
}

// most is how many requests the limit of the API admits to a caller in an hour, which is more than a
// test of something else sends.
const most = 4000

// right returns the setup without a bug.
func right() setup {
	return setup{
		store: new(shelf), keys: idempotency.Memory(), authenticate: authenticate,
		limit: throttle.PerHour(most).ByIdentity(), edit: func(a tenon.API) tenon.API { return a },
	}
}

// authenticate knows two callers.
func authenticate(token string) (authn.Identity, error) {
	switch token {
	case "ann", "bob":
		return authn.New(token), nil
	}
	return authn.Identity{}, authn.Invalid("The token is not known.")
}

// app builds the API of a setup.
func (s setup) app() *tenon.App {
	bearer := authn.Bearer("bearer", func(_ context.Context, token string) (authn.Identity, error) { return s.authenticate(token) })
	shelf := route.Resource("/books", books, bookID, s.store).
		Paginate(paginate.ByCursor([]byte("a key of cursors for tests only!")).Default(10).Max(50)).
		Sorting(title, pages, added).
		DefaultOrder(paginate.Asc(added)).
		Filters(paginate.Equal(genre), paginate.AtLeast(pages), paginate.Less(pages), paginate.Contains(title), paginate.IsNull(price)).
		Set(route.On(route.OpCreate).Idempotent(time.Hour, s.keys))
	return s.edit(tenon.New("Books", "1.0.0")).Logger(slog.New(slog.DiscardHandler)).Authenticate(bearer).Throttle(s.limit).Add(shelf).MustBuild()
}
