package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/sqltx"
	"github.com/tenon-go/tenon/webhook"
)

// Store is the shop's database, SQLite or PostgreSQL, with [Products] and [Orders]. It is
// safe for concurrent use.
type Store struct {
	// Events is the log of events.
	Events *outbox.Outbox
	// Keys stores the responses of idempotent requests, in the transactions of their work.
	Keys sqlstore.Transactional

	db       *sql.DB
	dialect  dialect
	products sqlpage.Table
	keep     *sql.Conn // keeps a database in memory open; nil for others

	hooks      *webhook.Sender
	deliveries *delivery.Deliveries
	silent     bool // changes emit no events
}

// OpenStore opens the database with the name (see [connect]) and applies its migrations. It
// creates a missing file.
func OpenStore(ctx context.Context, name string) (*Store, error) {
	db, d, err := connect(name)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, dialect: d, products: productTable(d)}
	if name == memory {
		// A canceled request closes its connection, and the last connection would close
		// the database: keep a second one open.
		db.SetMaxOpenConns(2)
		s.keep, err = db.Conn(ctx)
	}
	if err == nil {
		s.Keys, err = sqlstore.NewTransactional(db, d.keys)
	}
	if err == nil {
		err = s.openEvents(nil)
	}
	if err == nil {
		err = s.migrate(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", err), s.Close())
	}
	return s, nil
}

// Close closes the database.
func (s *Store) Close() error {
	if s.keep != nil {
		_ = s.keep.Close() // returns it to the pool, which is closed
	}
	return s.db.Close()
}

// Ping reports whether the database can be reached.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// Sweep deletes expired responses and old events from time to time until ctx is done.
func (s *Store) Sweep(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if _, err := s.Keys.Sweep(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("sweep", "error", err)
		}
		if _, err := s.Events.Sweep(ctx, now().Add(-kept)); err != nil && ctx.Err() == nil {
			slog.Warn("sweep", "error", err)
		}
	}
}

// transact runs f in a transaction and rolls it back if f fails. In a request with an idempotency
// key, it is committed with the response.
func (s *Store) transact(ctx context.Context, f func(*sql.Tx) error) error {
	return sqltx.Do(ctx, s.db, f)
}

// alone is transact for work that concurrently starting programs must do one after another.
func (s *Store) alone(ctx context.Context, f func(*sql.Tx) error) error {
	return s.transact(ctx, func(tx *sql.Tx) error {
		if s.dialect.alone != "" {
			if _, err := tx.ExecContext(ctx, s.dialect.alone); err != nil {
				return err
			}
		}
		return f(tx)
	})
}

// snapshot runs f in a transaction that reads a consistent snapshot.
func (s *Store) snapshot(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, &s.dialect.snapshot)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// now returns the time in microseconds, the precision of the API and the database.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// micros converts a time to a column.
func micros(t time.Time) any { return t.UnixMicro() }

// newID returns a random UUID (RFC 9562 §5.4).
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
