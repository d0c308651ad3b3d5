package doc_test

import (
	"database/sql"
	"fmt"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/sqltx"
)

func Example_idempotent() {
	made := 0
	add := route.Post("/books", books.Create(), books.View()).
		Idempotent(24*time.Hour, idempotency.Memory()).
		RequireIdempotencyKey().
		Handle(func(c *route.Call, in Book) (Book, error) {
			made++
			return insert(c.Context(), in)
		})
	app := tenon.New("Library", "1.0.0").Add(add).MustBuild()

	key := "Idempotency-Key: 8e03978e-40d5-43e8-bc93-6894a57f9324"
	send(app, "POST", "/books", `{"title": "Typee", "pages": 325}`, key)
	header := send(app, "POST", "/books", `{"title": "Typee", "pages": 325}`, key)
	fmt.Println(header.Get("Idempotent-Replayed"), made)

	send(app, "POST", "/books", `{"title": "Omoo", "pages": 389}`, key)
	send(app, "POST", "/books", `{"title": "Omoo", "pages": 389}`)

	// Output:
	// 201 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Typee","pages":325,"genre":"novel","note":null}}
	// 201 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Typee","pages":325,"genre":"novel","note":null}}
	// true 1
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The Idempotency-Key was used for another request.","code":"idempotency_key_reused"}
	// 400 {"title":"Bad Request","status":400,"detail":"The request has no Idempotency-Key.","code":"idempotency_key_missing"}
}

// open returns a database, and a function that lists the titles of its books.
func open() (db *sql.DB, titles func() []string) {
	fake := fakedb.New()
	return sql.OpenDB(fake), fake.Work
}

func newID() string { return mobyDick }

func Example_exactlyOnce() {
	db, titles := open()
	keys, err := sqlstore.NewTransactional(db, sqlstore.SQLite)
	if err != nil {
		panic(err)
	}
	add := route.Post("/books", books.Create(), books.View()).
		Idempotent(24*time.Hour, keys).
		Handle(func(c *route.Call, in Book) (Book, error) {
			in.ID = newID()
			err := sqltx.Do(c.Context(), db, func(tx *sql.Tx) error {
				_, err := tx.ExecContext(c.Context(), "INSERT INTO books (title, id) VALUES (?, ?)", in.Title, in.ID)
				return err
			})
			return in, err
		})
	app := tenon.New("Library", "1.0.0").Add(add).MustBuild()

	for range 2 {
		send(app, "POST", "/books", `{"title": "Typee", "pages": 325}`, "Idempotency-Key: a")
	}

	fmt.Println(titles())

	// Output:
	// 201 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Typee","pages":325,"genre":"novel","note":null}}
	// 201 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Typee","pages":325,"genre":"novel","note":null}}
	// [Typee]
}
