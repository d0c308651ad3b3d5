package endpoint

import (
	"context"
	"errors"
	"sync"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Callable is a route as clients call it.
type Callable struct {
	Operation func() *Operation
	In, Out   media.Body  // In is nil if requests have no body
	Type      *codec.Type // of the response value
	Compiled  *Compiled
	Page      pagination.Shape // of a list
}

// Compiled caches what package client compiles of a route at its first call.
type Compiled struct {
	once sync.Once
	v    any
}

// Get returns what compile returned at the first call.
func (c *Compiled) Get(compile func() any) any {
	c.once.Do(func() { c.v = compile() })
	return c.v
}

// Client sends calls. It is an interface, because package client, which implements it, imports this
// one.
type Client interface {
	// Call sends a request with the body at in, and receives the value at out.
	Call(ctx context.Context, k *Callable, in, out place.Addr, args []prop.Arg) error
	// Pages receives the pages of a list, one after the other, into the slice at items, while
	// next returns true.
	Pages(ctx context.Context, k *Callable, items place.Addr, args []prop.Arg, next func(more bool, total int) bool) error
}

// ClientCore is embedded by client.Client.
type ClientCore struct{ client Client }

// ClientCoreOf returns what client.Client embeds.
func ClientCoreOf(c Client) ClientCore { return ClientCore{c} }

func (c ClientCore) opened() Client { return c.client }

// ClientOf returns the Client of a client.Client.
func ClientOf(c interface{ opened() Client }) Client {
	if client := c.opened(); client != nil {
		return client
	}
	return noClient{}
}

// noClient is the Client of a zero client.Client.
type noClient struct{}

var errNoClient = errors.New("tenon: the client was not created by client.New or client.Local")

func (noClient) Call(context.Context, *Callable, place.Addr, place.Addr, []prop.Arg) error {
	return errNoClient
}

func (noClient) Pages(context.Context, *Callable, place.Addr, []prop.Arg, func(bool, int) bool) error {
	return errNoClient
}
