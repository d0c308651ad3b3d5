package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/tenon-go/tenon/event"
)

// batch is the number of messages that get their sequence in one transaction, unless they have more
// than [windowBytes] of data.
const batch = 500

// Run gives committed messages their sequence, hands them to the deliverers and wakes the
// streams, until ctx is done. Every process that has streams runs it; of several processes, one
// at a time gives sequences.
func (o *Outbox) Run(ctx context.Context) {
	tick := time.NewTicker(o.poll)
	defer tick.Stop()
	for {
		if err := o.step(ctx); err != nil && ctx.Err() == nil {
			o.failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// step does what is to do now.
func (o *Outbox) step(ctx context.Context) error {
	for {
		var last int64
		var fresh bool
		if err := o.db.QueryRowContext(ctx, o.sql.look).Scan(&last, &fresh); err != nil {
			return fmt.Errorf("outbox: look: %w", err)
		}
		n := 0
		if fresh {
			list, err := o.advance(ctx)
			if err != nil {
				return fmt.Errorf("outbox: give messages a sequence: %w", err)
			}
			if n = len(list); n > 0 {
				last = list[n-1].Sequence
			}
		}
		if err := o.publish(ctx, last); err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
	}
}

// advance gives the oldest new messages the next sequences. An identity column does not: numbers
// are given before the commit, and a reader that has seen 6 would miss a 5 that is committed
// later. Numbers of one key still are in the order of its changes, because a change sees those
// before it.
func (o *Outbox) advance(ctx context.Context) (list []event.Message, err error) {
	var options *sql.TxOptions
	if o.d == PostgreSQL { // the update must see what was committed before the lock was free
		options = &sql.TxOptions{Isolation: sql.LevelReadCommitted}
	}
	tx, err := o.db.BeginTx(ctx, options)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // does nothing after Commit
	if o.sql.lock != "" {
		var mine bool
		if err := tx.QueryRowContext(ctx, o.sql.lock).Scan(&mine); err != nil || !mine {
			return nil, err
		}
	}
	rows, err := tx.QueryContext(ctx, o.sql.sequence)
	if err != nil {
		return nil, err
	}
	if list, err = scan(rows); err != nil || len(list) == 0 {
		return nil, err
	}
	slices.SortFunc(list, func(a, b event.Message) int { return cmp.Compare(a.Sequence, b.Sequence) })
	for _, d := range o.deliverers {
		if err := deliver(ctx, d, tx, list); err != nil {
			return nil, err
		}
	}
	return list, tx.Commit()
}

// deliver hands messages to a deliverer, which may panic.
func deliver(ctx context.Context, d Deliverer, tx *sql.Tx, list []event.Message) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a deliverer panics: %v", p)
		}
	}()
	return d.Deliver(ctx, tx, list)
}

// publish makes the messages up to the last visible to streams.
func (o *Outbox) publish(ctx context.Context, last int64) error {
	o.mu.Lock()
	known, listeners := o.window.last, o.window.listeners
	o.mu.Unlock()
	for last > known {
		end := last
		var list []event.Message
		if listeners > 0 && last-known <= windowMessages {
			var err error
			if list, err = o.read(ctx, known, windowMessages, windowBytes); err != nil {
				return err
			}
			if n := len(list); n > 0 && list[0].Sequence == known+1 && list[n-1].Sequence == known+int64(n) {
				end = list[n-1].Sequence
			} else {
				list = nil // some are deleted already
			}
		}
		o.mu.Lock()
		o.window.advance(end, list)
		o.mu.Unlock()
		known = end
	}
	return nil
}
