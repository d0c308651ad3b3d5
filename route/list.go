package route

import (
	"net/http"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// ListRoute is a route that sends a page of Ts.
type ListRoute[T any] struct {
	single
	list
}

// list is the part of a ListRoute without its Go type.
type list struct {
	listing  *pagination.List
	body     media.Body
	items    *codec.Type // of a slice of entities
	item     *codec.Type
	rules    []endpoint.Handler // of AuthorizeInput
	compiled *endpoint.Compiled
}

func (b *ListRoute[T]) with(c change) *ListRoute[T] {
	return (*ListRoute[T])((*listing)(b).with(c))
}

// listing is a [ListRoute] without its Go type: a conversion of pointers leads from one to the other.
type listing struct {
	single
	list
}

func (b *listing) copied() *listing {
	if b == nil {
		return new(listing)
	}
	n := *b
	return &n
}

// with changes the operation of a list.
func (b *listing) with(c change) *listing {
	n := b.copied()
	n.single, n.compiled = edited(n.single, c), new(endpoint.Compiled)
	endpoint.Op(n.single).Draft = listDraft{&n.list}
	return n
}

// changed changes a list, but not its operation.
func (b *listing) changed(change func(*pagination.List) *pagination.List) *listing {
	n := b.copied()
	n.single = endpoint.SingleOf(endpoint.Op(n.single).EditWork(func(o *operation) { o.Draft = listDraft{&n.list} }))
	n.compiled = new(endpoint.Compiled)
	n.listing = change(n.declared())
	return n
}

// List declares a GET on a collection path such as /products. It sends a page of entities,
// {"data": […], "pagination": {…}}, and links to other pages (RFC 8288). The plan determines
// how the list is paginated, and with which parameters and members:
//
//	route.List("/products", products.List(), paginate.ByPage().Default(20).Max(100)).
//		Sorting(name, price, created).
//		Filters(paginate.Equal(status), paginate.AtLeast(price)).
//		Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Product], error) { … })
//
// In an API without an envelope the body is the array alone, and the header Pagination has the
// pagination object as JSON.
func List[T any](path string, item *collection.Body[T], plan paginate.Plan) *ListRoute[T] {
	many := collection.Many(item)
	return (*ListRoute[T])(listingOf(path, item, many, typeOf[T](item), typeOf[[]T](many), plan))
}

func listingOf(path string, item, many codec.Content, one, all *codec.Type, plan paginate.Plan) *listing {
	op := endpoint.New(http.MethodGet, path)
	body := page{media.Of(many), op.Node.At}
	declared := pagination.NewList(plan, rowsOf(item))
	sends(op, media.NodeOf(body), true)
	op.CheckFormat(op.Node.Success.Body, body, all)
	b := &listing{endpoint.SingleOf(op), list{listing: declared, body: body, items: all, item: one, compiled: new(endpoint.Compiled)}}
	op.Draft = listDraft{&b.list}
	return b
}

// declared returns the declaration of the list, which is empty if List did not create the route.
func (l *list) declared() *pagination.List {
	if l.listing == nil {
		return new(pagination.List)
	}
	return l.listing
}

func (b *ListRoute[T]) listed(change func(*pagination.List) *pagination.List) *ListRoute[T] {
	return (*ListRoute[T])((*listing)(b).changed(change))
}

// Sorting lets clients sort the list by these properties: order_by=-price,name.
func (b *ListRoute[T]) Sorting(props ...prop.Prop) *ListRoute[T] {
	return b.listed(sorting(props))
}

// MaxTerms bounds the number of terms in order_by. The default is the number of properties of
// Sorting.
func (b *ListRoute[T]) MaxTerms(n int) *ListRoute[T] {
	return b.listed(maxTerms(n))
}

// DefaultOrder sets the sort order of requests without order_by. It also follows the order of a
// client: DefaultOrder(paginate.Desc(created)).
func (b *ListRoute[T]) DefaultOrder(terms ...paginate.Term) *ListRoute[T] {
	return b.listed(defaultOrder(terms))
}

// Tiebreaker sets the properties that together are unique. They end every sort order, so that
// it is total. The default is the Key of the collection.
func (b *ListRoute[T]) Tiebreaker(props ...prop.Prop) *ListRoute[T] {
	return b.listed(tiebreaker(props))
}

// Filters lets clients filter the list.
func (b *ListRoute[T]) Filters(filters ...paginate.Filterer) *ListRoute[T] {
	return b.listed(filtered(filters))
}

// The functions that change the declaration of a list do not depend on its Go type.

//go:noinline
func sorting(props []prop.Prop) func(*pagination.List) *pagination.List {
	return func(l *pagination.List) *pagination.List { return l.Sorting(props...) }
}

//go:noinline
func maxTerms(n int) func(*pagination.List) *pagination.List {
	return func(l *pagination.List) *pagination.List { return l.MaxTerms(n) }
}

//go:noinline
func defaultOrder(terms []paginate.Term) func(*pagination.List) *pagination.List {
	return func(l *pagination.List) *pagination.List { return l.DefaultOrder(terms...) }
}

//go:noinline
func tiebreaker(props []prop.Prop) func(*pagination.List) *pagination.List {
	return func(l *pagination.List) *pagination.List { return l.Tiebreaker(props...) }
}

//go:noinline
func filtered(filters []paginate.Filterer) func(*pagination.List) *pagination.List {
	return func(l *pagination.List) *pagination.List { return l.Filtered(filters...) }
}

// Handle sets the function that serves the route, and ends its declaration.
func (b *ListRoute[T]) Handle(f func(*Call, paginate.Query) (paginate.Result[T], error)) *Route {
	var serve endpoint.Handler
	if f != nil {
		serve = func(c *endpoint.Call) error {
			res, err := f((*Call)(c), c.Query())
			*place.To[[]T](c.Out()) = res.Items
			c.SetPage(res.More, res.Total)
			return err
		}
	}
	return (*listing)(b).handle(serve)
}

func (b *listing) handle(f endpoint.Handler) *Route {
	if f == nil {
		return unhandled(b.single)
	}
	return b.handled(b.single, f)
}

func (l *list) handled(s single, f endpoint.Handler) *Route {
	own := *l
	return &Route{endpoint.SingleOf(endpoint.Op(s).Edit(func(o *operation) {
		own.completing(o)
		o.Prepare = func() *endpoint.Work {
			p := own.endpoint()
			return &endpoint.Work{In: nothing, Out: own.items, Sender: p, Rules: own.rules, Handle: f, List: p}
		}
	}))}
}

// listDraft is a list as an [endpoint.Draft].
type listDraft struct{ of *list }

// End implements [endpoint.Draft].
func (d listDraft) End(o *operation, f endpoint.Handler) (_ *operation, in, out media.Body) {
	return endpoint.Op(d.of.handled(endpoint.SingleOf(o), f).single), nil, d.of.body
}

func (l *list) endpoint() *endpoint.List {
	return &endpoint.List{Listing: l.declared(), Codec: l.body.Codec(), Item: l.item}
}

// complete returns the operation with all that the list adds to it.
func (l *list) complete(s single) *operation { return endpoint.Op(s).Edit(l.completing) }

// completing adds to an operation what the list does. It is for use within Edit.
func (l *list) completing(o *operation) {
	listing := l.declared()
	o.Fault(listing.Faults()...)
	o.Fault(listing.MembershipFaults()...)
	all := listing.Inputs()
	o.GrowInputs(len(all))
	for _, in := range all {
		n := tree.Input{In: tree.InQuery, Scopes: in.Scopes}
		if in.CSV {
			n.Style = tree.CSV
		}
		o.AddInput(in.Prop, n)
	}
	o.Node.Extensions = append(o.Node.Extensions, listing.Extension())
	body := *o.Node.Success.Body
	body.Beside, body.Inline = listing.PaginationProp()
	body.PageMembers = listing.PageMembers()
	body.Paged = true
	o.Node.Success.Body = &body
}

// page is the body of a list, at the position of the route.
type page struct {
	media.Body
	at tree.Position
}

func (p page) Node() *tree.Body {
	n := *p.Body.Node()
	n.At = p.at
	return &n
}

// Err returns the faults of the declaration, as Build does for the lists of an API, or nil.
// Programs that use a list for [ListRoute.Parse] alone call it when they start.
func (b *ListRoute[T]) Err() error {
	_, err := b.parser(b.single)
	return err
}

// Parse reads a query without HTTP, for tests of its handler. The error is
// [prop.Violations], a [*render.Problem] if the query is malformed, or has the faults of the
// declaration, as that of [ListRoute.Err].
func (b *ListRoute[T]) Parse(rawQuery string) (paginate.Query, error) {
	read, err := b.parser(b.single)
	if err != nil {
		return paginate.Query{}, err
	}
	return read(rawQuery)
}

func (l *list) parser(s single) (func(rawQuery string) (paginate.Query, error), error) {
	return l.complete(s).Parser(l.endpoint(), l.items)
}

func rowsOf(b codec.Content) codec.Rows {
	if c := codec.BodyOf(b); c != nil {
		return c.Rows
	}
	return nil
}
