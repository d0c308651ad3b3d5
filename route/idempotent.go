package route

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// idempotent is how an operation does the work of repeated requests once.
type idempotent struct {
	store idempotency.Store
	scope func(*http.Request) string // nil: what the API says
}

// Idempotent lets clients repeat a POST or a PATCH whose answer they lost: requests
// with the same Idempotency-Key are one piece of work, and get the answer of the
// first, which store keeps for ttl from its beginning
// (draft-ietf-httpapi-idempotency-key-header-07). Publishing ttl is part of the
// contract; the document has it.
//
// The handler runs once a request has been read and has kept every rule. Its
// success is kept: the status, the content, and the headers that it sets; not
// cookies. It is kept also where the client has gone meanwhile. A
// handler that returns an error or panics is taken to have done nothing: nothing is
// kept, and the next attempt runs it again. What it did do must be undone with it,
// as a transaction is.
//
// A repetition is answered with
//   - the answer of the first request and Idempotent-Replayed: true, when there is one,
//   - 409 idempotency_key_in_use, while the first request runs,
//   - 422 idempotency_key_reused, where it asks for something else: its path, query
//     or content differs. JSON is compared by what it says, not by how it is written.
//     So is who may see other members of the answer than before (see
//     [collection.Field.VisibleTo]).
//   - 503 idempotency_unavailable, where the store fails; the handler does not run.
//
// A key belongs to whoever sends it: to the identity that the request has proved,
// and where there is none, to its header Authorization. The same key of another is
// another key. Where clients are told apart by anything else, say so with
// [WriteRoute.IdempotencyScope], or they read the answers of one another. An answer that
// is given again does not pass the middlewares of Wrap, nor the conditions of the
// request, such as If-Match, which were met the first time.
//
// Requests without a key run as ever, unless [WriteRoute.RequireIdempotencyKey] says
// otherwise.
func (r *WriteRoute[In, Out]) Idempotent(ttl time.Duration, store idempotency.Store) *WriteRoute[In, Out] {
	at := callsite.Here()
	var faults []ir.Fault
	if m := r.method(); m != http.MethodPost && m != http.MethodPatch {
		faults = append(faults, ir.Faultf("Idempotent is for POST and PATCH; %s is idempotent by itself (RFC 9110 §9.2.2)", m))
	}
	if ttl <= 0 {
		faults = append(faults, ir.Faultf("Idempotent(%s): a key must be kept for some time", ttl))
	}
	if store == nil {
		faults = append(faults, ir.Faultf("Idempotent has no store; for one process say idempotency.Memory()"))
	}
	if streams(r.in) {
		faults = append(faults, ir.Faultf("Idempotent cannot compare content that is read as a stream"))
	}
	return r.edit(func(o *Operation) {
		o.idempotent.store = store
		o.idempotency(at, func(n *ir.Idempotency) { n.TTL, n.Kept = ttl, true })
		o.Node.Faults = append(o.Node.Faults, faults...)
	})
}

// RequireIdempotencyKey refuses requests without an Idempotency-Key with 400
// idempotency_key_missing.
func (r *WriteRoute[In, Out]) RequireIdempotencyKey() *WriteRoute[In, Out] {
	at := callsite.Here()
	return r.edit(func(o *Operation) {
		o.idempotency(at, func(n *ir.Idempotency) { n.Required = true })
	})
}

// IdempotencyScope sets what stands for the client that a request is from, such as
// the tenant that a middleware has put into its context. Keys of different scopes
// are different keys. Without it, and where it returns "", the scope is the caller's
// identity, or, for guests, a digest of the header Authorization. A Public route of an
// API with schemes needs it, for its guests have nothing that tells them apart.
func (r *WriteRoute[In, Out]) IdempotencyScope(scope func(*http.Request) string) *WriteRoute[In, Out] {
	if scope == nil {
		return r.fault(ir.Faultf("IdempotencyScope(nil): there is no function to call"))
	}
	at := callsite.Here()
	return r.edit(func(o *Operation) {
		o.idempotent.scope = scope
		if o.Node.Idempotency != nil { // which is where faults are told of
			at = o.Node.Idempotency.At
		}
		o.idempotency(at, func(n *ir.Idempotency) { n.Scoped = true })
	})
}

func (r *WriteRoute[In, Out]) method() string {
	if r.op == nil {
		return http.MethodPost // what is wrong is told elsewhere
	}
	return r.op.Node.Method
}

// streams reports whether content is handed on while it arrives.
func streams(b body) bool {
	if a, ok := b.(anyOf); ok {
		return slices.ContainsFunc(a.bodies, streams)
	}
	_, ok := b.(streaming)
	return ok
}

// idempotency changes the description, and the headers that follow from it.
func (o *Operation) idempotency(at callsite.PC, change func(*ir.Idempotency)) {
	n := ir.Idempotency{}
	if o.Node.Idempotency != nil {
		n = *o.Node.Idempotency
	}
	n.At = at
	change(&n)
	key := prop.String(ir.IdempotencyKey).MaxLen(longestKey).Pattern(keyPattern).
		Describe("Names this piece of work, such as with a UUID, plain or in quotes. A request that repeats another with the same key " +
			"gets the answer of the first, which is kept for " + inWords(n.TTL) + ".").
		Example("8e03978e-40d5-43e8-bc93-6894a57f9324")
	if !n.Required {
		key = key.Optional()
	}
	n.Key = property.NodeOf(key)
	n.Replayed = property.NodeOf(prop.Bool(ir.IdempotentReplayed).Optional().
		Describe("True where the answer is that of an earlier request with the same Idempotency-Key."))
	o.Node.Idempotency = &n
}

// inWords writes a time to live for people: 24 hours.
func inWords(d time.Duration) string {
	unit, name := time.Second, "second"
	switch {
	case d%time.Second != 0:
		return d.String()
	case d%(24*time.Hour) == 0 && d > 48*time.Hour:
		unit, name = 24*time.Hour, "day"
	case d%time.Hour == 0:
		unit, name = time.Hour, "hour"
	case d%time.Minute == 0:
		unit, name = time.Minute, "minute"
	}
	n := int64(d / unit)
	if n != 1 {
		name += "s"
	}
	return strconv.FormatInt(n, 10) + " " + name
}
