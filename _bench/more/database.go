package more

import (
	"database/sql"

	_ "modernc.org/sqlite" // the driver
)

// Insert stores a product.
const Insert = "INSERT INTO products (sku, name, price) VALUES (?, ?, ?)"

// Database returns an empty database in memory with the table of products.
func Database() *sql.DB {
	db, err := sql.Open("sqlite", ":memory:")
	check(err)
	db.SetMaxOpenConns(1) // each connection has a database of its own
	_, err = db.Exec("CREATE TABLE products (id INTEGER PRIMARY KEY, sku TEXT NOT NULL, name TEXT NOT NULL, price INTEGER NOT NULL)")
	check(err)
	return db
}
