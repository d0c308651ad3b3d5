package books

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/render"
)

// PGX is a store of books with pgx.
type PGX struct{ Pool *pgxpool.Pool }

const columns = "id, title, pages, revision"

func scan(row pgx.CollectableRow) (b Book, err error) {
	return b, row.Scan(&b.ID, &b.Title, &b.Pages, &b.Revision)
}

// storeError turns the errors of PostgreSQL into problems.
func storeError(err error) error {
	var failure *pgconn.PgError
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return render.NotFound.Cause(err)
	case errors.As(err, &failure) && failure.Code == "23505": // unique_violation
		return render.Conflict.Cause(err)
	}
	return err
}

func (s PGX) List(ctx context.Context, q paginate.Query) (result paginate.Result[Book], err error) {
	statement, err := table.Select(sqlpage.PostgreSQL, columns, q)
	if err != nil {
		return result, err
	}
	rows, err := s.Pool.Query(ctx, statement.SQL, statement.Args...)
	if err != nil {
		return result, err
	}
	all, err := pgx.CollectRows(rows, scan)
	if err != nil {
		return result, err
	}
	result = sqlpage.Page(q, all)
	if q.NeedsTotal() {
		if statement, err = table.Count(sqlpage.PostgreSQL, q); err != nil {
			return result, err
		}
		err = s.Pool.QueryRow(ctx, statement.SQL, statement.Args...).Scan(&result.Total)
	}
	return result, err
}

func (s PGX) Create(ctx context.Context, in Book) (Book, error) {
	return s.one(ctx, s.Pool, "INSERT INTO books (title, pages) VALUES ($1, $2) RETURNING "+columns, in.Title, in.Pages)
}

func (s PGX) View(ctx context.Context, id int64) (Book, error) {
	return s.one(ctx, s.Pool, "SELECT "+columns+" FROM books WHERE id = $1", id)
}

func (s PGX) Update(ctx context.Context, id int64, patch collection.Patch[Book]) (b Book, err error) {
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		b, err = s.one(ctx, tx, "SELECT "+columns+" FROM books WHERE id = $1 FOR UPDATE", id)
		if err != nil {
			return err
		}
		if err := patch.Apply(&b); err != nil { // checks If-Match and the rules
			return err
		}
		b, err = s.one(ctx, tx, "UPDATE books SET title = $2, pages = $3, revision = revision + 1 WHERE id = $1 RETURNING "+columns,
			id, b.Title, b.Pages)
		return err
	})
	return b, err
}

func (s PGX) Delete(ctx context.Context, id int64, unchanged func(*Book) error) (b Book, err error) {
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		b, err = s.one(ctx, tx, "SELECT "+columns+" FROM books WHERE id = $1 FOR UPDATE", id)
		if err != nil {
			return err
		}
		if err := unchanged(&b); err != nil { // checks If-Match
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM books WHERE id = $1", id)
		return err
	})
	return b, err
}

// one returns the row of a statement, in a transaction or without.
func (s PGX) one(ctx context.Context, db interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}, sql string, args ...any) (Book, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return Book{}, storeError(err)
	}
	b, err := pgx.CollectExactlyOneRow(rows, scan)
	return b, storeError(err)
}
