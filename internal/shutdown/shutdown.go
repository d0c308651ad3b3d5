package shutdown

import "context"

type key struct{}

// Context returns a context that carries stopping, which is canceled when the server begins
// to shut down.
func Context(ctx, stopping context.Context) context.Context {
	return context.WithValue(ctx, key{}, stopping)
}

// Of returns the context that [Context] put into ctx; nil if there is none.
func Of(ctx context.Context) context.Context {
	stopping, _ := ctx.Value(key{}).(context.Context)
	return stopping
}
