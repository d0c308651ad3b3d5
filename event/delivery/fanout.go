package delivery

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
)

const (
	page  = 200   // messages of the log that a publisher takes at a time
	chunk = 1_000 // deliveries that are added in one transaction
)

// row is a delivery.
type row struct {
	destination, lane             string
	sequence, attempts, due, dead int64
	message, name, err, reason    string // name is that of the event
}

func rowOf(destination string, m event.Message) row {
	return row{destination: destination, lane: laneOf(m.Key), sequence: m.Sequence, message: cut(m.ID, maxName), name: cut(m.Type, maxName)}
}

// fanOut adds the deliveries of the messages after the cursor of a publisher. Several processes may
// do so at the same time: only one of them moves the cursor. A message whose destinations are not
// known does not stop those after it: it is a delivery to the publisher itself, which finds them
// later, and messages with the same key wait for it as for any delivery.
func (d *Deliveries) fanOut(ctx, attempts context.Context, publisher string) (more bool, err error) {
	own := publisher + "/"
	var cursor int64
	switch err := d.db.QueryRowContext(ctx, d.sql.cursor, own).Scan(&cursor); {
	case errors.Is(err, sql.ErrNoRows):
		return true, d.beginCursors(ctx)
	case err != nil:
		return false, err
	}
	messages, err := d.box.Read(ctx, cursor, page)
	if err != nil || len(messages) == 0 {
		return false, err
	}
	var unknown bool // some destinations
	if err := d.db.QueryRowContext(ctx, d.sql.unknown, own, "", "").Scan(&unknown); err != nil {
		return false, err
	}
	var rows []row
	behind := map[string]bool{} // lanes of messages whose destinations are not known
	last := cursor
	for _, m := range messages {
		if ctx.Err() != nil {
			break
		}
		lane := laneOf(m.Key)
		waits := behind[lane]
		if unknown && lane != "" && !waits {
			if err := d.db.QueryRowContext(ctx, d.sql.unknown, own, lane, lane).Scan(&waits); err != nil {
				return false, err
			}
		}
		found, ok := []row{rowOf(own, m)}, false
		if !waits {
			found, ok = d.targets(attempts, publisher, m)
		}
		if attempts.Err() != nil {
			break // it may be why the destinations are not known
		}
		if !ok && lane != "" && found[0].dead == 0 {
			behind[lane] = true
		}
		last, rows = m.Sequence, append(rows, found...)
		if len(rows) >= chunk {
			break
		}
	}
	if last == cursor {
		return false, nil
	}
	defer d.look()
	return true, d.add(attempts, rows, func(tx *sql.Tx, final bool) (bool, error) {
		to := cursor
		if final {
			to = last
		}
		moved, err := tx.ExecContext(attempts, d.sql.advance, to, own, cursor)
		if err != nil {
			return false, err
		}
		n, err := moved.RowsAffected()
		return n > 0, err // 0: another process was faster
	})
}

// beginCursors adds the cursors of new publishers.
func (d *Deliveries) beginCursors(ctx context.Context) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	for _, name := range d.names {
		if _, err := tx.ExecContext(ctx, d.sql.begin, name+"/"); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// targets returns the deliveries of a message; ok is false if its destinations are not known.
func (d *Deliveries) targets(ctx context.Context, publisher string, m event.Message) (rows []row, ok bool) {
	names, err := d.resolve(ctx, publisher, m, slowAfter)
	if err == nil {
		return d.rows(publisher, m, names), true
	}
	r := rowOf(publisher+"/", m)
	if errors.Is(err, errLate) || ctx.Err() != nil {
		return []row{r}, false // the attempts of a worker have more time
	}
	f := d.failed(ctx, r.destination, m, 1, err)
	r.attempts, r.due, r.dead, r.err, r.reason = 1, f.due, f.dead, f.text, f.reason
	return []row{r}, false
}

// resolve returns the names of the destinations of a message.
func (d *Deliveries) resolve(ctx context.Context, publisher string, m event.Message, patience time.Duration) ([]string, error) {
	if err := damaged(m); err != nil {
		return nil, err
	}
	names, err := call(ctx, patience, d.grace(), func(ctx context.Context) ([]string, error) {
		names, err := d.publishers[publisher].Destinations(ctx, m)
		return slices.Clone(names), err
	})
	slices.Sort(names)
	return slices.Compact(names), err
}

// damaged reports a message that the log has, and nobody can read.
func damaged(m event.Message) error {
	if m.ID == "" || m.Type == "" || m.Data == nil {
		return event.Permanent(errors.New("the message in the log is damaged"))
	}
	return nil
}

// rows returns the deliveries to destinations. A name that not every table can have is a dead
// letter.
func (d *Deliveries) rows(publisher string, m event.Message, names []string) []row {
	list := make([]row, 0, len(names))
	for _, name := range names {
		r := rowOf(publisher+"/"+name, m)
		if name == "" || !storable(name, maxName) {
			r.destination = publisher + "/" + digest(name)
			err := fmt.Errorf("the name of the destination is empty, has more than %d bytes, or is not text", maxName)
			r.attempts = 1
			r.dead, r.err = d.failed(context.Background(), r.destination, m, 1, event.Permanent(err)).dead, err.Error()
		}
		list = append(list, r)
	}
	return list
}

// add adds deliveries, and calls with in each transaction; final is true in the last one. Without ok
// nothing is committed any more. If it fails in between, what it has added is added again later, where
// it is not there any more: messages are delivered at least once.
func (d *Deliveries) add(ctx context.Context, rows []row, with func(tx *sql.Tx, final bool) (ok bool, err error)) error {
	for {
		n := min(len(rows), chunk)
		ok := false
		err := d.transact(ctx, func(tx *sql.Tx) (err error) {
			if ok, err = with(tx, n == len(rows)); err != nil || !ok {
				return cmp.Or(err, errRollback)
			}
			return d.insert(ctx, tx, rows[:n])
		})
		if err != nil || !ok {
			return err
		}
		if rows = rows[n:]; len(rows) == 0 {
			return nil
		}
	}
}

// insert adds deliveries. Those that are not the first message of their lane wait.
func (d *Deliveries) insert(ctx context.Context, tx *sql.Tx, rows []row) error {
	for n := 0; len(rows) > 0; rows = rows[n:] {
		r := rows[0]
		args := []any{r.sequence, r.lane, r.attempts, r.due, r.dead, r.message, r.name, r.err, r.reason}
		for n = 0; n < len(rows); n++ { // those of one message
			same := rows[n]
			if same.destination = r.destination; same != r {
				break
			}
			args = append(args, rows[n].destination)
		}
		if _, err := tx.ExecContext(ctx, insert(d.dialect, n, r.lane != "" && r.dead == 0), args...); err != nil {
			return err
		}
	}
	return nil
}

var errRollback = errors.New("delivery: roll back")

// transact runs a transaction, and rolls it back after an error, which it returns unless it is
// errRollback. Statements must see what others committed before them.
func (d *Deliveries) transact(ctx context.Context, f func(*sql.Tx) error) error {
	var options *sql.TxOptions
	if d.dialect == outbox.PostgreSQL {
		options = &sql.TxOptions{Isolation: sql.LevelReadCommitted}
	}
	tx, err := d.db.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	switch err := f(tx); {
	case err == errRollback:
		return nil
	case err != nil:
		return err
	}
	return tx.Commit()
}
