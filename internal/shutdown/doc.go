// Package shutdown tells handlers of long responses that the server shuts down.
//
//	ctx = shutdown.Context(ctx, stopping) // the server, for every request
//	stopping := shutdown.Of(ctx)          // a handler; nil if no server has set it
package shutdown
