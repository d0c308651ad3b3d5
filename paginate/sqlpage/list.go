package sqlpage

import (
	"context"
	"database/sql"
	"slices"

	"github.com/tenon-go/tenon/paginate"
)

// Querier is a [*sql.DB], a [*sql.Conn] or a [*sql.Tx].
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Scanner is a row that can be read.
type Scanner interface {
	Scan(dest ...any) error
}

// List reads a page: the rows of [Table.Select], which scan converts to entities, and the total
// if the query needs it. These are two statements; a transaction lets them read the same rows.
func List[T any](ctx context.Context, db Querier, d Dialect, t Table, columns Text, q paginate.Query,
	scan func(Scanner) (T, error)) (paginate.Result[T], error) {
	items, err := fetch(ctx, db, d, t, columns, q, scan)
	if err != nil {
		return paginate.Result[T]{}, err
	}
	page := Page(q, items)
	if len(items) == 0 {
		if err := t.locate(ctx, db, d, q); err != nil {
			return paginate.Result[T]{}, err
		}
	}
	if !q.NeedsTotal() {
		return page, nil
	}
	count, err := t.Count(d, q)
	if err != nil {
		return paginate.Result[T]{}, err
	}
	if err := db.QueryRowContext(ctx, count.SQL, count.Args...).Scan(&page.Total); err != nil {
		return paginate.Result[T]{}, err
	}
	return page, nil
}

func fetch[T any](ctx context.Context, db Querier, d Dialect, t Table, columns Text, q paginate.Query,
	scan func(Scanner) (T, error)) ([]T, error) {
	stmt, err := t.Select(d, columns, q)
	if err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, stmt.SQL, stmt.Args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	items := make([]T, 0, q.Limit()+1)
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return items, rows.Close()
}

// Page returns a page of the rows of a statement of [Table.Select], for programs that read rows
// without [List]. It takes ownership of items.
func Page[T any](q paginate.Query, items []T) paginate.Result[T] {
	more := len(items) > q.Limit()
	if more {
		items = items[:q.Limit()]
	}
	if at, ok := q.Position(); ok && at.Backward() {
		slices.Reverse(items)
	}
	return paginate.Result[T]{Items: items, More: more}
}
