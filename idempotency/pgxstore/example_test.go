package pgxstore_test

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency/pgxstore"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A payment and the key of its request are committed together.
func Example() {
	pool, err := pgxpool.New(context.Background(), "postgres://app@db/app")
	if err != nil {
		panic(err)
	}
	defer pool.Close()

	keys, err := pgxstore.New(pool)
	if err != nil {
		panic(err)
	}
	to := prop.String("to")
	payments := collection.New("Payment", to)
	add := route.Post("/payments", payments.Create(), payments.View()).
		Idempotent(24*time.Hour, keys).
		Handle(func(c *route.Call, in collection.Record) (collection.Record, error) {
			err := pgxstore.Do(c.Context(), pool, func(tx pgx.Tx) error {
				_, err := tx.Exec(c.Context(), "INSERT INTO payments (payee) VALUES ($1)", to.Get(in))
				return err
			})
			return in, err
		})

	app := tenon.New("Bank", "1.0.0").Add(add).MustBuild()
	_ = app
}
