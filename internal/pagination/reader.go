package pagination

import (
	"context"
	"net/url"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Reader reads queries from requests and writes what responses have beside the entities.
// It is safe for concurrent use.
type Reader struct {
	list  *List
	of    query.List
	pages query.Pages[paginate.Term, paginate.Condition]
	// The parameters that are not of the pages; nil: there is none.
	limit, count, orderBy, direction *tree.ID

	sorting     []query.Term
	byDefault   []paginate.Term
	tiebreakers []paginate.Term
	order       []paginate.Term // of requests without order_by
	envelope    codec.Codec     // nil: responses do not describe the page
	before      []byte          // the text before it in the envelope
	parameter   string          // the one that differs from page to page
	escaped     string          // as in a URI
	also        string          // another such parameter, of lists by key
	hidden      []hiddenInput
}

// Compile returns the reader of a list without faults. The operation identifies the list,
// such as "GET /products": cursors are valid only for it.
func (l *List) Compile(operation string) *Reader {
	r := &Reader{
		list: l, of: query.List{Operation: operation}, limit: idOf(l.limit), orderBy: idOf(l.orderBy), direction: idOf(l.direction),
		byDefault: known(l.byDefault), tiebreakers: known(l.tiebreakers),
	}
	if l.plan.Total == query.OnRequest {
		r.count = idOf(l.count)
	}
	if l.envelope.Node != nil {
		r.envelope = l.envelope.Codec()
		r.before = append(quoted([]byte{','}, l.envelope.Node.Name), ':')
	}
	r.pages = l.pager.Compile(&r.of, l.rows)
	position := l.pager.Parameters()
	r.parameter = position[0].Name()
	if len(position) > 1 {
		r.also = position[1].Name()
	}
	r.escaped = url.QueryEscape(r.parameter)
	for i := range l.sorting {
		r.sorting = append(r.sorting, l.sorting[i].Term)
	}
	r.order = total(nil, r.byDefault, r.tiebreakers)
	for _, f := range l.filters {
		r.of.Inputs = append(r.of.Inputs, query.Input{Filter: f.Filter, ID: f.Node.ID, Name: f.Node.Name})
	}
	return r
}

func idOf(p prop.Prop) *tree.ID {
	if p == nil {
		return nil
	}
	return property.NodeOf(p).ID
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
	q.List, q.Limit, q.NeedsTotal, q.Order = &r.of, *cellOf[int](src, r.limit), l.plan.Total == query.Always, r.order
	if r.count != nil {
		q.NeedsTotal = *cellOf[bool](src, r.count)
	}
	if r.orderBy != nil {
		if names := *cellOf[[]string](src, r.orderBy); len(names) > 0 {
			falling := r.direction != nil && *cellOf[string](src, r.direction) == directions[1]
			q.Order = r.orderOf(q.Near.Order[:0], names, falling)
		}
	}
	q.Conditions = r.conditions(src, &q.Near)
	if !r.pages.Read(ctx, q, src, rep) {
		return paginate.Query{}, false
	}
	return paginate.Query(seal.New(q)), true
}

// cellOf returns the cell of a parameter, which every request has.
func cellOf[V any](src prop.Source, id *tree.ID) *V {
	cell, _ := codec.CellIn(src, id)
	return cell.(*V)
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
