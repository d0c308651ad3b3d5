package drain

import "context"

type key struct{}

// Context returns a context that carries stopping, which ends when the server
// begins to stop.
func Context(ctx, stopping context.Context) context.Context {
	return context.WithValue(ctx, key{}, stopping)
}

// Of returns what [Context] put into ctx; nil if it did not.
func Of(ctx context.Context) context.Context {
	stopping, _ := ctx.Value(key{}).(context.Context)
	return stopping
}
