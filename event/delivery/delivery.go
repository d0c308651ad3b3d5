package delivery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
)

// Deliveries are the deliveries of the messages of an outbox. They are an [outbox.Deliverer], and
// safe for concurrent use.
type Deliveries struct {
	db         *sql.DB
	sql        statements
	client     *river.Client[*sql.Tx]
	publishers map[string]event.Publisher
	names      []string // of the publishers, in the order of their declaration
	box        *outbox.Outbox

	delays  []time.Duration
	timeout time.Duration
	workers int
	poll    time.Duration
	rescue  time.Duration
	log     *slog.Logger
	now     func() time.Time
}

var _ outbox.Deliverer = (*Deliveries)(nil)

// Option configures [New].
type Option func(*Deliveries)

// To adds a publisher. The name is the first part of the names of its destinations:
// webhooks/7c3e.
func To(name string, p event.Publisher) Option {
	return func(d *Deliveries) {
		d.names = append(d.names, name)
		d.publishers[name] = p
	}
}

// Delays sets the delays between attempts to deliver a message, and thus their number. The
// default are 5 seconds, 5 minutes, 30 minutes, and 2, 5, 10, 14, 20 and 24 hours: the message is
// a dead letter after three days. A publisher may ask for a longer delay: see [event.RetryAfter].
func Delays(delays ...time.Duration) Option { return func(d *Deliveries) { d.delays = delays } }

// Timeout bounds an attempt to deliver a message. The default is 30 seconds.
func Timeout(t time.Duration) Option { return func(d *Deliveries) { d.timeout = t } }

// Workers sets how many messages a process delivers at a time. The default is 20.
func Workers(n int) Option { return func(d *Deliveries) { d.workers = n } }

// Poll sets how often a process looks for work. The default is 200 milliseconds.
func Poll(every time.Duration) Option { return func(d *Deliveries) { d.poll = every } }

// Rescue sets after which time the work of a crashed process is done by another one. It must be
// longer than an attempt; the default is half a minute longer.
func Rescue(after time.Duration) Option { return func(d *Deliveries) { d.rescue = after } }

// Logger sets the log of River and of failed attempts. The default is that of package slog.
func Logger(l *slog.Logger) Option { return func(d *Deliveries) { d.log = l } }

// Clock sets the clock. The default is time.Now.
func Clock(now func() time.Time) Option { return func(d *Deliveries) { d.now = now } }

// drain is how long a job delivers messages of a key, before others get its worker.
const drain = 5 * time.Second

// New returns the deliveries in a database with the tables of [Schema] and [Migrate]. It does not
// use the database yet.
func New(db *sql.DB, dialect outbox.Dialect, options ...Option) (*Deliveries, error) {
	const second, minute, hour = time.Second, time.Minute, time.Hour
	d := &Deliveries{
		db: db, sql: statementsOf(dialect), publishers: map[string]event.Publisher{},
		delays:  []time.Duration{5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour},
		timeout: 30 * second, workers: 20, poll: 200 * time.Millisecond, log: slog.Default(), now: time.Now,
	}
	for _, option := range options {
		option(d)
	}
	if err := d.check(dialect); err != nil {
		return nil, err
	}
	busy := drain + d.timeout + 10*second // a job at most
	if d.rescue == 0 {
		d.rescue = busy + 15*second
	}
	workers := river.NewWorkers()
	if err := errors.Join(river.AddWorkerSafely(workers, &fanOutWorker{deliveries: d}), river.AddWorkerSafely(workers, &laneWorker{deliveries: d})); err != nil {
		return nil, fmt.Errorf("delivery: %w", err)
	}
	client, err := river.NewClient(driverOf(db, dialect), &river.Config{
		Queues:                      map[string]river.QueueConfig{queue: {MaxWorkers: d.workers, FetchPollInterval: d.poll, FetchCooldown: d.poll}},
		Workers:                     workers,
		Logger:                      d.log,
		JobTimeout:                  min(busy, d.rescue),
		RescueStuckJobsAfter:        d.rescue,
		MaxAttempts:                 maxAttempts,
		RetryPolicy:                 retryPolicy{d.now},
		CompletedJobRetentionPeriod: time.Hour,
	})
	if err != nil {
		return nil, fmt.Errorf("delivery: %w", err)
	}
	d.client = client
	return d, nil
}

func (d *Deliveries) check(dialect outbox.Dialect) error {
	switch {
	case d.db == nil:
		return errors.New("delivery: the database is nil")
	case driverOf(d.db, dialect) == nil:
		return errors.New("delivery: the dialect is not SQLite or PostgreSQL")
	case d.timeout <= 0 || d.poll <= 0 || d.workers <= 0 || d.rescue < 0:
		return errors.New("delivery: Timeout, Poll, Workers and Rescue must be positive")
	case d.rescue > 0 && d.rescue <= d.timeout:
		return fmt.Errorf("delivery: Rescue(%s) is not longer than an attempt, %s", d.rescue, d.timeout)
	case len(d.publishers) != len(d.names):
		return errors.New("delivery: two publishers have the same name")
	}
	for name, p := range d.publishers {
		if name == "" || strings.Contains(name, "/") {
			return fmt.Errorf("delivery: %q is not the name of a publisher; it must not be empty or contain a slash", name)
		}
		if p == nil {
			return fmt.Errorf("delivery: the publisher %s is nil", name)
		}
	}
	for _, delay := range d.delays {
		if delay < 0 {
			return fmt.Errorf("delivery: a delay is negative: %s", delay)
		}
	}
	return nil
}

// Run delivers messages of the outbox until ctx is done, and then waits for the attempts in
// progress. The error reports that River could not start.
func (d *Deliveries) Run(ctx context.Context, box *outbox.Outbox) error {
	d.box = box
	if err := d.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("delivery: %w", err)
	}
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.timeout)
	defer cancel()
	if err := d.client.Stop(stop); err == nil {
		return nil
	}
	stop, cancel = context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := d.client.StopAndCancel(stop); err != nil {
		return fmt.Errorf("delivery: %w", err)
	}
	return nil
}

// Deliver implements [outbox.Deliverer].
func (d *Deliveries) Deliver(ctx context.Context, tx *sql.Tx, _ []event.Message) error {
	if len(d.publishers) == 0 {
		return nil
	}
	_, err := d.client.InsertTx(ctx, tx, fanOut{}, &river.InsertOpts{Queue: queue})
	return err
}

// Needs implements [outbox.Deliverer].
func (d *Deliveries) Needs(ctx context.Context) (sequence int64, err error) {
	if len(d.publishers) == 0 {
		return 0, nil
	}
	var cursor int64
	if err := d.db.QueryRowContext(ctx, d.sql.cursor).Scan(&cursor); err != nil {
		return 0, err
	}
	if err := d.db.QueryRowContext(ctx, d.sql.needs).Scan(&sequence); err != nil {
		return 0, err
	}
	if sequence == 0 || sequence > cursor {
		sequence = cursor + 1
	}
	return sequence, nil
}
