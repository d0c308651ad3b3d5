package ir

import (
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/callsite"
)

// Idempotency says that an operation does the work of a request with an
// Idempotency-Key once.
type Idempotency struct {
	At       callsite.PC
	TTL      time.Duration // how long a key is remembered
	Scoped   bool          // the route says what stands for a client
	Required bool          // a request without a key is refused
	Kept     bool          // there is a store; without it there is only the demand for a key
	Key      *Prop         // the header of a request
	Replayed *Prop         // the header of an answer that is given again
}

// Headers that an operation with idempotency has.
const (
	IdempotencyKey     = "Idempotency-Key"
	IdempotentReplayed = "Idempotent-Replayed"
)

// The refusals of an operation with idempotency.
var (
	KeyMissing     = BuiltinProblem{400, "idempotency_key_missing", "The request has no Idempotency-Key."}
	KeyInUse       = BuiltinProblem{409, "idempotency_key_in_use", "The first request with this Idempotency-Key has not ended yet."}
	KeyReused      = BuiltinProblem{422, "idempotency_key_reused", "The Idempotency-Key was used for another request."}
	KeyUnavailable = BuiltinProblem{503, "idempotency_unavailable", "The idempotency store is unavailable; try again later."}
)

// Retried reports whether the refusal tells when to try again, with Retry-After
// (RFC 9110 §10.2.3).
func (r BuiltinProblem) Retried() bool {
	return r == KeyInUse || r == KeyUnavailable || r == RateLimited || r == RateLimitUnavailable || r == TooManyStreams
}

// AllInputs are the inputs of the operation and those that the library reads
// itself.
func (o *Operation) AllInputs() []Input {
	all := append(slices.Clip(o.Inputs), o.conditions()...)
	if o.Idempotency != nil {
		all = append(all, Input{Prop: o.Idempotency.Key, In: InHeader})
	}
	return o.traced(all)
}

// AllSends are the headers that the operation's successes carry and those that the
// library sends itself.
func (o *Operation) AllSends() []*Prop {
	all := o.ResponseHeaders
	if o.Idempotency != nil {
		all = append(slices.Clip(all), o.Idempotency.Replayed)
	}
	return o.answered(all)
}
