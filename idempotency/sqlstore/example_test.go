package sqlstore_test

import (
	"database/sql"
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

// A payment, the key of its request and the response are committed together: a retry with the key
// pays nothing.
func ExampleNewTransactional() {
	database := fakedb.New()
	db := sql.OpenDB(database)
	defer db.Close()

	keys, err := sqlstore.NewTransactional(db, sqlstore.SQLite)
	if err != nil {
		fmt.Println(err)
		return
	}
	to := prop.String("to")
	payments := collection.New("Payment", to)
	pay := route.Post("/payments", payments.Create(), payments.View()).
		Idempotent(24*time.Hour, keys).
		Handle(func(c *route.Call, in collection.Record) (collection.Record, error) {
			err := sqltx.Do(c.Context(), db, func(tx *sql.Tx) error {
				_, err := tx.ExecContext(c.Context(), "INSERT INTO payments (payee) VALUES (?)", to.Get(in))
				return err
			})
			return in, err
		})

	app := tenon.New("Bank", "1.0.0").Add(pay).MustBuild()
	for range 2 {
		r := httptest.NewRequest("POST", "/payments", strings.NewReader(`{"to": "ann"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "8e03978e-40d5-43e8-bc93-6894a57f9324")
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(w.Code, w.Body, w.Header().Get("Idempotent-Replayed") == "true")
	}
	fmt.Println(database.Work())
	// Output:
	// 201 {"data":{"to":"ann"}} false
	// 201 {"data":{"to":"ann"}} true
	// [ann]
}
