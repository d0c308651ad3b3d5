// Package sqlpage translates the query of a list into SQL.
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
// A [Table] declares the columns of a list's properties. All names and texts of a statement
// come from the program; values from clients are arguments. A filter or an order without a
// column is an error.
//
// # Cursors
//
// A page by cursor begins after a row, which the values of its order identify. If all
// directions agree and nothing is NULL, the condition is one comparison of rows, (a, b) > (?,
// ?); otherwise it is a > ? OR a = ? AND b < ?, after a bound for an index range. An index on
// the columns of the order, in the same directions or in all the opposite ones, makes a late
// page as cheap as the first. With mixed directions, or a nullable column, the database walks
// over rows with the same value in the first column.
//
// In SQLite every index ends with the rowid: leave an INTEGER PRIMARY KEY out of the index,
// because in an index that names it, only the columns before it are used.
//
// # NULL and text
//
// NULL sorts before every value ascending, and after every value descending, in every database.
// Statements for PostgreSQL say so, and its index on such a column needs NULLS FIRST. Text is
// compared by code points: an index in PostgreSQL needs COLLATE "C", one in MySQL
// utf8mb4_0900_bin.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/lists.md
package sqlpage
