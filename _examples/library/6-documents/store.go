package main

import (
	"context"
	"database/sql"
	"errors"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/render"
	_ "modernc.org/sqlite"
)

// Store stores books in SQLite. Each method implements an operation of the resource.
type Store struct {
	db   *sql.DB
	keys *sqlstore.Store // of responses by their Idempotency-Key
}

const schema = `CREATE TABLE books (
	isbn TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, pages INTEGER NOT NULL, genre TEXT NOT NULL,
	series TEXT, volume INTEGER, note TEXT, revision INTEGER NOT NULL
) STRICT;`

const (
	columns = "isbn, title, pages, genre, series, volume, note, revision"
	find    = "SELECT " + columns + " FROM books WHERE isbn = ?"
)

var table = sqlpage.From("books",
	sqlpage.Column(isbn, "isbn"),
	sqlpage.Column(title, "title"),
	sqlpage.Column(pages, "pages"),
	sqlpage.Column(genre, "genre"),
)

func openStore(file string) (*Store, error) {
	db, err := sql.Open("sqlite", "file:"+file+"?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)")
	if err != nil {
		return nil, err
	}
	var version int
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return nil, err
	}
	if version == 0 {
		if _, err := db.Exec(schema + sqlstore.Schema(sqlstore.SQLite) + "; PRAGMA user_version = 1"); err != nil {
			return nil, err
		}
	}
	keys, err := sqlstore.New(db, sqlstore.SQLite)
	return &Store{db, keys}, err
}

func (s *Store) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	return sqlpage.List(ctx, s.db, sqlpage.SQLite, table, columns, q, scan)
}

func (s *Store) View(ctx context.Context, isbn string) (Book, error) {
	return scan(s.db.QueryRowContext(ctx, find, isbn))
}

func (s *Store) Create(ctx context.Context, b Book) (Book, error) {
	b.Revision = 1
	r, err := s.db.ExecContext(ctx, "INSERT INTO books ("+columns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		b.ISBN, b.Title, b.Pages, b.Genre, b.Series, b.Volume, b.Note, b.Revision)
	if err != nil {
		return b, err
	}
	if added, err := r.RowsAffected(); err != nil || added == 1 {
		return b, err
	}
	return b, render.Conflict
}

func (s *Store) Update(ctx context.Context, isbn string, patch collection.Patch[Book]) (Book, error) {
	return s.change(ctx, isbn, patch.Apply, func(tx *sql.Tx, b *Book) error {
		b.Revision++
		_, err := tx.ExecContext(ctx, "UPDATE books SET ("+columns+") = (?, ?, ?, ?, ?, ?, ?, ?) WHERE isbn = ?",
			b.ISBN, b.Title, b.Pages, b.Genre, b.Series, b.Volume, b.Note, b.Revision, isbn)
		return err
	})
}

func (s *Store) Delete(ctx context.Context, isbn string, unchanged func(*Book) error) (Book, error) {
	return s.change(ctx, isbn, unchanged, func(tx *sql.Tx, b *Book) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM books WHERE isbn = ?", isbn)
		return err
	})
}

// change loads a book, checks or changes it with apply, which evaluates If-Match, and saves it. The
// transaction makes sure that it overwrites the state that apply has seen.
func (s *Store) change(ctx context.Context, isbn string, apply func(*Book) error, save func(*sql.Tx, *Book) error) (Book, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return Book{}, err
	}
	defer tx.Rollback()
	b, err := scan(tx.QueryRowContext(ctx, find, isbn))
	if err != nil {
		return b, err
	}
	if err := apply(&b); err != nil {
		return b, err
	}
	if err := save(tx, &b); err != nil {
		return b, err
	}
	return b, tx.Commit()
}

func scan(row sqlpage.Scanner) (b Book, err error) {
	err = row.Scan(&b.ISBN, &b.Title, &b.Pages, &b.Genre, &b.Series, &b.Volume, &b.Note, &b.Revision)
	if errors.Is(err, sql.ErrNoRows) {
		err = render.NotFound
	}
	return b, err
}
