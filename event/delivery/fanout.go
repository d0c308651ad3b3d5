package delivery

import (
	"context"
	"database/sql"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/tenon-go/tenon/event"
)

const (
	queue = "tenon_events"
	// maxAttempts is for errors of the database and crashes; attempts to deliver are counted in
	// the table.
	maxAttempts = 30_000
)

// retryPolicy retries jobs after errors of the database.
type retryPolicy struct{ now func() time.Time }

func (p retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	return p.now().Add(min(time.Duration(len(job.Errors)+1)*time.Second, time.Minute))
}

// fanOut is the job that finds the destinations of the messages after the cursor.
type fanOut struct{}

// Kind implements [river.JobArgs].
func (fanOut) Kind() string { return "tenon_event_fan_out" }

type fanOutWorker struct {
	river.WorkerDefaults[fanOut]
	deliveries *Deliveries
}

// Work implements [river.Worker].
func (w *fanOutWorker) Work(ctx context.Context, _ *river.Job[fanOut]) error {
	for {
		more, err := w.deliveries.fanOut(ctx)
		if err != nil || !more {
			return err
		}
	}
}

// target is a message for a destination.
type target struct {
	destination string
	message     event.Message
}

// fanOut adds the deliveries of the messages after the cursor. Several processes may do so at
// the same time: only one of them moves the cursor.
func (d *Deliveries) fanOut(ctx context.Context) (more bool, err error) {
	const page = 200
	var cursor int64
	if err := d.db.QueryRowContext(ctx, d.sql.cursor).Scan(&cursor); err != nil {
		return false, err
	}
	messages, err := d.box.Read(ctx, cursor, page)
	if err != nil || len(messages) == 0 {
		return false, err
	}
	var targets []target
	for _, m := range messages {
		for _, name := range d.names {
			destinations, err := d.publishers[name].Destinations(ctx, m)
			if err != nil {
				return false, err
			}
			for _, to := range destinations {
				targets = append(targets, target{name + "/" + to, m})
			}
		}
	}
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback() // does nothing after Commit
	moved, err := tx.ExecContext(ctx, d.sql.advance, messages[len(messages)-1].Sequence, cursor)
	if err != nil {
		return false, err
	}
	if n, err := moved.RowsAffected(); err != nil || n == 0 {
		return true, err // another process was faster
	}
	for _, to := range targets {
		if err := d.add(ctx, tx, to); err != nil {
			return false, err
		}
	}
	return len(messages) == page, tx.Commit()
}

// add adds a delivery. Its job delivers the messages with the same key that come after it, too:
// a message gets a job only if there is none before it.
func (d *Deliveries) add(ctx context.Context, tx *sql.Tx, to target) error {
	m := to.message
	if _, err := tx.ExecContext(ctx, d.sql.insert, to.destination, m.Sequence, m.Key, m.ID, m.Type); err != nil {
		return err
	}
	if m.Key != "" {
		var before int64
		switch err := tx.QueryRowContext(ctx, d.sql.before, to.destination, m.Key, m.Sequence).Scan(&before); err {
		case sql.ErrNoRows:
		default:
			return err // nil: the job of the message before delivers this one
		}
	}
	return d.start(ctx, tx, lane{to.destination, m.Key, m.Sequence})
}

// start adds a job.
func (d *Deliveries) start(ctx context.Context, tx *sql.Tx, l lane) error {
	_, err := d.client.InsertTx(ctx, tx, l, &river.InsertOpts{Queue: queue})
	return err
}
