package delivery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
)

// Deliveries are the deliveries of the messages of an outbox. They are an [outbox.Deliverer], and
// safe for concurrent use.
type Deliveries struct {
	db         *sql.DB
	dialect    outbox.Dialect
	sql        statements
	publishers map[string]event.Publisher
	names      []string // of the publishers, in the order of their declaration
	box        *outbox.Outbox
	share      share
	owners     map[string]string // of destinations
	wake       chan struct{}
	gate       chan struct{} // the workers that use the database
	counts     counts

	delays  []time.Duration
	timeout time.Duration
	workers int
	poll    time.Duration
	rescue  time.Duration
	keep    time.Duration
	most    int
	log     *slog.Logger
	now     func() time.Time
}

var _ outbox.Deliverer = (*Deliveries)(nil)

// Option configures [New].
type Option func(*Deliveries)

// To adds a publisher. The name is the first part of the names of its destinations:
// webhooks/7c3e. A publisher that is new gets the messages from then on. Before its name is removed
// from all programs, delete its row from event_cursors: the log keeps messages for it until then.
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

// Timeout bounds an attempt to deliver a message. The default is 30 seconds. An attempt that goes
// on a second after that has failed, and its result is ignored.
func Timeout(t time.Duration) Option { return func(d *Deliveries) { d.timeout = t } }

// Workers sets how many attempts a process makes at a time. The default is 100. A destination has
// at most a twentieth of them, an owner (see [event.Owned]) at most a tenth of those that are free,
// and destinations whose last attempt took more than a second have half of them together; each has at
// least one. At most ten use the database at a time, apart from their publishers.
func Workers(n int) Option { return func(d *Deliveries) { d.workers = n } }

// Poll sets how often a process looks for work. The default is 200 milliseconds.
func Poll(every time.Duration) Option { return func(d *Deliveries) { d.poll = every } }

// Rescue sets after which time an attempt of a crashed process is made by another one. It must be
// longer than an attempt; the default is 15 seconds longer.
func Rescue(after time.Duration) Option { return func(d *Deliveries) { d.rescue = after } }

// DeadLetters sets how long a dead letter is kept, and how many of a destination are. The defaults
// are 30 days and 1,000. [outbox.Outbox.Sweep] deletes those that are older, and those of destinations
// that do not exist any more.
func DeadLetters(keep time.Duration, most int) Option {
	return func(d *Deliveries) { d.keep, d.most = keep, most }
}

// Logger sets the log of failed attempts. The default is that of package slog.
func Logger(l *slog.Logger) Option { return func(d *Deliveries) { d.log = l } }

// Clock sets the clock. The default is time.Now.
func Clock(now func() time.Time) Option { return func(d *Deliveries) { d.now = now } }

// maxUsers is how many workers use the database at a time.
const maxUsers = 10

// New returns the deliveries in a database with the tables of [Schema]. It does not use the database
// yet.
func New(db *sql.DB, dialect outbox.Dialect, options ...Option) (*Deliveries, error) {
	const second, minute, hour = time.Second, time.Minute, time.Hour
	d := &Deliveries{
		db: db, dialect: dialect, sql: statementsOf(dialect), publishers: map[string]event.Publisher{}, owners: map[string]string{},
		wake:    make(chan struct{}, 1),
		gate:    make(chan struct{}, maxUsers),
		delays:  []time.Duration{5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour},
		timeout: 30 * second, workers: 100, poll: 200 * time.Millisecond, keep: 30 * 24 * hour, most: 1_000, log: slog.Default(), now: time.Now,
	}
	for _, option := range options {
		option(d)
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	if d.rescue == 0 {
		d.rescue = d.timeout + 15*second
	}
	d.share = newShare(d.workers)
	return d, nil
}

func (d *Deliveries) check() error {
	switch {
	case d.db == nil:
		return errors.New("delivery: the database is nil")
	case schema(d.dialect, "") == "":
		return errors.New("delivery: the dialect is not SQLite or PostgreSQL")
	case d.timeout <= 0 || d.poll <= 0 || d.workers <= 0 || d.rescue < 0:
		return errors.New("delivery: Timeout, Poll, Workers and Rescue must be positive")
	case d.keep <= 0 || d.most <= 0:
		return errors.New("delivery: the bounds of DeadLetters must be positive")
	case d.rescue > 0 && d.rescue <= d.timeout:
		return fmt.Errorf("delivery: Rescue(%s) is not longer than an attempt, %s", d.rescue, d.timeout)
	case d.log == nil || d.now == nil:
		return errors.New("delivery: the logger or the clock is nil")
	case len(d.publishers) != len(d.names):
		return errors.New("delivery: two publishers have the same name")
	}
	for name, p := range d.publishers {
		if name == "" || strings.Contains(name, "/") || laneOf(name) != name {
			return fmt.Errorf("delivery: %q is not the name of a publisher; it must not be empty, contain a slash or be longer than %d bytes", name, maxLane)
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
// progress, at most for the time of one. Errors of the database are logged, and it continues when
// the database is available again. The error reports attempts that do not end.
func (d *Deliveries) Run(ctx context.Context, box *outbox.Outbox) error {
	d.box = box
	attempts, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	var running sync.WaitGroup
	for _, name := range d.names {
		running.Go(func() {
			d.repeat(ctx, nil, func() (bool, error) { return d.fanOut(ctx, attempts, name) })
		})
	}
	running.Go(func() {
		d.repeat(ctx, d.wake, func() (bool, error) { return false, d.start(ctx, attempts, &running) })
	})
	<-ctx.Done()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		running.Wait()
	}()
	for _, patience := range []time.Duration{d.timeout, 5 * time.Second} {
		select {
		case <-ended:
			return nil
		case <-time.After(patience):
			abandon()
		}
	}
	return errors.New("delivery: some attempts do not end")
}

// repeat calls step until ctx is done: again at once while there is more, else at the next poll or
// when it is woken, and later after errors.
func (d *Deliveries) repeat(ctx context.Context, wake <-chan struct{}, step func() (more bool, err error)) {
	for failures := 0; ctx.Err() == nil; {
		more, err := step()
		wait := d.poll
		switch {
		case err != nil && ctx.Err() == nil:
			failures++
			wait = max(wait, min(time.Duration(failures)*time.Second, 10*time.Second))
			d.log.WarnContext(ctx, "events are not delivered now", "error", shortened(err.Error()))
		case more:
			continue
		default:
			failures = 0
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		case <-wake:
		}
	}
}

// look lets a process look for work at once.
func (d *Deliveries) look() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Deliver implements [outbox.Deliverer]. There is nothing to do: each publisher reads the log at its
// own pace.
func (d *Deliveries) Deliver(context.Context, *sql.Tx, []event.Message) error { return nil }

// Needs implements [outbox.Deliverer].
func (d *Deliveries) Needs(ctx context.Context) (sequence int64, err error) {
	if len(d.publishers) == 0 {
		return 0, nil
	}
	var cursor int64
	if err := d.db.QueryRowContext(ctx, d.sql.slowest).Scan(&cursor); err != nil {
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
