package mistakes_test

import (
	"context"
	"slices"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type Book struct {
	ID    string
	Title string
	Pages int
	Note  *string
}

var (
	bookID = prop.UUID("id").ReadOnly()
	title  = prop.String("title").MinLen(1).MaxLen(120)
	pages  = prop.Int("pages").Min(1).Max(10_000)
	note   = prop.Nullable(prop.String("note")).Optional()
)

var books = collection.Of("Book", func(b *Book) collection.Fields {
	return collection.Fields{bookID.At(&b.ID).Key(), title.At(&b.Title), pages.At(&b.Pages), note.At(&b.Note)}
})

// Untitled is a book without a key.
type Untitled struct{ Pages int }

var untitled = collection.Of("Untitled", func(u *Untitled) collection.Fields { return collection.Fields{pages.At(&u.Pages)} })

type Payment interface{ pay() }

type Card struct{ Amount int }

type Cash struct{ Amount int }

func (Card) pay() {}
func (Cash) pay() {}

var amount = prop.Int("amount")

var (
	cards = collection.Of("Card", func(c *Card) collection.Fields { return collection.Fields{amount.At(&c.Amount)} })
	cash  = collection.Of("Cash", func(c *Cash) collection.Fields { return collection.Fields{amount.At(&c.Amount)} })
)

func ok(*route.Call) (Book, error) { return Book{}, nil }

func add(_ *route.Call, b Book) (Book, error) { return b, nil }

func list(*route.Call, paginate.Query) (r paginate.Result[Book], err error) { return r, nil }

func pay(_ *route.Call, p Payment) (Payment, error) { return p, nil }

func selected(_ *route.Call, q paginate.Query) (paginate.Result[Book], error) {
	return mempage.Select(q, books, nil)
}

func show() *route.Route { return route.Get("/books/{id}", books.View()).Path(bookID).Handle(ok) }

var key = authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(nil))

// api returns an API of routes.
func api(members ...route.Member) tenon.API { return tenon.New("Library", "1").Add(members...) }

// The stores of resources.
type (
	empty    struct{}
	viewer   struct{}
	noCtx    struct{}
	pointers struct{ viewer }
	returns  struct{ viewer }
	whole    struct{ viewer }
	creator  struct{ viewer }
	numbered struct{}
)

func (viewer) View(context.Context, string) (Book, error) { return Book{}, nil }

func (noCtx) View(string) (Book, error) { return Book{}, nil }

func (*pointers) Create(_ context.Context, b Book) (Book, error) { return b, nil }

func (returns) Create(context.Context, Book) error   { return nil }
func (returns) Delete(context.Context, string) error { return nil }

func (whole) Update(_ context.Context, _ string, b Book) (Book, error) { return b, nil }

func (creator) Create(_ context.Context, b Book) (Book, error) { return b, nil }

func (numbered) View(context.Context, int) (Book, error) { return Book{}, nil }

func allFaulty() []mistake {
	return slices.Concat(paths, bodies, collections, lists, access, resources, apis)
}

func allAccepted() []accepted { return requested }
