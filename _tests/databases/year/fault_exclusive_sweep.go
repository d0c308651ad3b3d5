package year

import (
	"time"

	"github.com/tenon-go/tenon/idempotency/sqlstore"
)

// exclusiveSweep does not delete what expires at this millisecond: < in place of <=.
func exclusiveSweep(p *parts) {
	p.sweep = func(s *server, table string) *sqlstore.Store {
		behind, err := sqlstore.New(s.w.db, sqlstore.SQLite, sqlstore.Table(table), sqlstore.Clock(func() time.Time { return s.clock().Add(-time.Millisecond) }))
		s.w.must(err)
		return behind
	}
}
