package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/sqlname"
)

// Outbox is the log of the events of a database. It is safe for concurrent use.
type Outbox struct {
	db         *sql.DB
	d          Dialect
	table      string
	sql        statements
	deliverers []Deliverer
	poll       time.Duration
	replay     int64
	failed     func(error)

	mu     sync.Mutex
	window window
}

// Deliverer takes over the delivery of messages.
type Deliverer interface {
	// Deliver takes over messages, in the order of their sequence. It is called in the
	// transaction in which they get it: an error rolls it back, and the messages are handed
	// over again later.
	Deliver(ctx context.Context, tx *sql.Tx, messages []event.Message) error
	// Needs returns the sequence of the first message that is still to be delivered, which
	// [Outbox.Sweep] keeps, with those after it; 0 if there is none.
	Needs(ctx context.Context) (sequence int64, err error)
}

// Sweeper is a [Deliverer] that keeps something of messages that are deleted. [Outbox.Sweep] calls
// Sweep with the sequence of the first message that is left; 0 if there is none.
type Sweeper interface {
	Sweep(ctx context.Context, first int64) error
}

// Option configures [New].
type Option func(*Outbox)

// Table sets the name of the table, such as outbox or app.outbox: at most 48 ASCII letters,
// digits and _, with or without a schema.
func Table(name string) Option { return func(o *Outbox) { o.table = name } }

// Poll sets how often [Outbox.Run] looks for new messages, and thus about how long they take to
// their readers. The default is 100 milliseconds.
func Poll(every time.Duration) Option { return func(o *Outbox) { o.poll = every } }

// Replay sets how many messages a stream may lag behind when it begins. The default is 10,000.
func Replay(messages int) Option { return func(o *Outbox) { o.replay = int64(messages) } }

// To adds a deliverer, such as one of package event/delivery.
func To(d Deliverer) Option {
	return func(o *Outbox) { o.deliverers = append(o.deliverers, d) }
}

// OnError sets the function that gets the errors of [Outbox.Run] and of messages that streams
// skip; both continue after them. The default logs them at WARN with package slog.
func OnError(failed func(error)) Option { return func(o *Outbox) { o.failed = failed } }

// New returns the outbox of a database with the table of [Schema]. It does not use the database
// yet. The error reports an unknown dialect, an invalid name or an option that is out of range.
func New(db *sql.DB, d Dialect, options ...Option) (*Outbox, error) {
	o := &Outbox{db: db, d: d, table: DefaultTable, poll: 100 * time.Millisecond, replay: 10_000, failed: logged}
	for _, option := range options {
		option(o)
	}
	switch {
	case db == nil:
		return nil, errors.New("outbox: the database is nil")
	case schema(d, DefaultTable) == "":
		return nil, errors.New("outbox: the dialect is not SQLite or PostgreSQL")
	case !sqlname.Valid(o.table):
		return nil, fmt.Errorf("outbox: %q is not the name of a table", o.table)
	case o.poll <= 0:
		return nil, fmt.Errorf("outbox: Poll(%s) is not positive", o.poll)
	case o.failed == nil:
		return nil, errors.New("outbox: the function of OnError is nil")
	case o.replay < 0:
		return nil, fmt.Errorf("outbox: Replay(%d) is negative", o.replay)
	}
	o.sql = d.statements(o.table)
	o.window.changed = make(chan struct{})
	return o, nil
}

func logged(err error) { slog.Warn("tenon: " + err.Error()) }

// Schema returns [Schema] with the name of the outbox's table.
func (o *Outbox) Schema() string { return schema(o.d, o.table) }

// Table returns the name of the outbox's table as SQL has it, in quotes: "app"."events".
func (o *Outbox) Table() string { return sqlname.Quote(o.table, `"`) }

// Dialect returns the dialect of the database.
func (o *Outbox) Dialect() Dialect { return o.d }

// Emit adds messages to the log, in the transaction of the work that they report: both are
// committed, or neither. In a request, ctx is its context, and the route must declare the
// events; another one is an error, and so is a message whose data is invalid, an audience without
// a name or with a line break in it, and a text that is not UTF-8 or has U+0000.
func (o *Outbox) Emit(ctx context.Context, tx *sql.Tx, messages ...event.Message) error {
	for _, m := range messages {
		if err := event.Declared(ctx, m); err != nil {
			return err
		}
		if err := check(m); err != nil {
			return fmt.Errorf("outbox: emit %s: %w", m.Type, err)
		}
		for _, a := range m.Audiences { // which are read as everyone, or as other names
			if a == "" || strings.Contains(a, "\n") {
				return fmt.Errorf("outbox: emit %s: %q is not the name of an audience", m.Type, a)
			}
		}
		if _, err := tx.ExecContext(ctx, o.sql.insert, m.ID, m.Type, m.Version, m.Key,
			strings.Join(m.Audiences, "\n"), m.Time.UnixMicro(), m.Data); err != nil {
			return fmt.Errorf("outbox: emit %s: %w", m.Type, err)
		}
	}
	return nil
}

// check reports what not every table can have, or no reader.
func check(m event.Message) error {
	texts := m.ID + m.Type + m.Version + m.Key + strings.Join(m.Audiences, "")
	switch {
	case m.ID == "" || m.Type == "":
		return errors.New("the message has no ID or no type")
	case !utf8.ValidString(texts) || strings.Contains(texts, "\x00"):
		return errors.New("a text of the message is not UTF-8, or has U+0000")
	case !jsonx.Valid(m.Data):
		return errors.New("the data of the message is not JSON")
	}
	return nil
}

// scan reads rows of messages, and closes them.
func scan(rows *sql.Rows) (list []event.Message, err error) {
	defer rows.Close()
	for rows.Next() {
		var m event.Message
		var audiences string
		var at int64
		if err := rows.Scan(&m.Sequence, &m.ID, &m.Type, &m.Version, &m.Key, &audiences, &at, &m.Data); err != nil {
			// A row that is damaged has a message without data, which its readers skip: those of
			// others go on.
			var lost [7]any
			if rows.Scan(&m.Sequence, &lost[0], &lost[1], &lost[2], &lost[3], &lost[4], &lost[5], &lost[6]) != nil {
				return nil, err
			}
			m.Data = nil
			list = append(list, m)
			continue
		}
		if audiences != "" {
			m.Audiences = strings.Split(audiences, "\n")
		}
		m.Time = time.UnixMicro(at).UTC()
		if !jsonx.Valid(m.Data) {
			m.Data = nil
		}
		list = append(list, m)
	}
	return list, rows.Err()
}

// readBytes bounds the data of the messages of [Outbox.Read], except for the last one.
const readBytes = 1 << 20

// Read returns the messages after a sequence in the order of their sequence, at most n. It returns
// fewer if they have more than a megabyte of data. A message whose row is damaged, or whose
// data is not JSON, has no data.
func (o *Outbox) Read(ctx context.Context, after int64, n int) ([]event.Message, error) {
	return o.read(ctx, after, n, readBytes)
}

// read returns messages until they have a number of bytes of data.
func (o *Outbox) read(ctx context.Context, after int64, n, bytes int) ([]event.Message, error) {
	rows, err := o.db.QueryContext(ctx, o.sql.read, after, after, n, bytes)
	if err != nil {
		return nil, fmt.Errorf("outbox: read: %w", err)
	}
	list, err := scan(rows)
	if err != nil {
		return nil, fmt.Errorf("outbox: read: %w", err)
	}
	return list, nil
}

// Sweep deletes messages that happened before a time, except those that are still to be
// delivered, and returns their number. Call it regularly, such as once an hour. A stream that
// needs a deleted message begins with [ErrGone].
func (o *Outbox) Sweep(ctx context.Context, before time.Time) (messages int64, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("outbox: sweep: %w", err)
		}
	}()
	var end int64 // the first message that stays
	if err := o.db.QueryRowContext(ctx, o.sql.keep, before.UnixMicro()).Scan(&end); err != nil {
		return 0, err
	}
	if end == 0 {
		end = 1<<63 - 1
	}
	for _, d := range o.deliverers {
		needed, err := d.Needs(ctx)
		if err != nil {
			return 0, err
		}
		if needed > 0 {
			end = min(end, needed)
		}
	}
	done, err := o.db.ExecContext(ctx, o.sql.sweep, end)
	if err != nil {
		return 0, err
	}
	if messages, err = done.RowsAffected(); err != nil {
		return 0, err
	}
	var first int64
	if err := o.db.QueryRowContext(ctx, o.sql.first).Scan(&first); err != nil {
		return messages, err
	}
	for _, d := range o.deliverers {
		if s, ok := d.(Sweeper); ok {
			err = errors.Join(err, s.Sweep(ctx, first))
		}
	}
	return messages, err
}
