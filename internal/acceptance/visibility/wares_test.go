package visibility_test

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// ware has a hidden member in each position.
type ware struct {
	ID       int
	Name     string
	Cost     int
	Note     *string
	Maker    *maker
	Parts    []piece
	By       map[string]piece
	Owner    string
	Revision int
	Modified time.Time
}

type maker struct {
	Name   string
	Rating int
}

type piece struct{ Count, Margin int }

// gift is a union with a case that has a hidden member.
type gift interface{ gift() }

type (
	book struct{ Pages, Price int }
	toy  struct{ Price int }
)

func (book) gift() {}
func (toy) gift()  {}

var (
	wareID   = prop.Int("id").Min(1).ReadOnly()
	wareName = prop.String("name").MinLen(1)
	wareCost = prop.Int("cost").Min(5).Default(5)
	rating   = prop.Int("rating").Min(1).Default(1)

	makers = collection.Of("Maker", func(m *maker) collection.Fields {
		return collection.Fields{
			prop.String("name").At(&m.Name),
			rating.At(&m.Rating).VisibleTo("cost", "rating"),
		}
	})
	pieces = collection.Of("Piece", func(p *piece) collection.Fields {
		return collection.Fields{
			prop.Int("count").At(&p.Count),
			prop.Int("margin").Min(1).Default(1).At(&p.Margin).VisibleTo("cost"),
		}
	})
	wares = collection.Of("Ware", func(w *ware) collection.Fields {
		return collection.Fields{
			wareID.At(&w.ID).Key(),
			wareName.At(&w.Name),
			wareCost.At(&w.Cost).VisibleTo("cost"),
			prop.String("note").Optional().AtOptional(&w.Note).VisibleTo("cost"),
			prop.Nullable(prop.Object(makers)).As("maker").Default(nil).At(&w.Maker),
			pieces.Array("parts").Default(nil).At(&w.Parts),
			prop.Map(prop.Object(pieces)).As("by").Default(nil).At(&w.By),
			prop.String("owner").Default("ann").At(&w.Owner),
		}
	}).Versioned(func(w *ware) collection.Version {
		return collection.Version{Tag: strconv.Itoa(w.Revision), Modified: w.Modified}
	})
	gifts = collection.OneOf("Gift",
		collection.Case(collection.Of("Book", func(b *book) collection.Fields {
			return collection.Fields{
				collection.Fixed(prop.Const("kind", "book")),
				prop.Int("pages").Default(1).At(&b.Pages),
				prop.Int("price").Default(2).At(&b.Price).VisibleTo("cost"),
			}
		}), func(b book) gift { return b }, func(g gift) (book, bool) { b, ok := g.(book); return b, ok }),
		collection.Case(collection.Of("Toy", func(b *toy) collection.Fields {
			return collection.Fields{
				collection.Fixed(prop.Const("kind", "toy")),
				prop.Int("price").Default(3).At(&b.Price),
			}
		}), func(b toy) gift { return b }, func(g gift) (toy, bool) { b, ok := g.(toy); return b, ok }),
	).Tagged("kind")

	// wareBearer knows ann, which may see costs, and bob, which may not; ann-few is ann
	// with fewer scopes, and eve sees ratings.
	wareBearer = authn.Bearer("bearer", func(_ context.Context, token string) (authn.Identity, error) {
		switch token {
		case "ann":
			return authn.New("ann").Scopes("cost"), nil
		case "ann-few":
			return authn.New("ann"), nil
		case "bob":
			return authn.New("bob").Scopes("other"), nil
		case "eve":
			return authn.New("eve").Scopes("rating"), nil
		}
		return authn.Identity{}, authn.Invalid("The token is not known.")
	})
)

// wareStore is a store of wares.
type wareStore struct {
	mu    sync.Mutex
	wares map[int]ware
	made  int
}

func newWareStore() *wareStore {
	note := "a note"
	return &wareStore{wares: map[int]ware{
		1: {1, "one", 70, &note, &maker{"acme", 4}, []piece{{2, 30}}, map[string]piece{"a": {3, 40}}, "ann", 1, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		2: {2, "two", 60, nil, nil, nil, nil, "bob", 1, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
	}}
}

func (d *wareStore) List(_ context.Context, q paginate.Query) (paginate.Result[ware], error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []ware
	for _, id := range slices.Sorted(maps.Keys(d.wares)) {
		all = append(all, d.wares[id])
	}
	return mempage.Select(q, wares, all)
}

func (d *wareStore) Create(_ context.Context, in ware) (ware, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.made++
	in.ID, in.Revision = 100+d.made, 1
	d.wares[in.ID] = in
	return in, nil
}

func (d *wareStore) View(_ context.Context, id int) (ware, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, ok := d.wares[id]
	if !ok {
		return ware{}, render.NotFound
	}
	return w, nil
}

func (d *wareStore) change(id int, apply func(*ware) error) (ware, error) {
	w, err := d.View(context.Background(), id)
	if err != nil {
		return ware{}, err
	}
	if err := apply(&w); err != nil {
		return ware{}, err
	}
	w.Revision++
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wares[id] = w
	return w, nil
}

func (d *wareStore) Update(_ context.Context, id int, p collection.Patch[ware]) (ware, error) {
	return d.change(id, p.Apply)
}

func (d *wareStore) Replace(_ context.Context, id int, r collection.Replacement[ware]) (ware, error) {
	return d.change(id, r.Apply)
}

func (d *wareStore) Delete(_ context.Context, id int, unchanged func(*ware) error) (ware, error) {
	w, err := d.change(id, unchanged)
	if err == nil {
		delete(d.wares, id)
	}
	return w, err
}

// wareApp serves wares in every format.
func wareApp(t *testing.T, d *wareStore) *tenon.App {
	t.Helper()
	one := func() ware { w, _ := d.View(context.Background(), 1); return w }
	return kit.Build(t, tenon.New("Wares", "1").Authenticate(wareBearer).Add(
		route.Resource("/wares", wares, wareID, d).
			Sorting(wareName, wareCost).
			Filters(paginate.Equal(wareName), paginate.AtLeast(wareCost), paginate.Equal(rating)).
			Set(route.On(route.OpCreate).Idempotent(time.Hour, idempotency.Memory())),
		route.Get("/public", wares.View()).Public().Handle(func(*route.Call) (ware, error) { return one(), nil }),
		route.Get("/many", collection.Many(wares.List())).Handle(func(*route.Call) ([]ware, error) { return []ware{one()}, nil }),
		route.Get("/lines", route.Lines(wares.View())).Handle(func(*route.Call) (iter.Seq2[ware, error], error) {
			return func(yield func(ware, error) bool) { yield(one(), nil) }, nil
		}),
		route.Get("/events", route.Events(wares.View())).Handle(func(*route.Call) (iter.Seq2[route.Event[ware], error], error) {
			return func(yield func(route.Event[ware], error) bool) { yield(route.Event[ware]{Data: one()}, nil) }, nil
		}),
		route.Post("/forms", route.Form(collection.Of("Plain", func(w *ware) collection.Fields {
			return collection.Fields{
				wareName.At(&w.Name),
				wareCost.At(&w.Cost).VisibleTo("cost"),
			}
		}).Create()), wares.View()).
			Handle(func(_ *route.Call, w ware) (ware, error) { w.ID = 1; return w, nil }),
		route.Post("/batches", collection.Many(wares.Create()), collection.Many(wares.View())).
			Handle(func(_ *route.Call, in []ware) ([]ware, error) { return in, nil }),
		route.Post("/gifts", gifts.Create(), gifts.View()).Handle(func(_ *route.Call, g gift) (gift, error) { return g, nil }),
	))
}
