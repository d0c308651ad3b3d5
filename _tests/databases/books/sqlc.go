package books

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tenon-go/tenon/_tests/databases/books/sqlc"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
)

// SQLC is a store of books with the code that sqlc generates for pgx.
type SQLC struct {
	Pool    *pgxpool.Pool
	Queries *sqlc.Queries // sqlc.New(pool)
	Lists   *sql.DB       // stdlib.OpenDBFromPool(pool)
}

// fromRow converts a row of sqlc.
func fromRow(r sqlc.Book) Book {
	return Book{ID: r.ID, Title: r.Title, Pages: int(r.Pages), Revision: int(r.Revision)}
}

func (s SQLC) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	return sqlpage.List(ctx, s.Lists, sqlpage.PostgreSQL, table, columns, q,
		func(row sqlpage.Scanner) (b Book, err error) {
			return b, row.Scan(&b.ID, &b.Title, &b.Pages, &b.Revision)
		})
}

func (s SQLC) Create(ctx context.Context, in Book) (Book, error) {
	row, err := s.Queries.AddBook(ctx, sqlc.AddBookParams{Title: in.Title, Pages: int32(in.Pages)})
	return fromRow(row), storeError(err)
}

func (s SQLC) View(ctx context.Context, id int64) (Book, error) {
	row, err := s.Queries.Book(ctx, id)
	return fromRow(row), storeError(err)
}

func (s SQLC) Update(ctx context.Context, id int64, patch collection.Patch[Book]) (b Book, err error) {
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		queries := s.Queries.WithTx(tx)
		row, err := queries.LockBook(ctx, id) // SELECT … FOR UPDATE
		if err != nil {
			return err
		}
		b = fromRow(row)
		if err := patch.Apply(&b); err != nil { // checks If-Match and the rules
			return err
		}
		b.Revision++
		return queries.ChangeBook(ctx, sqlc.ChangeBookParams{
			ID: b.ID, Title: b.Title, Pages: int32(b.Pages), Revision: int32(b.Revision),
		})
	})
	return b, storeError(err)
}

func (s SQLC) Delete(ctx context.Context, id int64, unchanged func(*Book) error) (b Book, err error) {
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		queries := s.Queries.WithTx(tx)
		row, err := queries.LockBook(ctx, id)
		if err != nil {
			return err
		}
		b = fromRow(row)
		if err := unchanged(&b); err != nil { // checks If-Match
			return err
		}
		return queries.RemoveBook(ctx, id)
	})
	return b, storeError(err)
}
