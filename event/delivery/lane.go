package delivery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/riverqueue/river"

	"github.com/tenon-go/tenon/event"
)

// lane is the job that delivers the messages with a key to a destination, one after another. A
// message without a key is alone.
type lane struct {
	Destination string
	Key         string
	Sequence    int64 // of the first message
}

// Kind implements [river.JobArgs].
func (lane) Kind() string { return "tenon_event_deliver" }

type laneWorker struct {
	river.WorkerDefaults[lane]
	deliveries *Deliveries
}

// Work implements [river.Worker].
func (w *laneWorker) Work(ctx context.Context, job *river.Job[lane]) error {
	d := w.deliveries
	for end := d.now().Add(drain); ; {
		wait, err := d.deliverNext(ctx, job.Args)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil // all are delivered
		case err != nil:
			return err
		case wait > 0:
			return river.JobSnooze(wait)
		case d.now().After(end):
			return river.JobSnooze(0)
		}
	}
}

// deliverNext delivers the first message of a lane, unless it has to wait. The error is
// sql.ErrNoRows if there is none.
func (d *Deliveries) deliverNext(ctx context.Context, l lane) (wait time.Duration, err error) {
	var sequence, attempts, due, lease int64
	err = d.db.QueryRowContext(ctx, d.sql.head, l.Destination, l.Key, l.Sequence).Scan(&sequence, &attempts, &due, &lease)
	if err != nil {
		return 0, err
	}
	now := d.now()
	if until := max(due, lease) - now.UnixMicro(); until > 0 {
		return time.Duration(until) * time.Microsecond, nil
	}
	// A second job of the lane, such as one that River takes for crashed, must not overtake.
	leased, err := d.db.ExecContext(ctx, d.sql.lease, now.Add(d.timeout+10*time.Second).UnixMicro(), l.Destination, sequence, lease)
	if err != nil {
		return 0, err
	}
	if n, err := leased.RowsAffected(); err != nil || n == 0 {
		return time.Second, err
	}
	failure := d.publish(ctx, l.Destination, sequence)
	record, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second) // even when the process stops
	defer cancel()
	attempts++
	switch {
	case failure == nil:
		_, err = d.db.ExecContext(record, d.sql.done, l.Destination, sequence)
		return 0, err
	case ctx.Err() != nil: // the process stops; this attempt does not count
		_, err = d.db.ExecContext(record, d.sql.fail, attempts-1, 0, "", l.Destination, sequence)
		return 0, errors.Join(ctx.Err(), err)
	}
	text := shortened(failure)
	d.log.WarnContext(ctx, "an event is not delivered", "destination", l.Destination, "sequence", sequence, "attempt", attempts, "error", text)
	if attempts > int64(len(d.delays)) || event.IsPermanent(failure) {
		_, err = d.db.ExecContext(record, d.sql.dead, attempts, d.now().UnixMicro(), text, l.Destination, sequence)
		return 0, err
	}
	wait = max(d.delays[attempts-1], event.RetryDelay(failure))
	_, err = d.db.ExecContext(record, d.sql.fail, attempts, d.now().Add(wait).UnixMicro(), text, l.Destination, sequence)
	return wait, err
}

// publish delivers a message of the log.
func (d *Deliveries) publish(ctx context.Context, destination string, sequence int64) error {
	messages, err := d.box.Read(ctx, sequence-1, 1)
	switch {
	case err != nil:
		return err
	case len(messages) == 0 || messages[0].Sequence != sequence:
		return event.Permanent(errors.New("the message is deleted"))
	}
	name, to, _ := strings.Cut(destination, "/")
	p := d.publishers[name]
	if p == nil {
		return fmt.Errorf("this process has no publisher %s", name)
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	return p.Publish(ctx, to, messages[0])
}

// shortened returns the text of an error for the table.
func shortened(err error) string {
	const most = 500
	text := strings.ToValidUTF8(strings.ReplaceAll(err.Error(), "\x00", ""), "�")
	if len(text) <= most {
		return text
	}
	end := most
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
