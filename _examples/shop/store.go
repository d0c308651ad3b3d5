package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Store keeps products in an SQLite database. It is safe for concurrent use.
type Store struct {
	// Changes tells of every change that the store makes.
	Changes Feed

	db   *sql.DB
	keep *sql.Conn // holds a database in memory; nil for a file
}

// memory is the name of a database that is gone when it is closed.
const memory = ":memory:"

// OpenStore opens a database file, or makes one, and brings its tables up to
// date.
func OpenStore(ctx context.Context, file string) (*Store, error) {
	options := url.Values{
		"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(ON)"},
		"_txlock": {"immediate"}, // a transaction that reads first can still write
	}
	name := (&url.URL{Path: file}).EscapedPath()
	if file == memory {
		name, options["mode"], options["cache"] = newID(), []string{"memory"}, []string{"shared"}
	}
	db, err := sql.Open("sqlite", "file:"+name+"?"+options.Encode())
	if err != nil {
		return nil, err
	}
	s := &Store{db: db}
	if file == memory {
		// A request that is cancelled takes its connection with it, and the last
		// one would take the database: one is kept beside the one that works. An
		// export has that one while a client reads it.
		db.SetMaxOpenConns(2)
		s.keep, err = db.Conn(ctx)
	}
	if err == nil {
		err = migrate(ctx, db)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", file, err), s.Close())
	}
	return s, nil
}

// Close closes the database and the feed of changes.
func (s *Store) Close() error {
	s.Changes.Close()
	if s.keep != nil {
		_ = s.keep.Close() // it goes back to the pool, which is closed now
	}
	return s.db.Close()
}

// Ping tells whether the database can be reached.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// Filter says which products to list.
type Filter struct {
	Status        *Status
	MinPrice      *int64
	Tag           *string
	Limit, Offset int
}

// List returns the products that a filter lets through, the oldest first.
func (s *Store) List(ctx context.Context, f Filter) ([]Product, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT `+columns+` FROM products
		WHERE (?1 IS NULL OR status = ?1)
		  AND (?2 IS NULL OR price >= ?2)
		  AND (?3 IS NULL OR EXISTS (SELECT 1 FROM json_each(details, '$.tags') WHERE value = ?3))
		ORDER BY created_at, id LIMIT ?4 OFFSET ?5`,
		f.Status, f.MinPrice, f.Tag, f.Limit, f.Offset)
	if err != nil {
		return nil, err
	}
	var list []Product
	for p, err := range scanAll(rows) {
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// All returns all products, the oldest first, one at a time while the database
// reads them. The rows are closed when they have been ranged over, or ctx is
// done.
func (s *Store) All(ctx context.Context) (iter.Seq2[Product, error], error) {
	rows, err := s.db.QueryContext(ctx, `SELECT `+columns+` FROM products ORDER BY created_at, id`)
	if err != nil {
		return nil, err
	}
	return scanAll(rows), nil
}

// Find returns the product with an ID, or NoSuchProduct.
func (s *Store) Find(ctx context.Context, id string) (Product, error) {
	return scan(s.db.QueryRowContext(ctx, `SELECT `+columns+` FROM products WHERE id = ?`, id))
}

// Insert stores a product under a new ID. It fails with SKUTaken.
func (s *Store) Insert(ctx context.Context, p Product) (Product, error) {
	p.ID, p.Created = newID(), now()
	p.Updated = p.Created
	if err := insert(ctx, s.db, p); err != nil {
		return p, err
	}
	s.Changes.Publish(Change{Created, p.ID, p.Created})
	return p, nil
}

// Change changes a product in a transaction; its ID and the time it was made
// stay. It fails with NoSuchProduct, SKUTaken or the error of change.
func (s *Store) Change(ctx context.Context, id string, change func(*Product) error) (p Product, err error) {
	err = transact(ctx, s.db, func(tx *sql.Tx) error {
		old, err := scan(tx.QueryRowContext(ctx, `SELECT `+columns+` FROM products WHERE id = ?`, id))
		if err != nil {
			return err
		}
		p = old
		if err := change(&p); err != nil {
			return err
		}
		p.ID, p.Created, p.Updated = old.ID, old.Created, now()
		_, err = tx.ExecContext(ctx, `UPDATE products SET (`+columns+`) = (`+places+`) WHERE id = ?1`, values(p)...)
		return explain(err)
	})
	if err == nil {
		s.Changes.Publish(Change{Changed, p.ID, p.Updated})
	}
	return p, err
}

// Delete deletes a product with its photo and returns what it was, or fails with
// NoSuchProduct.
func (s *Store) Delete(ctx context.Context, id string) (Product, error) {
	p, err := scan(s.db.QueryRowContext(ctx, `DELETE FROM products WHERE id = ? RETURNING `+columns, id))
	if err == nil {
		s.Changes.Publish(Change{Deleted, p.ID, now()})
	}
	return p, err
}

// SetPhoto stores the photo of a product, or fails with NoSuchProduct.
func (s *Store) SetPhoto(ctx context.Context, id, mediaType string, content []byte) error {
	sum := sha256.Sum256(content)
	res, err := s.db.ExecContext(ctx, `
		INSERT INTO photos (product_id, media_type, etag, content, changed_at)
		SELECT id, ?2, ?3, ?4, ?5 FROM products WHERE id = ?1
		ON CONFLICT DO UPDATE SET (media_type, etag, content, changed_at) =
			(excluded.media_type, excluded.etag, excluded.content, excluded.changed_at)`,
		id, mediaType, fmt.Sprintf(`"%x"`, sum[:16]), content, now().UnixMicro())
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = NoSuchProduct
	}
	return err
}

// Photo returns the photo of a product, or NoSuchPhoto.
func (s *Store) Photo(ctx context.Context, id string) (p Photo, err error) {
	var changed int64
	err = s.db.QueryRowContext(ctx, `SELECT media_type, content, etag, changed_at FROM photos WHERE product_id = ?`, id).
		Scan(&p.MediaType, &p.Content, &p.ETag, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return p, NoSuchPhoto.Because(err)
	}
	p.Changed = time.UnixMicro(changed).UTC()
	return p, err
}

// insert stores a product as it is.
func insert(ctx context.Context, db execer, p Product) error {
	_, err := db.ExecContext(ctx, `INSERT INTO products (`+columns+`) VALUES (`+places+`)`, values(p)...)
	return explain(err)
}

// execer is a database or a transaction.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// explain says in the shop's words what the database refuses.
func explain(err error) error {
	if e, ok := errors.AsType[*sqlite.Error](err); ok && e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE {
		return SKUTaken.Because(err)
	}
	return err
}

// transact runs f in a transaction that holds the write lock from the start.
func transact(ctx context.Context, db *sql.DB, f func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// now is the time to the microsecond, which is what the API shows and a row
// keeps.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// newID makes a random UUID (RFC 9562 §5.4).
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
