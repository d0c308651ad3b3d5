package webhook

import (
	"context"
	"net/http"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/edge"
)

// once deduplicates messages by their ID.
type once struct {
	store idempotency.Store
	scope string
	ttl   time.Duration
}

// Once makes [Verifier.Wrap] deduplicate messages: after a response of 2xx, the next attempts
// with the same webhook-id get 204 without calling the handler. After any other response the
// next attempt calls it again. The ttl must be longer than the sender
// retries, such as a week. The scope is the name of the sender, whose IDs it may share with
// others in the store.
//
// A receiver that crashes between the work of its handler and the record of the store leaves a
// reservation, and attempts get 409 until it ends: give the store a lease. A handler that works
// in a database does better to insert the ID in the transaction of its work; it then works
// exactly once.
func (v Verifier) Once(store idempotency.Store, scope string, ttl time.Duration) Verifier {
	v.once = nil
	if store != nil {
		v.once = &once{store, scope, ttl}
	}
	return v
}

func (o *once) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := idempotency.KeyOf("webhook "+o.scope, r.Header.Get(HeaderID))
		// The ID alone identifies a message: its sender may write the same payload in two ways.
		out, err := o.store.Reserve(r.Context(), key, idempotency.FingerprintOf(nil), o.ttl)
		switch {
		case err != nil:
			Unavailable.Cause(err).ServeHTTP(w, r)
			return
		case out.State == idempotency.Completed:
			w.WriteHeader(out.Response.Status)
			return
		case out.State != idempotency.Started:
			w.Header().Set("Retry-After", "5")
			InProgress.ServeHTTP(w, r)
			return
		}
		ctx := context.WithoutCancel(r.Context()) // the sender may go away
		sent := &edge.Writer{ResponseWriter: w}
		done := false
		defer func() {
			if !done { // a panic, which passes on
				_ = o.store.Release(ctx, key, out.Ticket)
			}
		}()
		next.ServeHTTP(sent.Keep(), r)
		done = true
		if sent.Status == 0 || sent.Status/100 == 2 { // without a status it is 200
			// The response is sent already. Without the record, the next attempt works again.
			_ = o.store.Complete(ctx, key, out.Ticket, idempotency.Response{Status: http.StatusNoContent})
			return
		}
		_ = o.store.Release(ctx, key, out.Ticket)
	})
}
