package books

import (
	"context"
	"database/sql"
	"errors"

	"github.com/tenon-go/tenon/_tests/databases/books/ent"
	"github.com/tenon-go/tenon/_tests/databases/books/ent/book"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/render"
)

// Ent is a store of books with the code that ent generates, with its feature sql/lock.
type Ent struct {
	Client *ent.Client
	Lists  *sql.DB // the database that the client uses
}

func fromEnt(e *ent.Book) Book {
	return Book{ID: e.ID, Title: e.Title, Pages: e.Pages, Revision: e.Revision}
}

func entError(err error) error {
	switch {
	case ent.IsNotFound(err):
		return render.NotFound.Cause(err)
	case ent.IsConstraintError(err):
		return render.Conflict.Cause(err)
	}
	return err
}

func (s Ent) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	return sqlpage.List(ctx, s.Lists, sqlpage.PostgreSQL, table, columns, q,
		func(row sqlpage.Scanner) (b Book, err error) {
			return b, row.Scan(&b.ID, &b.Title, &b.Pages, &b.Revision)
		})
}

func (s Ent) Create(ctx context.Context, in Book) (Book, error) {
	created, err := s.Client.Book.Create().SetTitle(in.Title).SetPages(in.Pages).Save(ctx)
	if err != nil {
		return Book{}, entError(err)
	}
	return fromEnt(created), nil
}

func (s Ent) View(ctx context.Context, id int64) (Book, error) {
	found, err := s.Client.Book.Get(ctx, id)
	if err != nil {
		return Book{}, entError(err)
	}
	return fromEnt(found), nil
}

func (s Ent) Update(ctx context.Context, id int64, patch collection.Patch[Book]) (b Book, err error) {
	err = s.transact(ctx, func(tx *ent.Tx) error {
		found, err := tx.Book.Query().Where(book.ID(id)).ForUpdate().Only(ctx)
		if err != nil {
			return err
		}
		b = fromEnt(found)
		if err := patch.Apply(&b); err != nil { // checks If-Match and the rules
			return err
		}
		b.Revision++
		return found.Update().SetTitle(b.Title).SetPages(b.Pages).SetRevision(b.Revision).Exec(ctx)
	})
	return b, entError(err)
}

func (s Ent) Delete(ctx context.Context, id int64, unchanged func(*Book) error) (b Book, err error) {
	err = s.transact(ctx, func(tx *ent.Tx) error {
		found, err := tx.Book.Query().Where(book.ID(id)).ForUpdate().Only(ctx)
		if err != nil {
			return err
		}
		b = fromEnt(found)
		if err := unchanged(&b); err != nil { // checks If-Match
			return err
		}
		return tx.Book.DeleteOne(found).Exec(ctx)
	})
	return b, entError(err)
}

func (s Ent) transact(ctx context.Context, f func(*ent.Tx) error) error {
	tx, err := s.Client.Tx(ctx)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
