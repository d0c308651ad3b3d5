package sqltx_test

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
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
