// Package drain lets a server tell those who answer for long that it stops.
//
//	ctx = drain.Context(ctx, stopping)  // the server, for every request
//	stopping := drain.Of(ctx)           // who answers; nil where nobody tells
package drain
