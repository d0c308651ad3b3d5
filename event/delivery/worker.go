package delivery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/webhook"
)

const (
	// slice is how long a worker delivers messages to a destination, before others get it.
	slice = 5 * time.Second
	// slowAfter is the time after which an attempt is slow.
	slowAfter = time.Second
)

// Counts are the attempts of a process since its start.
type Counts struct {
	Delivered int64 // messages, for each destination
	Failed    int64 // attempts
	Dead      int64 // messages that became dead letters
}

type counts struct{ delivered, failed, dead atomic.Int64 }

// Counts returns the attempts of this process.
func (d *Deliveries) Counts() Counts {
	return Counts{d.counts.delivered.Load(), d.counts.failed.Load(), d.counts.dead.Load()}
}

// target is a destination with messages that are due.
type target struct{ destination, owner string }

// claim is a message that this process delivers.
type claim struct {
	sequence, attempts, lease int64
	lane                      string
}

// start starts attempts to deliver messages that are due, with a fair share for each destination and
// owner.
func (d *Deliveries) start(ctx, attempts context.Context, running *sync.WaitGroup) error {
	due, err := d.due(ctx)
	if err != nil {
		return err
	}
	for _, to := range due {
		n := d.share.room(to)
		if n == 0 {
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		claims, err := d.claim(attempts, to.destination, n) // what is claimed must be served
		if err != nil {
			return err
		}
		d.share.add(to, len(claims))
		for _, c := range claims {
			running.Go(func() { d.serve(ctx, attempts, to, c) })
		}
	}
	return nil
}

// due returns the destinations with messages that are due, those of owners with few attempts first.
func (d *Deliveries) due(ctx context.Context) (list []target, err error) {
	rows, err := d.db.QueryContext(ctx, d.sql.due, d.now().UnixMicro())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var to target
		if err := rows.Scan(&to.destination); err != nil {
			return nil, err
		}
		list = append(list, to)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	_ = rows.Close() // owners may be in the same database
	for i := range list {
		list[i].owner = d.ownerOf(ctx, list[i].destination)
	}
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	d.share.sort(list)
	return list, nil
}

// ownerOf returns the owner of a destination; itself if it has none, or none that is known now.
func (d *Deliveries) ownerOf(ctx context.Context, destination string) string {
	owner, known := d.owners[destination]
	if known {
		return owner
	}
	owner = destination
	publisher, to, _ := strings.Cut(destination, "/")
	if p, ok := d.publishers[publisher].(event.Owned); ok && to != "" {
		name, err := call(ctx, slowAfter, 0, func(ctx context.Context) (string, error) { return p.Owner(ctx, to) })
		if err != nil && err != errLate {
			return owner // the next time it may be known
		}
		if name != "" {
			owner = publisher + "//" + name // which no destination is
		}
	}
	if len(d.owners) >= maxKnown {
		clear(d.owners)
	}
	d.owners[destination] = owner
	return owner
}

// claim leases messages of a destination that are due, at most n.
func (d *Deliveries) claim(ctx context.Context, destination string, n int) (list []claim, err error) {
	now := d.now()
	lease := now.Add(d.rescue).UnixMicro()
	rows, err := d.db.QueryContext(ctx, d.sql.claim, destination, now.UnixMicro(), n, lease, lease, destination)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		c := claim{lease: lease}
		if err := rows.Scan(&c.sequence, &c.lane, &c.attempts); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// enter bounds how many workers use the database at a time.
func (d *Deliveries) enter() (leave func()) {
	d.gate <- struct{}{}
	return func() { <-d.gate }
}

// serve delivers a message, and others to the same destination that are due.
func (d *Deliveries) serve(ctx, attempts context.Context, to target, c claim) {
	defer func() {
		if d.share.release(to) {
			d.look()
		}
	}()
	for end := d.now().Add(slice); ; {
		slow := time.AfterFunc(slowAfter, func() { d.share.mark(to.destination, true) })
		err := d.attempt(attempts, to.destination, c)
		if slow.Stop() {
			d.share.mark(to.destination, false)
		}
		if err != nil {
			d.log.WarnContext(ctx, "the result of a delivery is not recorded, and the message is delivered again",
				"destination", to.destination, "sequence", c.sequence, "error", shortened(err.Error()))
		}
		if err != nil || ctx.Err() != nil || d.now().After(end) {
			return
		}
		leave := d.enter()
		next, err := d.claim(attempts, to.destination, 1)
		leave()
		if err != nil || len(next) == 0 {
			return
		}
		c = next[0]
	}
}

// attempt makes an attempt to deliver a message, and records what came of it. The error is that of
// the database.
func (d *Deliveries) attempt(ctx context.Context, destination string, c claim) error {
	record, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.timeout+d.grace()+5*time.Second) // even when the process stops
	defer cancel()
	leave := d.enter()
	messages, err := d.box.Read(record, c.sequence-1, 1)
	leave()
	if err != nil {
		return err
	}
	publisher, to, _ := strings.Cut(destination, "/")
	p := d.publishers[publisher]
	var m event.Message
	var rows []row
	var failure error
	switch {
	case len(messages) == 0 || messages[0].Sequence != c.sequence:
		failure = event.Permanent(errDeleted)
	case p == nil:
		m, failure = messages[0], fmt.Errorf("this process has no publisher %s", publisher)
	case to == "":
		m = messages[0]
		var names []string
		if names, failure = d.resolve(ctx, publisher, m, d.timeout); failure == nil {
			rows = d.rows(publisher, m, names)
		}
	default:
		if m = messages[0]; damaged(m) != nil {
			failure = damaged(m)
			break
		}
		_, failure = call(ctx, d.timeout, d.grace(), func(ctx context.Context) (struct{}, error) { return struct{}{}, p.Publish(ctx, to, m) })
	}
	defer d.enter()()
	switch {
	case failure == nil:
		if to != "" {
			d.counts.delivered.Add(1)
		}
		defer d.lookFor(rows)
		return d.add(record, rows, func(tx *sql.Tx, final bool) (bool, error) {
			if !final {
				return true, nil
			}
			return d.leave(record, tx, destination, c, d.sql.done)
		})
	case ctx.Err() != nil: // the process stops; this attempt does not count
		_, err := d.db.ExecContext(record, d.sql.fail, c.attempts, 0, "", "", destination, c.sequence, c.lease)
		return err
	case errors.Is(failure, event.ErrNoDestination):
		return d.forget(record, destination)
	}
	f := d.failed(ctx, destination, m, c.attempts+1, failure)
	if f.dead == 0 {
		_, err := d.db.ExecContext(record, d.sql.fail, c.attempts+1, f.due, f.text, f.reason, destination, c.sequence, c.lease)
		return err
	}
	lease := 0
	if errors.Is(failure, errDeleted) {
		lease = swept
	}
	return d.transact(record, func(tx *sql.Tx) error {
		if ok, err := d.leave(record, tx, destination, c, d.sql.dead, c.attempts+1, f.dead, lease, f.text, f.reason); err != nil || !ok {
			return err
		}
		_, err := tx.ExecContext(record, d.sql.trim, destination, destination, d.most)
		return err
	})
}

var errDeleted = errors.New("the message is deleted")

// lookFor looks for work that was added.
func (d *Deliveries) lookFor(rows []row) {
	if len(rows) > 0 {
		d.look()
	}
}

// leave runs a statement with which a message leaves its lane; the next one is due then. ok is false
// if another process has taken it over.
func (d *Deliveries) leave(ctx context.Context, tx *sql.Tx, destination string, c claim, statement string, args ...any) (ok bool, err error) {
	done, err := tx.ExecContext(ctx, statement, append(args, destination, c.sequence, c.lease)...)
	if err != nil {
		return false, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	if c.lane == "" {
		return true, nil
	}
	_, err = tx.ExecContext(ctx, d.sql.next, destination, c.lane, destination, c.lane)
	return true, err
}

// failure is what becomes of a message after an attempt that failed.
type failure struct {
	due, dead    int64 // one of them is 0
	text, reason string
}

// failed logs and counts a failed attempt.
func (d *Deliveries) failed(ctx context.Context, destination string, m event.Message, attempts int64, err error) failure {
	f := failure{text: shortened(err.Error())}
	if public, ok := errors.AsType[*webhook.DeliveryError](err); ok {
		f.reason = public.Error()
	}
	now, what := d.now(), "an event is not delivered, and is tried again"
	d.counts.failed.Add(1)
	if attempts > int64(len(d.delays)) || event.IsPermanent(err) {
		what = "an event is not delivered, and is a dead letter"
		f.dead = now.UnixMicro()
		d.counts.dead.Add(1)
	} else {
		f.due = now.Add(max(d.delays[attempts-1], event.RetryDelay(err))).UnixMicro()
	}
	d.log.WarnContext(ctx, what, "destination", destination, "event", m.Type, "id", m.ID, "sequence", m.Sequence, "attempt", attempts, "error", f.text)
	return f
}

// grace is how long an attempt may go on after its time.
func (d *Deliveries) grace() time.Duration { return min(time.Second, (d.rescue-d.timeout)/2) }

var errLate = errors.New("the publisher does not return in time")

// call calls a function of the application, which may panic. If it does not return in time, its
// goroutine goes on.
func call[T any](ctx context.Context, timeout, grace time.Duration, f func(context.Context) (T, error)) (T, error) {
	type result struct {
		v   T
		err error
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("the publisher panics: %v", p)
			}
			done <- r
		}()
		r.err = errors.New("the publisher ends its goroutine")
		if r.v, r.err = f(ctx); r.err != nil {
			_ = r.err.Error() // may panic, too
		}
	}()
	end := time.NewTimer(timeout + grace)
	defer end.Stop()
	select {
	case r := <-done:
		return r.v, r.err
	case <-end.C:
		return *new(T), errLate
	}
}
