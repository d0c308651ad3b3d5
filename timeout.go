package tenon

import (
	"time"
)

// Timeout bounds how long a handler may take, on every route that does not say
// otherwise with its own Timeout: its context ends then, and an error that wraps
// context.DeadlineExceeded is answered with the problem 503 timeout. Routes that
// read a route.Stream, or answer with events or lines, have none: how long that takes
// is up to the client. It is above 0.
//
// A handler that does not look at its context is not cut off: a limit on that is
// the server's ([WriteTimeout]).
func (a API) Timeout(after time.Duration) API {
	if after <= 0 {
		return a.fault("Timeout(%v) is not above 0", after)
	}
	return a.edit(func(d *declaration) { d.timeout = after })
}
