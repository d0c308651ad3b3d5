package route

import (
	"context"
	"errors"
	"sync"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// clientOperation is what calls of a route need; it is made at the first of them.
type clientOperation struct {
	once sync.Once
	*requestBuilder
	in  requestEncoder
	out responseDecoder
}

// ready makes what calls need, or tells why there is none.
func (k *clientOperation) ready(op *Operation, in, out body) error {
	if k == nil {
		return errors.New("tenon: a route that was not started by a function such as route.Get cannot be called")
	}
	k.once.Do(func() {
		if k.requestBuilder = newCaller(op); k.fault != nil {
			return
		}
		if k.out = receiverOf(out); in != nil {
			k.in = senderOf(in)
		}
	})
	return k.fault
}

// call sends a request with content, and reads the answer into a place.
func (x exchange) call(ctx context.Context, op *Operation, client *Client, in, out place.Addr, given []prop.Arg) error {
	k := x.calls
	if err := k.ready(op, x.in, x.out); err != nil {
		return err
	}
	var rep codec.Report
	q := k.ask(&rep, given)
	var body content
	var err error
	if k.in != nil {
		body, err = k.in.send(&rep, in)
	}
	if err = refused(&rep, err); err != nil {
		return err
	}
	return client.send(ctx, k.requestBuilder, q, body, func(a *clientResponse) error { return k.out.receive(a, out) })
}

// Call asks a server that has the route, wherever it is:
//
//	product, err := show.Call(ctx, client, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//
// The route is the one before Handle, so that it may stand in a package of its
// own, which a server and its clients share. Each input is a value of a property
// that the route declares.
//
// An input that the route does not declare, one that is missing, and values that
// break their rules are [prop.Violations], the ones that the server would answer
// with, and nothing is sent. So is a value that would arrive as another, such as
// a list with a comma in a header: its code is unsendable. After that, the error
// is a [*ProblemError] where the server answered with a problem, a [*UnexpectedResponseError] where
// it answered with what the route does not declare, [ErrNotModified], or that of the
// transport.
//
// The answer of a newer server may have members that the route does not know; they
// are passed over. Members that it must have, and the rules of its values, are
// checked.
func (r *ReadRoute[Out]) Call(ctx context.Context, client Client, inputs ...prop.Arg) (Out, error) {
	out := new(Out)
	if err := r.call(ctx, r.op, &client, place.Addr{}, place.Of(out), inputs); err != nil {
		return *new(Out), err
	}
	return *out, nil
}

// Call asks a server that has the route, wherever it is; see [ReadRoute.Call]:
//
//	created, err := create.Call(ctx, client, draft)
//
// A patch or a replacement to send is made with Parse of the body,
// products.Update().Parse([]byte(`{"price": 900}`)). Rules that the server checks
// against what a request has, such as that a member is there at all, hold of a Go
// value by itself.
//
// A call of a route that is [WriteRoute.Idempotent] has an Idempotency-Key of its own,
// with which it may be sent again, unless [IdempotencyKey] gives it one.
func (w *WriteRoute[In, Out]) Call(ctx context.Context, client Client, in In, inputs ...prop.Arg) (Out, error) {
	out := new(Out)
	if err := w.call(ctx, w.op, &client, place.Of(&in), place.Of(out), inputs); err != nil {
		return *new(Out), err
	}
	return *out, nil
}

// refused is why a request is not sent; nil if nothing is against it.
func refused(rep *codec.Report, err error) error {
	if err != nil {
		return err
	}
	if vs := codec.Gather[prop.Violations](rep); vs != nil {
		return vs
	}
	return nil
}
