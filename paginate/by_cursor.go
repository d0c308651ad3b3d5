package paginate

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// minKey is the minimum length of a key in bytes.
const minKey = 32

// ByCursor divides a list at entities, which cursors identify: entities that are added or
// deleted between two requests move no others to another page, and a late page costs no more
// than the first.
//
// The keys sign cursors (HMAC-SHA-256). Each has at least 32 random bytes, such as those of
// [NewKey], and is the same on every server. The first key signs and all keys verify, so that
// keys can be rotated while clients iterate over a list.
func ByCursor(key []byte, older ...[]byte) Plan {
	all := make([][]byte, 0, 1+len(older))
	for _, secret := range append([][]byte{key}, older...) {
		all = append(all, bytes.Clone(secret))
	}
	p := newPlan(query.ByCursor, query.Never, func(s *query.Settings) query.Pager[Term, Condition] { return newCursors(s, all) })
	for i, secret := range all {
		if len(secret) < minKey {
			return p.fault("ByCursor: key %d has %d bytes, fewer than %d; NewKey returns a key", i+1, len(secret), minKey)
		}
		for j := range i {
			if bytes.Equal(all[j], secret) {
				return p.fault("ByCursor: keys %d and %d are the same", j+1, i+1)
			}
		}
	}
	return p
}

// NewKey returns a random key for [ByCursor]. Store it: cursors that it signed are invalid
// without it.
func NewKey() []byte {
	b := make([]byte, minKey)
	_, _ = rand.Read(b) // never fails
	return b
}

// BoundTo makes cursors valid only for callers with the same text, such as the identity or the
// tenant of a request: cursors contain values of the list, and should be useless to other
// callers.
func (p Plan) BoundTo(identity func(context.Context) string) Plan {
	switch kind := plan(p).Open().Kind; {
	case identity == nil:
		return p.fault("BoundTo(nil): the function is nil")
	case kind == query.ByPage || kind == query.ByOffset || kind == query.ByKey:
		return p.fault("BoundTo needs ByCursor")
	}
	return p.edit(func(p *query.Settings) { p.Bound = identity })
}

// cursors divides a list at entities, which cursors identify.
type cursors struct {
	param
	secrets [][]byte
	bound   func(context.Context) string

	// Of a compiled list.
	keys []cursorKey
	rows codec.Rows
}

var cursorParam = prop.String("cursor").Optional().
	Describe("The position of the page: `next_cursor` of the previous page, with the same order and filters. By default, the first page.")

func newCursors(s *query.Settings, secrets [][]byte) *cursors {
	cursor := cursorParam
	if name := s.Names.Cursor; name != "" {
		cursor = cursor.As(name)
	}
	if s.Pagination != nil {
		cursor = cursor.Describe("The position of the page: a cursor of another page, with the same order and filters. By default, the first page.")
	}
	return &cursors{param: paramOf(cursor), secrets: secrets, bound: s.Bound}
}

var cursorObject = query.Object{
	Name: "CursorPagination", Usual: query.Never, Total: "total", Doc: "The total number of entities.",
	Members: func(s *query.Summary) []prop.Field {
		return []prop.Field{
			limitField(s),
			prop.String("current_cursor").Describe("The cursor of this page; empty on the first page.").At(&s.Current),
			prop.String("next_cursor").Describe("The cursor of the next page; empty on the last page.").At(&s.Next),
			hasMore(s),
		}
	},
}

// Object implements [query.Pager].
func (*cursors) Object() *query.Object { return &cursorObject }

// Compile implements [query.Pager].
func (c *cursors) Compile(_ *query.List, rows codec.Rows) query.Pages[Term, Condition] {
	compiled := *c
	compiled.rows, compiled.keys = rows, make([]cursorKey, len(c.secrets))
	for i, secret := range c.secrets {
		compiled.keys[i] = newCursorKey(secret)
	}
	return &compiled
}

// Read implements [query.Pages].
func (c *cursors) Read(ctx context.Context, q *query.Query[Term, Condition], src prop.Source, rep *codec.Report) bool {
	identity := ""
	if c.bound != nil {
		identity = c.bound(ctx)
	}
	q.Cursor.Binding = bind(q.List.Operation, q.Order, q.Conditions, identity)
	cell, given := codec.CellIn(src, c.id)
	if !given {
		return true
	}
	text := *cell.(*string)
	p, ok := unseal(c.keys, q.Cursor.Binding, q.Order, text)
	q.Cursor.Position, q.Cursor.Text = &p, text
	if !ok {
		mark := rep.Mark()
		rep.Add(codec.Cursor)
		rep.Parameter(mark, tree.InQuery, c.prop.Name())
	}
	return ok
}

var errNothingMore = errors.New("tenon: a result without items says that there are more")

// Describe implements [query.Pages].
func (c *cursors) Describe(a *query.PageInfo, q *query.Query[Term, Condition], page query.Entities, more bool, total int) error {
	if err := c.links(a, q, page, more); err != nil {
		return err
	}
	s := &a.Summary
	s.Current, s.Next, s.More, s.Total = q.Cursor.Text, a.Next.Value, a.Next.Value != "", total
	return nil
}

func (c *cursors) links(a *query.PageInfo, q *query.Query[Term, Condition], page query.Entities, more bool) (err error) {
	count := page.Len()
	a.First.Exists = true
	p := q.Cursor.Position
	switch {
	case count == 0 && more:
		return errNothingMore
	case count == 0 && p == nil: // an empty list
		return nil
	case count == 0 && p.Backward: // nothing precedes; the list begins at the position, or is empty
		a.Next.Exists = !p.FromEnd
		return nil
	case count == 0: // nothing follows: the page before is the last
		a.Last, err = c.link(q, flagBackward|flagFromEnd, nil)
		a.Prev = a.Last
		return err
	}
	before, after := p != nil, more
	if p != nil && p.Backward {
		before, after = more, !p.FromEnd
	}
	if before {
		if a.Prev, err = c.link(q, flagBackward, page.Entity(0)); err != nil {
			return err
		}
	}
	if after {
		if a.Next, err = c.link(q, 0, page.Entity(count-1)); err != nil {
			return err
		}
	}
	a.Last, err = c.link(q, flagBackward|flagFromEnd, nil)
	return err
}

// link returns the link to the page next to an entity.
func (c *cursors) link(q *query.Query[Term, Condition], flags byte, entity any) (query.PageLink, error) {
	text, err := c.keys[0].seal(q.Cursor.Binding, flags, q.Order, func(i int) (any, bool) {
		return c.rows.Cell(q.Order[i].open().Node.ID, entity)
	})
	return query.PageLink{Exists: err == nil, Value: text}, err
}
