package tree

import (
	"slices"
	"time"
)

// Idempotency describes how an operation handles an Idempotency-Key.
type Idempotency struct {
	At       Position
	TTL      time.Duration // how long a key stays reserved
	Scoped   bool          // the route sets the scope of keys
	Required bool          // a request without a key is rejected
	Kept     bool          // there is a store; without it keys are only required
	Key      *Prop         // the header of a request
	Replayed *Prop         // the response header of a replay
}

// The headers of operations with idempotency.
const (
	IdempotencyKey     = "Idempotency-Key"
	IdempotentReplayed = "Idempotent-Replayed"
)

// The problems of operations with idempotency.
var (
	KeyMissing     = BuiltinProblem{400, "idempotency_key_missing", "The request has no Idempotency-Key."}
	KeyInUse       = BuiltinProblem{409, "idempotency_key_in_use", "The first request with this Idempotency-Key is still in progress."}
	KeyReused      = BuiltinProblem{422, "idempotency_key_reused", "The Idempotency-Key was used for another request."}
	KeyUnavailable = BuiltinProblem{503, "idempotency_unavailable", "The idempotency store is unavailable; try again later."}
)

// Retried reports whether the problem has Retry-After (RFC 9110 §10.2.3).
func (r BuiltinProblem) Retried() bool {
	return r == KeyInUse || r == KeyUnavailable || r == RateLimited || r == RateLimitUnavailable || r == TooManyStreams
}

// AllInputs returns the inputs of the operation, including those that the library itself reads.
func (o *Operation) AllInputs() []Input {
	all := append(slices.Clip(o.Inputs), o.conditions()...)
	if o.Idempotency != nil {
		all = append(all, Input{Prop: o.Idempotency.Key, In: InHeader})
	}
	return o.traced(all)
}

// AllSends returns the response headers of the operation, including those that the library
// itself sends.
func (o *Operation) AllSends() []*Prop { return o.withSends(o.ResponseHeaders) }

// SentWith returns the headers of a response, including those that the library itself sends.
func (o *Operation) SentWith(r *Response) []*Prop {
	if !r.OwnHeaders {
		return o.AllSends()
	}
	return o.withSends(r.Headers)
}

// DeclaredHeaders returns the headers of all successful responses, each once.
func (o *Operation) DeclaredHeaders() []*Prop {
	all := withHeaders(o.ResponseHeaders, &o.Success)
	for i := range o.Also {
		all = withHeaders(all, &o.Also[i])
	}
	return all
}

func withHeaders(all []*Prop, r *Response) []*Prop {
	for _, p := range r.Headers {
		if !slices.Contains(all, p) {
			all = append(slices.Clip(all), p)
		}
	}
	return all
}

func (o *Operation) withSends(all []*Prop) []*Prop {
	if o.Idempotency != nil {
		all = append(slices.Clip(all), o.Idempotency.Replayed)
	}
	return o.answered(all)
}
