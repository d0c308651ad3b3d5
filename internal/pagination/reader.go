package pagination

import (
	"context"
	"net/url"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// Reader reads queries from requests and writes what responses have beside the entities.
// It is safe for concurrent use.
type Reader struct {
	list        *List
	of          query.List
	keys        []key
	sorting     []query.Term
	byDefault   []paginate.Term
	tiebreakers []paginate.Term
	order       []paginate.Term // of requests without order_by
	envelope    codec.Codec     // nil: responses do not describe the page
	before      []byte          // the text before it in the envelope
	parameter   string          // the one that differs from page to page
	escaped     string          // as in a URI
	also        string          // another such parameter, of lists by key
	key         *keyReader      // nil unless the list is by key
	hidden      []hiddenInput
}

// Compile returns the reader of a list without faults. The operation identifies the list,
// such as "GET /products": cursors are valid only for it.
func (l *List) Compile(operation string) *Reader {
	r := &Reader{
		list: l, of: query.List{Operation: operation},
		byDefault: known(l.byDefault), tiebreakers: known(l.tiebreakers),
	}
	if l.envelope.prop != nil {
		r.envelope = l.envelope.codec()
		r.before = beforeDefault
		if p := l.plan.Pagination; p != nil {
			r.before = append(quoted([]byte{','}, p.Object), ':')
		}
	}
	switch l.plan.Kind {
	case query.ByOffset:
		r.parameter = l.offset.Name()
	case query.ByCursor:
		r.parameter = l.cursor.Name()
	case query.ByKey:
		r.key = newKeyReader(l)
		r.parameter, r.also = l.after.Node.Name, r.key.before
		key := l.plan.Key
		r.of.Key = &query.Keys{ID: key.Node.ID, Order: key.Order, Name: key.Node.Name, After: r.parameter, Before: r.key.before}
	default:
		r.parameter = l.page.Name()
	}
	r.escaped = url.QueryEscape(r.parameter)
	for _, secret := range l.plan.Keys {
		r.keys = append(r.keys, newKey(secret))
	}
	for _, t := range l.sorting {
		r.sorting = append(r.sorting, t.Term)
	}
	r.order = total(nil, r.byDefault, r.tiebreakers)
	for _, f := range l.filters {
		r.of.Inputs = append(r.of.Inputs, query.Input{Filter: f.Filter, ID: f.Node.ID, Name: f.Node.Name})
	}
	return r
}

// newQuery returns an empty query, in one piece of memory with its cursor.
func newQuery(kind query.Kind) *request {
	if kind != query.ByCursor && kind != query.ByKey {
		return new(request)
	}
	q := new(struct {
		request
		cursor query.Cursor
	})
	q.Cursor = &q.cursor
	return &q.request
}

// Read returns the query of parameters that are decoded and valid. It adds a violation to
// rep if the cursor is not one of this list, with this order and these filters.
func (r *Reader) Read(ctx context.Context, src prop.Source, rep *codec.Report) (paginate.Query, bool) {
	l := r.list
	q := newQuery(l.plan.Kind)
	q.List, q.Limit, q.NeedsTotal, q.Order = &r.of, l.limit.Get(src), l.plan.Total == query.Always, r.order
	if l.plan.Total == query.OnRequest {
		q.NeedsTotal = l.count.Get(src)
	}
	if l.orderBy != nil {
		if names := l.orderBy.Get(src); len(names) > 0 {
			q.Order = r.orderOf(q.Near.Order[:0], names, l.direction != nil && l.direction.Get(src) == directions[1])
		}
	}
	q.Conditions = r.conditions(src, &q.Near)
	switch l.plan.Kind {
	case query.ByPage:
		q.Page = l.page.Get(src)
		q.Offset = (q.Page - 1) * q.Limit
	case query.ByOffset:
		q.Offset = l.offset.Get(src)
	case query.ByKey:
		r.readKeys(q, src)
	case query.ByCursor:
		if !r.readCursor(ctx, q, src) {
			mark := rep.Mark()
			rep.Add(codec.Cursor)
			rep.Parameter(mark, ir.InQuery, l.cursor.Name())
			return paginate.Query{}, false
		}
	}
	return paginate.Query(seal.New(q)), true
}

// readCursor reads the cursor, and reports whether it is valid or absent.
func (r *Reader) readCursor(ctx context.Context, q *request, src prop.Source) bool {
	identity := ""
	if r.list.plan.Bound != nil {
		identity = r.list.plan.Bound(ctx)
	}
	q.Cursor.Binding = bind(r.of.Operation, q.Order, q.Conditions, identity)
	text, given := r.list.cursor.Lookup(src)
	if !given {
		return true
	}
	p, ok := unseal(r.keys, q.Cursor.Binding, q.Order, text)
	q.Cursor.Position, q.Cursor.Text = &p, text
	return ok
}

// orderOf returns the total order that begins with the terms of the client, in the memory
// of terms if that is large enough. falling is the direction of a parameter of its own.
func (r *Reader) orderOf(terms []paginate.Term, names []string, falling bool) []paginate.Term {
	for _, text := range names {
		desc, name := falling || text[0] == '-', sortedBy(text)
		for _, t := range r.sorting {
			if t.Node.Name == name {
				t.Desc, t.FromClient = desc, true
				terms = append(terms, closed(t))
				break
			}
		}
	}
	return total(terms, r.byDefault, r.tiebreakers)
}

// total returns a total order: the terms of the client, then those of the default order,
// then the tiebreakers in the direction of the term before them. Terms after all
// tiebreakers are left out, as they cannot change the order.
func total(client, byDefault, tiebreakers []paginate.Term) []paginate.Term {
	all := client
	for _, t := range byDefault {
		if !has(all, t) {
			all = append(all, t)
		}
	}
	for _, t := range tiebreakers {
		if !has(all, t) {
			t := open(t)
			t.Desc = len(all) > 0 && all[len(all)-1].Descending()
			all = append(all, closed(t))
		}
	}
	covered := 0
	for i, t := range all {
		if has(tiebreakers, t) {
			covered++
		}
		if covered > 0 && covered == len(tiebreakers) {
			return all[: i+1 : i+1]
		}
	}
	return slices.Clip(all)
}

// has reports whether one of the terms has the property of t.
func has(terms []paginate.Term, t paginate.Term) bool {
	id := open(t).Node.ID
	for i := range terms {
		if open(terms[i]).Node.ID == id {
			return true
		}
	}
	return false
}

// conditions returns the filters that the client gave.
func (r *Reader) conditions(src prop.Source, near *query.Near[paginate.Term, paginate.Condition]) []paginate.Condition {
	if len(r.of.Inputs) == 0 {
		return nil
	}
	out, values := near.Conditions[:0], near.Values[:0]
	for i := range r.of.Inputs {
		in := &r.of.Inputs[i]
		cell, given := codec.CellIn(src, in.ID)
		if !given {
			continue
		}
		start := len(values)
		c := query.Condition{Of: in}
		c.Whole, values = in.Filter.Open(cell, values)
		c.Values = values[start:len(values):len(values)]
		out = append(out, paginate.Condition(seal.New(c)))
	}
	if len(out) == 0 {
		return nil
	}
	return slices.Clip(out)
}
