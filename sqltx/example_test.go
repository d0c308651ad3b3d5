package sqltx_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/sqltx"
)

// A payment inserts two rows, or none.
func ExampleDo() {
	database := fakedb.New()
	db := sql.OpenDB(database)
	defer db.Close()
	ctx := context.Background() // in a handler: that of the call

	err := sqltx.Do(ctx, db, func(tx *sql.Tx) error {
		for _, account := range []string{"ann", "bob"} {
			if _, err := tx.ExecContext(ctx, "INSERT INTO accounts (name) VALUES (?)", account); err != nil {
				return err
			}
		}
		return nil
	})

	fmt.Println(err, database.Work())
	// Output: <nil> [ann bob]
}

// In a request with a key, each Do is a part of its transaction. One that fails is undone, and the
// handler goes on. A retry gets the response, and does nothing.
func ExampleDo_idempotent() {
	database := fakedb.New()
	db := sql.OpenDB(database)
	defer db.Close()
	keys, err := sqlstore.NewTransactional(db, sqlstore.SQLite)
	if err != nil {
		fmt.Println(err)
		return
	}
	insert := func(ctx context.Context, account string) error {
		return sqltx.Do(ctx, db, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO accounts (name) VALUES (?)", account)
			if account == "" {
				err = errors.New("an account needs a name")
			}
			return err
		})
	}
	name := prop.String("name")
	accounts := collection.New("Account", name)
	open := route.Post("/accounts", accounts.Create(), accounts.View()).
		Idempotent(24*time.Hour, keys).
		Handle(func(c *route.Call, in collection.Record) (collection.Record, error) {
			fmt.Println(insert(c.Context(), ""))
			return in, insert(c.Context(), name.Get(in))
		})

	app := tenon.New("Bank", "1.0.0").Add(open).MustBuild()
	for range 2 {
		r := httptest.NewRequest("POST", "/accounts", strings.NewReader(`{"name": "ann"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "8e03978e-40d5-43e8-bc93-6894a57f9324")
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(w.Code, database.Work())
	}
	// Output:
	// an account needs a name
	// 201 [ann]
	// 201 [ann]
}
