package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/sqlname"
	"github.com/tenon-go/tenon/sqltx"
	"github.com/tenon-go/tenon/webhook"
)

// Store is a [webhook.Store] in a table of a database. It is safe for concurrent use.
type Store struct {
	db    *sql.DB
	d     Dialect
	sql   statements
	table string
	keys  [][]byte
	box   box
}

var _ webhook.Store = (*Store)(nil)

// Option configures [New].
type Option func(*Store)

// Table sets the name of the table, such as hooks or app.hooks: at most 48 ASCII letters, digits
// and _, with or without a schema.
func Table(name string) Option { return func(s *Store) { s.table = name } }

// Seal encrypts secrets with AES-GCM, with keys of 16, 24 or 32 random bytes. The first encrypts,
// all decrypt: to change the key, put the new one in front. Secrets that were stored before are read,
// and encrypted when their subscription changes.
func Seal(keys ...[]byte) Option { return func(s *Store) { s.keys = append(s.keys, keys...) } }

// New returns a store in a database with the table of [Schema]. It does not use the database
// yet. The error reports an unknown dialect, or an invalid name or key.
func New(db *sql.DB, d Dialect, options ...Option) (*Store, error) {
	s := &Store{db: db, d: d, table: DefaultTable}
	for _, o := range options {
		o(s)
	}
	switch {
	case db == nil:
		return nil, errors.New("sqlstore: the database is nil")
	case schema(d, DefaultTable) == "":
		return nil, errors.New("sqlstore: the dialect is not SQLite or PostgreSQL")
	case !sqlname.Valid(s.table):
		return nil, fmt.Errorf("sqlstore: %q is not the name of a table", s.table)
	}
	var err error
	s.box, err = newBox(s.keys)
	s.keys, s.sql = nil, d.statements(s.table)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Schema returns [Schema] with the name of the store's table.
func (s *Store) Schema() string { return schema(s.d, s.table) }

// list writes names in one column, with a space around each. A name is escaped.
func list(names []string) string {
	if len(names) == 0 {
		return ""
	}
	var b strings.Builder
	for _, n := range names {
		b.WriteString(" " + url.QueryEscape(n))
	}
	return b.String() + " "
}

func unlist(column string) (names []string, err error) {
	for _, n := range strings.Fields(column) {
		name, err := url.QueryUnescape(n)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// scan reads a row.
func (s *Store) scan(scan func(...any) error) (w webhook.Subscription, err error) {
	var events, audiences, reason string
	var created, disabled, failing int64
	var secrets []byte
	if err := scan(&w.ID, &w.Owner, &w.URL, &events, &audiences, &w.Description, &created, &disabled, &reason, &failing, &secrets, &w.Revision); err != nil {
		return w, err
	}
	w.CreatedAt, w.DisabledAt, w.FailingSince, w.Reason = timeOf(created), timeOf(disabled), timeOf(failing), webhook.Reason(reason)
	if w.Events, err = unlist(events); err != nil {
		return w, err
	}
	if w.Audiences, err = unlist(audiences); err != nil {
		return w, err
	}
	// Secrets that cannot be read must not hide the row: the subscriptions of others go on, and the
	// owner can delete it or rotate its secret.
	w.Keys, _ = s.box.open(w.ID, secrets)
	return w, nil
}

// values returns the columns after the ID, without the revision.
func (s *Store) values(w *webhook.Subscription) []any {
	return []any{
		w.Owner, w.URL, list(w.Events), list(w.Audiences), w.Description, microseconds(w.CreatedAt), microseconds(w.DisabledAt),
		string(w.Reason), microseconds(w.FailingSince), s.box.close(w.ID, w.Keys),
	}
}

func (s *Store) all(ctx context.Context, query, arg string) (found []webhook.Subscription, err error) {
	rows, err := s.db.QueryContext(ctx, query, arg)
	if err != nil {
		return nil, fmt.Errorf("sqlstore: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		w, err := s.scan(rows.Scan)
		if err != nil {
			return nil, fmt.Errorf("sqlstore: %w", err)
		}
		found = append(found, w)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlstore: %w", err)
	}
	return found, nil
}

// Enabled implements [webhook.Store].
func (s *Store) Enabled(ctx context.Context, event string) ([]webhook.Subscription, error) {
	// _ in a name matches any character, so that this may be more; the sender compares names.
	return s.all(ctx, s.sql.enabled, "%"+list([]string{event})+"%")
}

// Owned implements [webhook.Store].
func (s *Store) Owned(ctx context.Context, owner string) ([]webhook.Subscription, error) {
	return s.all(ctx, s.sql.owned, owner)
}

// Find implements [webhook.Store]. If the secrets of a row cannot be read, such as after the key of
// [Seal] was lost, the subscription has no Keys, and no webhook is sent.
func (s *Store) Find(ctx context.Context, id string) (webhook.Subscription, error) {
	w, err := s.scan(s.db.QueryRowContext(ctx, s.sql.find, id).Scan)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return webhook.Subscription{}, webhook.ErrNotFound
	case err != nil:
		return webhook.Subscription{}, fmt.Errorf("sqlstore: %w", err)
	}
	return w, nil
}

// Insert implements [webhook.Store].
func (s *Store) Insert(ctx context.Context, w webhook.Subscription, limit int) error {
	var n int64
	err := sqltx.Do(ctx, s.db, func(tx *sql.Tx) error {
		if s.sql.lock != "" {
			if _, err := tx.ExecContext(ctx, s.sql.lock, w.Owner); err != nil {
				return err
			}
		}
		args := append([]any{w.ID}, s.values(&w)...)
		r, err := tx.ExecContext(ctx, s.sql.insert, append(args, w.Revision, w.Owner, limit)...)
		if err == nil {
			n, err = r.RowsAffected()
		}
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("sqlstore: %w", err)
	case n == 0:
		return webhook.ErrFull
	}
	return nil
}

// exec runs a statement, and returns how many rows it has changed. It joins the transaction of a
// request with an Idempotency-Key, which would otherwise hold the lock of SQLite against it.
func (s *Store) exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = sqltx.Do(ctx, s.db, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, query, args...)
		if err == nil {
			n, err = r.RowsAffected()
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("sqlstore: %w", err)
	}
	return n, nil
}

// attempts is how often a change is computed again after a concurrent one.
const attempts = 16

var errBusy = errors.New("sqlstore: the row changes too often")

// Change implements [webhook.Store]. It fails if the secrets of the row cannot be read, because it
// would remove them, unless change sets others.
func (s *Store) Change(ctx context.Context, id string, change func(*webhook.Subscription) error) (webhook.Subscription, error) {
	for range attempts {
		w, err := s.Find(ctx, id)
		if err != nil {
			return webhook.Subscription{}, err
		}
		before, unreadable := w.Revision, len(w.Keys) == 0
		switch err := change(&w); {
		case errors.Is(err, webhook.ErrUnchanged):
			return w, nil
		case err != nil:
			return webhook.Subscription{}, err
		case unreadable && len(w.Keys) == 0:
			return webhook.Subscription{}, errSecrets
		}
		w.Revision = before + 1
		n, err := s.exec(ctx, s.sql.update, append(s.values(&w), w.Revision, id, before)...)
		if err != nil {
			return webhook.Subscription{}, err
		}
		if n > 0 {
			return w, nil
		}
	}
	return webhook.Subscription{}, errBusy
}

// Delete implements [webhook.Store].
func (s *Store) Delete(ctx context.Context, id string, check func(*webhook.Subscription) error) (webhook.Subscription, error) {
	for range attempts {
		w, err := s.Find(ctx, id)
		if err == nil {
			err = check(&w)
		}
		if err != nil {
			return webhook.Subscription{}, err
		}
		n, err := s.exec(ctx, s.sql.remove, id, w.Revision)
		if err != nil {
			return webhook.Subscription{}, err
		}
		if n > 0 {
			return w, nil
		}
	}
	return webhook.Subscription{}, errBusy
}
