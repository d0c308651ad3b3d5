package year

import (
	"github.com/tenon-go/tenon/idempotency/sqlstore"
)

// neverSwept sweeps another table.
func neverSwept(p *parts) {
	p.sweep = func(s *server, _ string) *sqlstore.Store {
		other, err := sqlstore.New(s.w.db, sqlstore.SQLite, sqlstore.Table("other"))
		s.w.must(err)
		s.w.exec("CREATE TABLE IF NOT EXISTS other AS SELECT * FROM payments WHERE 0")
		return other
	}
}
