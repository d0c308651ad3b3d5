package delivery

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
)

// DeadLetter is a message that was not delivered to a destination.
type DeadLetter struct {
	Destination string // with the name of the publisher: webhooks/7c3e; webhooks/ if Destinations failed
	Sequence    int64  // of the message in the outbox
	Message     string // the ID of the message
	Type        string
	Key         string // of more than 200 bytes: its beginning and its digest
	Attempts    int
	Time        time.Time // when it was given up
	Error       string    // of the last attempt, shortened; for the operator
	Reason      string    // the same for the owner of the destination: that of a webhook.DeliveryError, or ""
}

var (
	// ErrNotDead reports that a message is not a dead letter of the destination.
	ErrNotDead = errors.New("delivery: the message is not a dead letter of the destination")
	// ErrSwept reports that the message of a dead letter is not in the log any more.
	ErrSwept = errors.New("delivery: the message of the dead letter is deleted")
)

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
		if err := rows.Scan(&l.Destination, &l.Sequence, &l.Key, &l.Attempts, &at, &l.Message, &l.Type, &l.Error, &l.Reason); err != nil {
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
// error is [ErrNotDead], [ErrSwept], or that of the database.
func (d *Deliveries) Redeliver(ctx context.Context, destination string, sequence int64) error {
	err := d.redeliver(ctx, destination, sequence)
	switch {
	case err == nil:
		d.look()
	case err != ErrNotDead && err != ErrSwept:
		return fmt.Errorf("delivery: redeliver: %w", err)
	}
	return err
}

func (d *Deliveries) redeliver(ctx context.Context, destination string, sequence int64) error {
	revived, err := d.db.ExecContext(ctx, d.sql.revive, destination, sequence)
	if err != nil {
		return err
	}
	if n, err := revived.RowsAffected(); err != nil || n > 0 {
		return err
	}
	var found bool
	switch err := d.db.QueryRowContext(ctx, d.sql.letter, destination, sequence).Scan(&found); {
	case err != nil:
		return err
	case found:
		return ErrSwept
	}
	return ErrNotDead
}

var _ outbox.Sweeper = (*Deliveries)(nil)

// Sweep implements [outbox.Sweeper]: it deletes dead letters that have ended (see [DeadLetters]).
// Those of messages before the first one of the log cannot be delivered again.
func (d *Deliveries) Sweep(ctx context.Context, first int64) error {
	if _, err := d.db.ExecContext(ctx, d.sql.expire, d.now().Add(-d.keep).UnixMicro()); err != nil {
		return err
	}
	if _, err := d.db.ExecContext(ctx, d.sql.swept, first); err != nil {
		return err
	}
	rows, err := d.db.QueryContext(ctx, d.sql.destinations)
	if err != nil {
		return err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var destination string
		if err := rows.Scan(&destination); err != nil {
			return err
		}
		all = append(all, destination)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	_ = rows.Close() // subscriptions may be in the same database
	for _, destination := range all {
		publisher, to, _ := strings.Cut(destination, "/")
		p, ok := d.publishers[publisher].(event.Owned)
		if !ok || to == "" {
			continue
		}
		_, err := call(ctx, d.timeout, 0, func(ctx context.Context) (string, error) { return p.Owner(ctx, to) })
		if !errors.Is(err, event.ErrNoDestination) {
			continue // it exists, or this is not known now
		}
		if err := d.forget(ctx, destination); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes what waits for a destination that does not exist, and its dead letters.
func (d *Deliveries) forget(ctx context.Context, destination string) error {
	_, err := d.db.ExecContext(ctx, d.sql.gone, destination)
	return err
}
