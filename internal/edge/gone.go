package edge

import (
	"context"
	"net/http"
)

// StatusGone is the status of a response that no client waits for any more, for logs and metrics. nginx
// has introduced it.
const StatusGone = 499

// Gone reports whether the client of a request has gone: net/http cancels its context, without a
// cause.
func Gone(r *http.Request) bool {
	return context.Cause(r.Context()) == context.Canceled
}
