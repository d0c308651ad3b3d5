package endpoint

import (
	"context"
	"errors"
	"maps"

	"github.com/tenon-go/tenon/idempotency"
)

var errOutside = errors.New("if the server crashes before it responds, a retry does the work again; do it in sqltx.Do or pgxstore.Do with the database of the store, or give the route a store without transactions if its work is elsewhere")

// within performs the first request with a key in its transaction, which has the key, what the
// handler does, and the response. The response is sent after the commit, so that a client never
// has one that is lost.
func (o *runner) within(c *Call, tx idempotency.Tx) error {
	e, w, r := c.endpoint, c.ex.W, c.ex.R
	rec := &recorder{header: w.Header(), before: maps.Clone(w.Header())}
	open := true
	undo := func() {
		open = false
		// A client that has gone may have taken the connection to the database along, which
		// rolls back as well.
		if err := tx.Rollback(); err != nil && r.Context().Err() == nil {
			e.env.Report(r, e.op, "tenon: the transaction of an Idempotency-Key is not rolled back; the database does so at the end of its connection", err)
		}
	}
	defer func() {
		c.ex.W, c.ex.R = w, r
		if open { // even after a panic, which continues
			undo()
		}
	}()
	c.ex.W, c.ex.R = rec, r.WithContext(tx.Context(r.Context()))
	if err := e.run(c); err != nil {
		return err
	}
	c.ex.W, c.ex.R = w, r
	a := rec.response()
	if !isStorable(a.Status) {
		undo()
		c.sendStored(&a)
		return nil
	}
	open = false
	// Whether or not the client gets the response.
	if err := o.useStore(c, func(ctx context.Context) error { return tx.Commit(ctx, a) }); err != nil {
		clear(rec.header)
		maps.Copy(rec.header, rec.before)
		return o.unavailable(c, err)
	}
	if !tx.Joined() && o.warned.CompareAndSwap(false, true) {
		e.env.Report(r, e.op, "tenon: the handler of a transactional store of Idempotency-Keys did not use its transaction", errOutside)
	}
	c.sendStored(&a)
	return nil
}
