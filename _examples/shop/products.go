package main

import (
	"context"
	"database/sql"
	"iter"
	"math"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
)

// Products is the store of products that route.Resource serves.
type Products struct{ store *Store }

// productTable maps the properties that lists sort and filter by to columns.
func productTable(d dialect) sqlpage.Table {
	return sqlpage.From("products",
		sqlpage.Column(id, "id").Bytewise(),
		sqlpage.Column(name, "name").Bytewise(),
		sqlpage.Column(price, "price"),
		sqlpage.Column(status, "status").Bytewise(),
		sqlpage.Column(note, "note"),
		sqlpage.Column(created, "created_at").Stored(micros),
		sqlpage.Condition(tagged, func(tag string) sqlpage.Expr { return sqlpage.SQL(d.tagged, tag) }),
	)
}

// List returns a page of products.
func (p Products) List(ctx context.Context, q paginate.Query) (paginate.Result[Product], error) {
	return sqlpage.List(ctx, p.store.db, p.store.dialect.page, p.store.products, columns, q, scan)
}

// batch is the number of products that an export reads at a time.
const batch = 200

// All returns all products, oldest first. It reads them in batches, so that a slow consumer
// does not hold a database connection. Concurrent changes may or may not be visible, but no
// product occurs twice.
func (p Products) All(ctx context.Context) (iter.Seq2[Product, error], error) {
	list, err := p.after(ctx, Product{ID: zeroID, Created: time.UnixMicro(math.MinInt64)})
	if err != nil && len(list) == 0 {
		return nil, err
	}
	return func(yield func(Product, error) bool) {
		for len(list) > 0 || err != nil {
			for _, product := range list {
				if !yield(product, nil) {
					return
				}
			}
			if err != nil {
				yield(Product{}, err)
				return
			}
			list, err = p.after(ctx, list[len(list)-1])
		}
	}, nil
}

// zeroID precedes every other ID.
const zeroID = "00000000-0000-0000-0000-000000000000"

// after returns the batch of products that follows one. If it fails, it also returns the
// products read before the error.
func (p Products) after(ctx context.Context, last Product) (list []Product, err error) {
	rows, err := p.store.db.QueryContext(ctx, `SELECT `+columns+` FROM products
		WHERE (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3`, micros(last.Created), last.ID, batch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		product, err := scan(rows)
		if err != nil {
			return list, err
		}
		list = append(list, product)
	}
	return list, rows.Err()
}

// View returns the product with the ID, or NoSuchProduct.
func (p Products) View(ctx context.Context, id string) (Product, error) {
	return scan(p.store.db.QueryRowContext(ctx, `SELECT `+columns+` FROM products WHERE id = $1`, id))
}

// Create stores a product under a new ID. It fails with SKUTaken.
func (p Products) Create(ctx context.Context, in Product) (Product, error) {
	in.ID, in.Revision, in.Created = newID(), 1, now()
	in.Updated = in.Created
	err := p.store.transact(ctx, func(tx *sql.Tx) error {
		if err := insert(ctx, tx, in); err != nil {
			return err
		}
		return p.store.emit(ctx, tx, productCreated.Of(Change{Created, in.ID, in.Created}))
	})
	return in, err
}

// Update patches a product. It fails with NoSuchProduct, SKUTaken or the error of the patch.
func (p Products) Update(ctx context.Context, id string, patch collection.Patch[Product]) (Product, error) {
	return p.change(ctx, id, patch.Apply)
}

// Replace replaces a product. It fails with the same errors as Update.
func (p Products) Replace(ctx context.Context, id string, r collection.Replacement[Product]) (Product, error) {
	return p.change(ctx, id, r.Apply)
}

// change loads and locks a product, applies a change and stores the result, so that it
// overwrites exactly the state that apply has seen.
func (p Products) change(ctx context.Context, id string, apply func(*Product) error) (found Product, err error) {
	err = p.store.transact(ctx, func(tx *sql.Tx) error {
		if found, err = p.lock(ctx, tx, id); err != nil {
			return err
		}
		if err := apply(&found); err != nil {
			return err
		}
		found.Revision++
		found.Updated = now()
		_, err := tx.ExecContext(ctx, `UPDATE products SET (`+columns+`) = (`+places+`) WHERE id = $1`, values(found)...)
		if err != nil {
			return explain(err)
		}
		return p.store.emit(ctx, tx, productChanged.Of(Change{Changed, found.ID, found.Updated}))
	})
	return found, err
}

// Delete deletes a product with its photo and returns it. It fails with NoSuchProduct,
// HasOrders or the error of unchanged.
func (p Products) Delete(ctx context.Context, id string, unchanged func(*Product) error) (found Product, err error) {
	err = p.store.transact(ctx, func(tx *sql.Tx) error {
		if found, err = p.lock(ctx, tx, id); err != nil {
			return err
		}
		var ordered bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM orders WHERE product_id = $1)`, id).Scan(&ordered)
		if err != nil {
			return err
		}
		if ordered {
			return HasOrders
		}
		if err := unchanged(&found); err != nil {
			return err
		}
		if _, err = tx.ExecContext(ctx, `DELETE FROM products WHERE id = $1`, id); err != nil {
			return err
		}
		return p.store.emit(ctx, tx, productDeleted.Of(Change{Deleted, found.ID, now()}))
	})
	return found, err
}

// lock returns a product and locks it until the transaction ends.
func (p Products) lock(ctx context.Context, tx *sql.Tx, id string) (Product, error) {
	return scan(tx.QueryRowContext(ctx, `SELECT `+columns+` FROM products WHERE id = $1`+p.store.dialect.forUpdate, id))
}

// insert stores a product unchanged.
func insert(ctx context.Context, db execer, p Product) error {
	_, err := db.ExecContext(ctx, `INSERT INTO products (`+columns+`) VALUES (`+places+`)`, values(p)...)
	return explain(err)
}

// execer is a database or a transaction.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// explain maps errors of the database to problems.
func explain(err error) error {
	if taken(err) {
		return SKUTaken.Cause(err)
	}
	return err
}
