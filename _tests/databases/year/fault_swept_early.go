package year

import (
	"time"

	"github.com/tenon-go/tenon/idempotency/sqlstore"
)

// sweptEarly sweeps what expires within the next minute.
func sweptEarly(p *parts) {
	p.sweep = func(s *server, table string) *sqlstore.Store {
		ahead, err := sqlstore.New(s.w.db, sqlstore.SQLite, sqlstore.Table(table), sqlstore.Clock(func() time.Time { return s.clock().Add(time.Minute) }))
		s.w.must(err)
		return ahead
	}
}
