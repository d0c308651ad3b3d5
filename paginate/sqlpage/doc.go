// Package sqlpage turns the query of a list into SQL.
//
//	var products = sqlpage.From("products",
//		sqlpage.Column(id, "id"),
//		sqlpage.Column(price, "price"),
//		sqlpage.Column(created, "created_at").Stored(func(t time.Time) any { return t.UnixMicro() }),
//		sqlpage.Condition(tagged, func(tag string) sqlpage.Expr { … }),
//	)
//
//	func (s *Store) List(ctx context.Context, q paginate.Query) (paginate.Result[Product], error) {
//		return sqlpage.List(ctx, s.db, sqlpage.SQLite, products, "id, price, created_at", q, scan)
//	}
//
// A [Table] says once where the properties of a list lie. Its names, and all
// text of a statement, come from the program; whatever a client sends is an
// argument. A filter or an order that the table does not know is an error.
//
// # Cursors
//
// A page by cursor begins behind a row, told by the values of its order: where
// all directions agree and nothing is NULL by one comparison of rows, (a, b) >
// (?, ?), else by a > ? OR a = ? AND b < ?, with the bound that an index range
// needs before it. An index on the columns of the order, in their directions or
// in all the opposite ones, makes a late page as cheap as the first. With mixed
// directions, or a column that may be NULL, rows that tie in the first column are
// walked over.
//
// In SQLite the rowid ends every index by itself: leave an INTEGER PRIMARY KEY
// out of the index, for one that names it serves the columns before it only.
//
// # NULL and text
//
// NULL sorts before every value ascending, and after every value descending, in
// every database; PostgreSQL is told so, and an index of its own for such a
// column says NULLS FIRST. Text is compared by code points: an index in
// PostgreSQL has COLLATE "C", one in MySQL utf8mb4_0900_bin.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/lists.md
package sqlpage
