package route

import (
	"context"
	"iter"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// Call sends a request to a server that has the route:
//
//	product, err := show.Call(ctx, c, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//
// The route is the one before Handle, so that it can be in a package of its own, which a server
// and its clients share. The arguments are values of properties that the route declares.
//
// Undeclared and missing arguments and invalid values are [prop.Violations], as the server
// would return them, and nothing is sent. A value that would arrive as another, such as a list
// with a comma in a header, is a violation with the code unsendable. Package client describes
// other errors.
//
// The response of a newer server may have members that the route does not declare; they are
// ignored. Required members and rules are checked.
func (b *ReadRoute[Out]) Call(ctx context.Context, c client.Client, args ...prop.Arg) (Out, error) {
	out := new(Out)
	if err := b.call(ctx, b.single, c, place.Addr{}, place.Of(out), args); err != nil {
		return *new(Out), err
	}
	return *out, nil
}

// Call sends a request to a server that has the route; see [ReadRoute.Call]:
//
//	created, err := create.Call(ctx, c, draft)
//
// Parse of the body returns a patch or a replacement to send:
// products.Update().Parse([]byte(`{"price": 900}`)). Rules about the text of a request, such as
// that a member is required, do not apply to Go values.
//
// A call of a route that is [WriteRoute.Idempotent] has an Idempotency-Key of its own, unless
// client.IdempotencyKey sets one, so that it may be sent again.
func (b *WriteRoute[In, Out]) Call(ctx context.Context, c client.Client, in In, args ...prop.Arg) (Out, error) {
	out := new(Out)
	if err := b.call(ctx, b.single, c, place.Of(&in), place.Of(out), args); err != nil {
		return *new(Out), err
	}
	return *out, nil
}

func (x exchange) call(ctx context.Context, s single, c client.Client, in, out place.Addr, args []prop.Arg) error {
	k := &endpoint.Callable{
		Operation: func() *operation { return endpoint.Op(s) },
		In:        x.in, Out: x.out, Type: x.to, Compiled: x.compiled,
	}
	return endpoint.ClientOf(c).Call(ctx, k, in, out, args)
}

// Call gets one page of the list; see [ReadRoute.Call]:
//
//	page, err := list.Call(ctx, c, minPrice.Is(100), paginate.OrderBy(paginate.Desc(price)), paginate.Limit(50))
//
// The total is set if the response has it.
func (b *ListRoute[T]) Call(ctx context.Context, c client.Client, args ...prop.Arg) (paginate.Result[T], error) {
	var page paginate.Result[T]
	err := b.pages(ctx, b.single, c, place.Of(&page.Items), args, func(more bool, total int) bool {
		page.More, page.Total = more, total
		return false
	})
	if err != nil {
		return paginate.Result[T]{}, err
	}
	return page, nil
}

// Walk returns all entities of the list, beginning with the page of the arguments. It requests
// each page when the caller ranges over it:
//
//	for product, err := range list.Walk(ctx, c, paginate.Limit(100)) {
//		if err != nil {
//			return err
//		}
//		…
//	}
//
// It follows the links to next pages (RFC 8288), but uses only their query: the client knows
// the host and the path. An error ends it.
func (b *ListRoute[T]) Walk(ctx context.Context, c client.Client, args ...prop.Arg) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var items []T
		stopped := false
		err := b.pages(ctx, b.single, c, place.Of(&items), args, func(bool, int) bool {
			for _, item := range items {
				if !yield(item, nil) {
					stopped = true
					return false
				}
			}
			return true
		})
		if err != nil && !stopped {
			yield(*new(T), err)
		}
	}
}

func (l list) pages(ctx context.Context, s single, c client.Client, items place.Addr, args []prop.Arg, next func(more bool, total int) bool) error {
	if l.compiled != nil { // otherwise the list has no constructor, which is reported
		args = l.declared().Args(args)
	}
	k := &endpoint.Callable{
		Operation: func() *operation { return l.complete(s) },
		Out:       l.body, Type: l.items, Compiled: l.compiled, Page: l.declared().Shape(),
	}
	return endpoint.ClientOf(c).Pages(ctx, k, items, args, next)
}
