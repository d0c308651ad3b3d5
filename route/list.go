package route

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// ListRoute is a route that answers with a page of Ts.
type ListRoute[T any] struct {
	op    *Operation
	spec  pagination.List
	page  page
	rules []func(*Call, paginate.Query) error // of Allow
	calls *clientOperation
}

func (l *ListRoute[T]) with(op *Operation) *ListRoute[T] {
	var n ListRoute[T]
	if l != nil {
		n = *l
	}
	n.op, n.calls = op, new(clientOperation)
	return &n
}

// List declares a GET on a collection path such as /products, which answers with
// a page of entities, {"data": […], "pagination": {…}}, and links to the pages
// around it (RFC 8288). The plan says how the list is cut, and which parameters
// and members that takes:
//
//	route.List("/products", products.List(), paginate.ByPage().Default(20).Max(100)).
//		Sorting(name, price, created).
//		Filters(paginate.Equal(status), paginate.AtLeast(price)).
//		Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Product], error) { … })
//
// In an API without an envelope the content is the list alone. The header Pagination
// has what would stand next to it, as JSON.
func List[T any](path string, item *collection.Body[T], plan paginate.Plan) *ListRoute[T] {
	op := operation(http.MethodGet, path)
	l := &ListRoute[T]{spec: pagination.NewList(plan, rowsOf(item))}
	l.page = page{jsonBody{codec.BodyOf(collection.Many(item))}, callsite.Here()}
	op.answers(nodeOf(l.page), true)
	op.probe(op.Node.Success.Body, tried(l.page.jsonBody, codec.TypeOf[[]T]()))
	return l.with(op)
}

// specified changes what is declared of the list.
func (l *ListRoute[T]) specified(change func(pagination.List) pagination.List) *ListRoute[T] {
	n := l.with(l.op)
	n.spec = change(n.spec)
	return n
}

// Sorting lets clients order the list by these properties, order_by=-price,name.
func (l *ListRoute[T]) Sorting(props ...prop.Prop) *ListRoute[T] {
	return l.specified(func(s pagination.List) pagination.List { return s.Sorting(props...) })
}

// MaxTerms bounds how many properties a client may order by at once; without it,
// by each of those that Sorting names.
func (l *ListRoute[T]) MaxTerms(n int) *ListRoute[T] {
	return l.specified(func(s pagination.List) pagination.List { return s.MaxTerms(n) })
}

// DefaultOrder is the order of the list where the client asks for none, and after what
// it asks for: Order(paginate.Desc(created)).
func (l *ListRoute[T]) DefaultOrder(terms ...paginate.Term) *ListRoute[T] {
	return l.specified(func(s pagination.List) pagination.List { return s.DefaultOrder(terms...) })
}

// Tiebreaker names the properties that together tell every two entities apart. They
// end every order, so that it is total. Without it they are what the collection
// marks with Key.
func (l *ListRoute[T]) Tiebreaker(props ...prop.Prop) *ListRoute[T] {
	return l.specified(func(s pagination.List) pagination.List { return s.Tiebreaker(props...) })
}

// Filters lets clients narrow the list.
func (l *ListRoute[T]) Filters(filters ...paginate.Filterer) *ListRoute[T] {
	return l.specified(func(s pagination.List) pagination.List { return s.Filtered(filters...) })
}

// Handle sets the function that serves the route, and ends its declaration.
func (l *ListRoute[T]) Handle(f func(*Call, paginate.Query) (paginate.Result[T], error)) *Route {
	if f == nil {
		return faulty(l.op, ir.Faultf("Handle(nil): there is no function to call"))
	}
	op := l.complete().edit(func(o *Operation) {
		o.prepare = func() endpoint {
			return &lister[T]{spec: l.spec, codec: l.page.Codec(), rules: l.rules, f: f}
		}
	})
	return (*Route)(nil).with(op)
}

// complete returns the operation with everything that the list adds to it.
func (l *ListRoute[T]) complete() *Operation {
	spec := l.spec
	return l.op.edit(func(o *Operation) {
		for _, f := range slices.Concat(spec.Faults(), spec.MembershipFaults()) {
			o.fault(f)
		}
		for _, in := range spec.Inputs() {
			p := in.Prop
			if in.CSV {
				p = CSV(p)
			}
			o.add(ir.InQuery, []prop.Prop{p})
			o.Node.Inputs[len(o.Node.Inputs)-1].Scopes = in.Scopes
		}
		o.Node.Extensions = append(o.Node.Extensions, spec.Extension())
		body := *o.Node.Success.Body
		body.Beside = spec.PaginationProp()
		o.Node.Success.Body = &body
	})
}

// page is the body of a list.
type page struct {
	jsonBody
	at callsite.PC
}

func (p page) Node() *ir.Body {
	n := *p.jsonBody.Node()
	n.At = p.at
	return &n
}

func rowsOf(b codec.Content) codec.Rows {
	if c := codec.BodyOf(b); c != nil {
		return c.Rows
	}
	return nil
}

// lister serves a list.
type lister[T any] struct {
	spec  pagination.List
	codec codec.Codec
	rules []func(*Call, paginate.Query) error
	f     func(*Call, paginate.Query) (paginate.Result[T], error)

	reader *pagination.Reader
	names  map[string]bool // of the list's own parameters
}

// listed are the Go values of one exchange.
type listed[T any] struct {
	query  paginate.Query
	result paginate.Result[T]
	answer pagination.PageInfo
}

// Len and Entity implement [pagination.Entities].
func (v *listed[T]) Len() int         { return len(v.result.Items) }
func (v *listed[T]) Entity(i int) any { return &v.result.Items[i] }

func (l *lister[T]) compile(op *ir.Operation) {
	l.reader = l.spec.Compile(op.Method + " " + op.Path)
	l.reader.SetVisibility(ir.VisibilityOf(op.Success.Body.Prop))
	l.names = map[string]bool{}
	for _, in := range l.spec.Inputs() {
		l.names[in.Prop.Name()] = true
	}
}

func (l *lister[T]) place() any                         { return new(listed[T]) }
func (l *lister[T]) choices() [][]string                { return nil }
func (l *lister[T]) load(*Endpoint, *Call, int) error   { return nil }
func (l *lister[T]) decode(*Endpoint, *Call, int) error { return nil }
func (l *lister[T]) reset(c *Call)                      { *c.place.(*listed[T]) = listed[T]{} }

// assemble makes the query of the parameters, unless one of them is wrong.
func (l *lister[T]) assemble(c *Call) {
	rep := &c.decoder.Report
	l.reader.RejectHidden(c, rep)
	if rep.Since(0) {
		list, more := rep.Violations()
		for i := range list {
			if list[i].In == ir.InQuery && l.names[list[i].Name] {
				return
			}
		}
		if more > 0 {
			return
		}
	}
	c.place.(*listed[T]).query, _ = l.reader.Read(c.Context(), c, rep)
}

func (l *lister[T]) allow(c *Call) error {
	for _, rule := range l.rules {
		if err := rule(c, c.place.(*listed[T]).query); err != nil {
			return err
		}
	}
	return nil
}

func (l *lister[T]) handle(c *Call) (err error) {
	v := c.place.(*listed[T])
	v.result, err = l.f(c, v.query)
	return err
}

func (l *lister[T]) send(e *Endpoint, c *Call, a *ir.Response) error {
	v := c.place.(*listed[T])
	var err error
	if v.answer, err = l.reader.PageInfo(v.query, v, v.result.More, v.result.Total); err != nil {
		return err
	}
	if err := checked(e, c.encoder.Grants, l.codec, place.Of(&v.result.Items)); err != nil {
		return err
	}
	c.encoder.Reset(append(c.encoder.B[:0], e.env.Before...))
	l.codec.Encode(&c.encoder, place.Of(&v.result.Items))
	if err := c.encoder.Err(); err != nil {
		return unwritable(e, err)
	}
	if len(e.env.After) > 0 { // inside the envelope
		c.encoder.B = append(c.encoder.B, `,"pagination":`...)
		l.reader.Append(&c.encoder, &v.answer)
	} else {
		l.beside(c, &v.answer)
	}
	c.writeLinked(a.Status, append(c.encoder.B, e.env.After...), &v.answer)
	return nil
}

// beside sends what a page tells of itself where there is no envelope: in the header,
// as the JSON that would stand next to the list.
func (l *lister[T]) beside(c *Call, a *pagination.PageInfo) {
	h, mark := c.w.Header(), len(c.encoder.B)
	if h[ir.Pagination] != nil { // the route sends its own
		return
	}
	l.reader.Append(&c.encoder, a)
	h[ir.Pagination] = []string{string(c.encoder.B[mark:])}
	c.encoder.B = c.encoder.B[:mark]
}

// Err returns the faults of the declaration, as Build does for the lists of an API; nil
// if there are none. A program that uses a list for [ListRoute.Parse] alone asks for it
// when it starts.
func (l *ListRoute[T]) Err() error {
	_, err := l.parser()
	return err
}

// Parse reads a query without HTTP, for tests of what serves it. The error is
// [prop.Violations], a [*render.Problem] where the query is malformed, or has the
// faults of the declaration, as that of [ListRoute.Err].
func (l *ListRoute[T]) Parse(rawQuery string) (paginate.Query, error) {
	read, err := l.parser()
	if err != nil {
		return paginate.Query{}, err
	}
	return read(rawQuery)
}
