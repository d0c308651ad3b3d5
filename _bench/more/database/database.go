// Package database has what requests with idempotency keys store.
package database

import (
	"database/sql"

	_ "modernc.org/sqlite" // the driver
)

// Insert stores a product.
const Insert = "INSERT INTO products (sku, name, price) VALUES (?, ?, ?)"

// Open returns an empty database in memory with the table of products.
func Open() *sql.DB {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(1) // each connection has a database of its own
	_, err = db.Exec("CREATE TABLE products (id INTEGER PRIMARY KEY, sku TEXT NOT NULL, name TEXT NOT NULL, price INTEGER NOT NULL)")
	if err != nil {
		panic(err)
	}
	return db
}
