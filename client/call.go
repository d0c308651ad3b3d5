package client

import (
	"context"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Call implements [endpoint.Client].
func (s *settings) Call(ctx context.Context, k *endpoint.Callable, in, out place.Addr, args []prop.Arg) error {
	op, err := operationOf(k)
	if err != nil {
		return err
	}
	var rep codec.Report
	q := op.request(&rep, args)
	var body media.Content
	if op.in != nil {
		body, err = op.in.Encode(&rep, in)
	}
	if err == nil {
		err = invalid(&rep)
	}
	if err != nil {
		return err
	}
	return s.send(ctx, op, q, body, func(a *media.Response) error { return op.out.Receive(a, out) })
}

// invalid returns the violations of a request that is not sent; nil if there are none.
func invalid(rep *codec.Report) error {
	if vs := codec.Gather[prop.Violations](rep); vs != nil {
		return vs
	}
	return nil
}
