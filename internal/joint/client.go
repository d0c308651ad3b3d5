package joint

import "context"

type clientKey struct{}

// WithClient returns a context with the client of a request, to which the space that it takes in a store
// counts: an identity or an address, which it cannot choose.
func WithClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// ClientOf returns the client that [WithClient] has put into a context, or "".
func ClientOf(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}
