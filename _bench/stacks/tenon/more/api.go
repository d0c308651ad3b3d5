// Package more serves the APIs of package bench/more with this library.
package more

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"bench/more"
	"bench/more/database"
	"bench/more/token"
	"bench/shop"
	shops "bench/stacks/tenon"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/sqltx"
	"github.com/tenon-go/tenon/throttle"
)

// APIs returns the APIs by their names.
func APIs() map[string]func() http.Handler {
	return map[string]func() http.Handler{
		more.Names:   func() http.Handler { return served(returned(more.Names, people)) },
		more.Tree:    func() http.Handler { return served(returned(more.Tree, nodes)) },
		more.Wide:    func() http.Handler { return served(returned(more.Wide, wides)) },
		more.Shapes:  func() http.Handler { return served(returned(more.Shapes, drawings)) },
		more.Long:    long,
		more.Guarded: guarded,
		more.Signed:  signed,
		more.Limited: limited,
		more.Keyed:   keyed,
		more.Current: func() http.Handler { return served(show(products.Versioned(version))) },
	}
}

var (
	products = shops.Products()
	id       = prop.UUID("id")
)

func api() tenon.API { return tenon.New("Shop", "1.0.0").CheckResponses(tenon.Never) }

func served(m route.Member) http.Handler { return api().Add(m).MustBuild() }

// returned is a POST that returns what it gets.
func returned[T any](name string, c *collection.Collection[T]) route.Member {
	return route.Post("/v1/"+name, c.Create(), c.View()).Handle(func(_ *route.Call, in T) (T, error) { return in, nil })
}

// show is a GET of a product.
func show(c *collection.Collection[shops.Product]) route.Member {
	one := must(c.View().Parse(shop.One))
	return route.Get("/v1/products/{id}", c.View()).Path(id).Handle(func(*route.Call) (shops.Product, error) { return one, nil })
}

func version(*shops.Product) collection.Version { return collection.Version{Tag: more.Revision} }

func long() http.Handler {
	all := must(collection.Many(products.View()).Parse(more.Thousand()))
	return served(route.List("/v1/products", products.List(), paginate.ByPage().Default(20).Max(1000)).
		Handle(func(*route.Call, paginate.Query) (paginate.Result[shops.Product], error) {
			return paginate.Result[shops.Product]{Items: all, Total: len(all)}, nil
		}))
}

// stocked is a product with a cost that few callers see.
type stocked struct {
	shops.Product
	Cost int64
}

const seesCosts = "products:cost"

var stock = collection.Of("Stocked", func(s *stocked) collection.Fields {
	return append(shops.Fields(&s.Product), prop.Int64("cost").Min(0).At(&s.Cost).VisibleTo(seesCosts))
})

func guarded() http.Handler {
	all := make([]stocked, 20)
	for i, p := range must(collection.Many(products.View()).Parse(shop.Page)) {
		all[i] = stocked{p, int64(i)}
	}
	known := map[string]authn.Identity{more.Token: authn.New("ann").Scopes("products:read")}
	token := authn.Bearer("token", func(_ context.Context, token string) (authn.Identity, error) {
		if who, ok := known[token]; ok {
			return who, nil
		}
		return authn.Identity{}, authn.Invalid("unknown")
	})
	return api().Authenticate(token).Add(route.List("/v1/products", stock.List(), paginate.ByPage().Default(20).Max(1000)).
		Handle(func(*route.Call, paginate.Query) (paginate.Result[stocked], error) {
			return paginate.Result[stocked]{Items: all, Total: len(all)}, nil
		})).MustBuild()
}

func signed() http.Handler {
	keys := must(keyfunc.NewJWKSetJSON(token.Keys().JSON))
	verifier := must(jwks.New(jwks.Issuer(token.Issuer, jwks.Audience(token.Audience), jwks.Keys(keys))))
	return api().Authenticate(authn.Bearer("token", verifier.Verify).Format("JWT")).Add(show(products)).MustBuild()
}

func limited() http.Handler {
	return api().Throttle(throttle.PerHour(1_000_000_000)).Add(show(products)).MustBuild()
}

func keyed() http.Handler {
	db := database.Open()
	_, err := db.Exec(sqlstore.Schema(sqlstore.SQLite))
	check(err)
	keys := must(sqlstore.NewTransactional(db, sqlstore.SQLite))
	return served(route.Post("/v1/products", products.Create(), products.View()).
		Idempotent(24*time.Hour, keys).
		Handle(func(c *route.Call, in shops.Product) (shops.Product, error) {
			in.ID = shop.ID
			return in, sqltx.Do(c.Context(), db, func(tx *sql.Tx) error {
				_, err := tx.ExecContext(c.Context(), database.Insert, in.SKU, in.Name, in.Price)
				return err
			})
		}))
}

func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
