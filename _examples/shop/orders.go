package main

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
)

// Orders is the store of the orders of one product that a caller may see. It has no method
// Delete, so the API has no such operation.
type Orders struct {
	store   *Store
	product string
	who     authn.Identity
}

// The columns that scanOrder reads, and those that lists sort and filter by.
const orderColumns = `product_id, number, quantity, email, status, created_at, owner`

var orderTable = sqlpage.From("orders",
	sqlpage.Column(number, "number"),
	sqlpage.Column(quantity, "quantity"),
	sqlpage.Column(progress, "status").Bytewise(),
	sqlpage.Column(placed, "created_at").Stored(micros),
)

// List returns a page of orders, or NoSuchProduct.
func (o Orders) List(ctx context.Context, q paginate.Query) (page paginate.Result[Order], err error) {
	seen := orderTable.Where("product_id = ?", o.product)
	if !o.who.Has(manageOrders) {
		seen = seen.Where("owner = ?", o.who.Key())
	}
	err = o.store.snapshot(ctx, func(tx *sql.Tx) error {
		var found bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM products WHERE id = $1)`, o.product).Scan(&found)
		if err != nil {
			return err
		}
		if !found {
			return NoSuchProduct
		}
		page, err = sqlpage.List(ctx, tx, o.store.dialect.page, seen, orderColumns, q, scanOrder)
		return err
	})
	return page, err
}

// Create places an order. It fails with NoSuchProduct or NotForSale.
func (o Orders) Create(ctx context.Context, in Order) (_ Order, err error) {
	in.Status, in.Placed, in.Owner = Placed, now(), o.who.Key()
	err = o.store.transact(ctx, func(tx *sql.Tx) error {
		p, err := Products{o.store}.lock(ctx, tx, o.product)
		if err != nil {
			return err
		}
		if p.Status != Active {
			return NotForSale
		}
		in.Product = p.ID
		err = tx.QueryRowContext(ctx, `SELECT coalesce(max(number), 0) + 1 FROM orders WHERE product_id = $1`, p.ID).Scan(&in.Number)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO orders (`+orderColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			in.Product, in.Number, in.Quantity, in.Email, in.Status, micros(in.Placed), in.Owner)
		if err != nil {
			return err
		}
		return o.store.emit(ctx, tx, orderPlaced.Of(in))
	})
	return in, err
}

// View returns the order with the number, or NoSuchOrder.
func (o Orders) View(ctx context.Context, number int) (Order, error) {
	return scanOrder(o.store.db.QueryRowContext(ctx,
		`SELECT `+orderColumns+` FROM orders WHERE product_id = $1 AND number = $2`, o.product, number))
}

// Update changes an order that is not closed. It fails with NoSuchOrder, OrderClosed or the
// error of the patch.
func (o Orders) Update(ctx context.Context, number int, patch collection.Patch[Order]) (order Order, err error) {
	err = o.store.transact(ctx, func(tx *sql.Tx) error {
		order, err = scanOrder(tx.QueryRowContext(ctx,
			`SELECT `+orderColumns+` FROM orders WHERE product_id = $1 AND number = $2`+o.store.dialect.forUpdate, o.product, number))
		if err != nil {
			return err
		}
		closed := order.Status != Placed
		if err := patch.Apply(&order); err != nil { // first, because it calls the policy
			return err
		}
		if closed {
			return OrderClosed
		}
		_, err := tx.ExecContext(ctx, `UPDATE orders SET email = $3, status = $4 WHERE product_id = $1 AND number = $2`,
			order.Product, order.Number, order.Email, order.Status)
		return err
	})
	return order, err
}

func scanOrder(row sqlpage.Scanner) (o Order, err error) {
	var placed int64
	err = row.Scan(&o.Product, &o.Number, &o.Quantity, &o.Email, &o.Status, &placed, &o.Owner)
	if errors.Is(err, sql.ErrNoRows) {
		return o, NoSuchOrder.Cause(err)
	}
	o.Placed = time.UnixMicro(placed).UTC()
	return o, err
}
