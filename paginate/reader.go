package paginate

import (
	"context"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Reader makes queries of requests, and what stands beside the entities of an
// answer. It is safe for concurrent use, and for sibling packages.
type Reader struct {
	listing   Listing
	operation string
	sorting   []Term
	usual     []Term
	unique    []Term
	order     []Term // where the client asks for none
	inputs    []readerInput
	envelope  codec.Codec
	guarded   []hiddenInput
}

// readerInput is a filter of a list.
type readerInput struct {
	of   *filter
	id   *ir.ID
	name string
}

// Compile makes the reader of a list without faults. The operation is what tells
// the list from others, such as "GET /products": cursors are valid only for it.
func (l Listing) Compile(key ir.Key, operation string) *Reader {
	r := &Reader{
		listing: l, operation: operation, envelope: l.plan.envelope().codec(ir.Key{}),
		sorting: terms(l.sorting), usual: terms(l.usual), unique: terms(l.unique),
	}
	r.order = total(nil, r.usual, r.unique)
	for _, f := range l.filters {
		n := f.Input(key).Prop.Node(key)
		r.inputs = append(r.inputs, readerInput{f.filter(), n.ID, n.Name})
	}
	return r
}

func terms(steps []step) []Term {
	out := make([]Term, len(steps))
	for i, s := range steps {
		out[i] = s.Term
	}
	return out
}

// String names the list in a panic.
func (r *Reader) String() string {
	if r == nil {
		return "the filters of a query that no request made"
	}
	return "the filters of " + r.operation
}

// filters reports whether a filter is one of the list's.
func (r *Reader) filters(id *ir.ID) bool {
	if r != nil {
		for i := range r.inputs {
			if r.inputs[i].id == id {
				return true
			}
		}
	}
	return false
}

// Read makes the query of parameters that have been parsed and are sound. A
// cursor that is not one of this list, with this order and these filters, is
// noted in rep.
func (r *Reader) Read(ctx context.Context, src prop.Source, rep *codec.Report) (Query, bool) {
	l := &r.listing
	q := newQuery(l.plan.kind)
	q.reader, q.limit, q.counts, q.order = r, l.limit.Get(src), l.plan.total == Always, r.order
	if l.plan.total == OnRequest {
		q.counts = l.count.Get(src)
	}
	if l.sortable() {
		if asked := l.orderBy.Get(src); len(asked) > 0 {
			q.order = r.asked(q.near.order[:0], asked)
		}
	}
	q.conditions = r.conditions(src, &q.near)
	switch l.plan.kind {
	case byPage:
		q.page = l.page.Get(src)
		q.offset = (q.page - 1) * q.limit
	case byOffset:
		q.offset = l.offset.Get(src)
	case byCursor:
		if !r.locate(ctx, q, src) {
			mark := rep.Mark()
			rep.Add(codec.Cursor)
			rep.Parameter(mark, ir.InQuery, l.cursor.Name())
			return Query{}, false
		}
	}
	return Query{q}, true
}

// locate reads the cursor.
func (r *Reader) locate(ctx context.Context, q *query, src prop.Source) bool {
	identity := ""
	if r.listing.plan.bound != nil {
		identity = r.listing.plan.bound(ctx)
	}
	q.at.binding = bind(r.operation, q.order, q.conditions, identity)
	text, given := r.listing.cursor.Lookup(src)
	if !given {
		return true
	}
	p, ok := unseal(r.listing.plan.keys, q.at.binding, q.order, text)
	q.at.position, q.at.cursor = &p, text
	return ok
}

// asked is the total order that begins with what the client asks for, in room if
// there is enough.
func (r *Reader) asked(room []Term, names []string) []Term {
	asked := room
	for _, text := range names {
		desc, name := text[0] == '-', sortedBy(text)
		for _, t := range r.sorting {
			if t.node.Name == name {
				t.desc, t.asked = desc, true
				asked = append(asked, t)
				break
			}
		}
	}
	return total(asked, r.usual, r.unique)
}

// conditions are the filters that the client gave.
func (r *Reader) conditions(src prop.Source, near *near) []Condition {
	if len(r.inputs) == 0 {
		return nil
	}
	out, values := near.conditions[:0], near.values[:0]
	for i := range r.inputs {
		in := &r.inputs[i]
		cell, given := src.Cell(ir.Key{}, in.id)
		if !given {
			continue
		}
		start := len(values)
		c := Condition{in: in}
		c.whole, values = in.of.open(cell, values)
		c.values = values[start:len(values):len(values)]
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil
	}
	return slices.Clip(out)
}

// near is where the order and the conditions of most queries are.
type near struct {
	order      [3]Term
	conditions [2]Condition
	values     [2]any
}
