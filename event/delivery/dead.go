package delivery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"
)

// DeadLetter is a message that was not delivered to a destination.
type DeadLetter struct {
	Destination string // with the name of the publisher: webhooks/7c3e
	Sequence    int64  // of the message in the outbox
	Message     string // the ID of the message
	Type        string
	Key         string
	Attempts    int
	Time        time.Time // when it was given up
	Error       string    // of the last attempt, shortened
}

// ErrNotDead reports that a message is not a dead letter of the destination.
var ErrNotDead = errors.New("delivery: the message is not a dead letter of the destination")

// Dead returns dead letters of a destination, or of all with "", the latest first, at most n.
// They come after the last one of the page before; nil: from the beginning.
func (d *Deliveries) Dead(ctx context.Context, destination string, last *DeadLetter, n int) (list []DeadLetter, err error) {
	at, sequence := int64(math.MaxInt64), int64(0)
	if last != nil {
		at, sequence = last.Time.UnixMicro(), last.Sequence
	}
	rows, err := d.db.QueryContext(ctx, d.sql.letters, destination, destination, at, at, sequence, n)
	if err != nil {
		return nil, fmt.Errorf("delivery: list dead letters: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var l DeadLetter
		var at int64
		if err := rows.Scan(&l.Destination, &l.Sequence, &l.Key, &l.Attempts, &at, &l.Message, &l.Type, &l.Error); err != nil {
			return nil, fmt.Errorf("delivery: list dead letters: %w", err)
		}
		l.Time = time.UnixMicro(at).UTC()
		list = append(list, l)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("delivery: list dead letters: %w", err)
	}
	return list, nil
}

// Redeliver delivers a dead letter again, before the messages with its key that are waiting. The
// error is [ErrNotDead], or that of the database.
func (d *Deliveries) Redeliver(ctx context.Context, destination string, sequence int64) (err error) {
	defer func() {
		if err != nil && !errors.Is(err, ErrNotDead) {
			err = fmt.Errorf("delivery: redeliver: %w", err)
		}
	}()
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	var key string
	switch err := tx.QueryRowContext(ctx, d.sql.revive, destination, sequence).Scan(&key); {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotDead
	case err != nil:
		return err
	}
	if err := d.start(ctx, tx, lane{destination, key, sequence}); err != nil {
		return err
	}
	return tx.Commit()
}
