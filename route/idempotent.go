package route

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Idempotent lets clients retry a POST or a PATCH safely. The handler runs once for requests
// with the same Idempotency-Key, and all get its response
// (draft-ietf-httpapi-idempotency-key-header-07), which store keeps for ttl from the start of
// the first request. The document has ttl, which is part of the contract.
//
// The handler runs if a request is valid. Its success is stored, even if the client is gone:
// the status, the body, and the headers that it sets, except cookies. If the handler returns an
// error or panics, nothing is stored, and the next attempt runs it again: the handler must undo
// what it has done, as a transaction does.
//
// A retry gets
//   - the response of the first request with Idempotent-Replayed: true, once there is one,
//   - 409 idempotency_key_in_use while the first request is in progress,
//   - 422 idempotency_key_reused if its path, query or body differs. JSON is compared by its
//     values, not by its text. Callers that see other members of the response than the
//     first (see [collection.Field.VisibleTo]) differ too.
//   - 503 idempotency_unavailable if the store fails; the handler does not run.
//
// A key belongs to the caller's identity, or to the header Authorization of anonymous callers.
// The same key of another caller is another key. If callers differ in anything else, set
// [WriteRoute.IdempotencyScope]; otherwise they get each other's responses. A replay skips the
// middleware of Wrap and the preconditions of the request, such as If-Match, which the first
// request has satisfied.
//
// Requests without a key are not affected, unless [WriteRoute.RequireIdempotencyKey] rejects
// them.
func setIdempotent(ttl time.Duration, store idempotency.Store) writing {
	at := tree.Here()
	var faults []tree.Fault
	if ttl <= 0 {
		faults = append(faults, tree.Faultf("Idempotent(%s): the ttl must be positive", ttl))
	}
	if store == nil {
		faults = append(faults, tree.Faultf("Idempotent has no store; use idempotency.Memory() for one process"))
	}
	arriving := tree.Faultf("Idempotent cannot compare bodies that are read as a stream")
	return func(o *operation) {
		own := o.ChangeOptions()
		own.Store = store
		idempotent(o, at, func(n *tree.Idempotency) { n.TTL, n.Kept = ttl, true })
		if m := o.Node.Method; m != "" && m != http.MethodPost && m != http.MethodPatch {
			o.Fault(tree.Fault{At: at, Message: "Idempotent is for POST and PATCH; " + m + " is idempotent by itself (RFC 9110 §9.2.2)"})
		}
		o.Fault(faults...)
		if b := o.Node.Body; b != nil && (b.Arriving || slices.ContainsFunc(b.Others, func(b *tree.Body) bool { return b.Arriving })) {
			o.Fault(arriving)
		}
	}
}

// RequireIdempotencyKey rejects requests without an Idempotency-Key with 400
// idempotency_key_missing.
func setRequireIdempotencyKey() writing {
	at := tree.Here()
	return func(o *operation) {
		idempotent(o, at, func(n *tree.Idempotency) { n.Required = true })
	}
}

// IdempotencyScope sets the function that returns the client of a request, such as the tenant
// that middleware has put into its context. Keys of different scopes are different keys. If it
// returns "", and by default, the scope is the caller's identity, or a digest of the header
// Authorization of anonymous callers. A Public route of an API with schemes needs a scope,
// because its anonymous callers are otherwise indistinguishable. The space that a key takes in
// idempotency.Memory is that of the caller's identity or address, whatever its scope.
func setIdempotencyScope(scope func(*http.Request) string) writing {
	if scope == nil {
		return faulty("IdempotencyScope(nil): the function is nil")
	}
	at := tree.Here()
	return func(o *operation) {
		o.ChangeOptions().Scope = scope
		at := at
		if o.Node.Idempotency != nil { // faults are reported at Idempotent
			at = o.Node.Idempotency.At
		}
		idempotent(o, at, func(n *tree.Idempotency) { n.Scoped = true })
	}
}

// idempotent changes the description, and the headers that follow from it.
func idempotent(o *operation, at tree.Position, change func(*tree.Idempotency)) {
	n := tree.Idempotency{}
	if o.Node.Idempotency != nil {
		n = *o.Node.Idempotency
	}
	n.At = at
	change(&n)
	key := prop.String(tree.IdempotencyKey).MaxLen(endpoint.MaxKeyLen).Pattern(endpoint.KeyPattern).
		Describe("A unique key for this operation, such as a UUID, with or without quotes. A request with the key of an earlier one " +
			"gets the response to that one, which is stored for " + inWords(n.TTL) + ".").
		Example("8e03978e-40d5-43e8-bc93-6894a57f9324")
	if !n.Required {
		key = key.Optional()
	}
	n.Key = property.NodeOf(key)
	n.Replayed = property.NodeOf(prop.Bool(tree.IdempotentReplayed).Optional().
		Describe("True if the response is that of an earlier request with the same Idempotency-Key."))
	o.SetIdempotency(&n)
}

// inWords formats a time to live for people: 24 hours.
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
