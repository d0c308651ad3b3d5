package tree

import (
	"iter"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
)

// Operation is a method on a path.
type Operation struct{ n *ir.Operation }

// Position returns where the operation is declared.
func (o Operation) Position() Position { return positionOf(o.n.At) }

// Method returns the HTTP method.
func (o Operation) Method() string { return o.n.Method }

// Path returns the path template, such as /orders/{id}.
func (o Operation) Path() string { return o.n.Path }

// ID returns the operationId; "" if there is none.
func (o Operation) ID() string { return o.n.ID }

// Summary returns a short description in plain text.
func (o Operation) Summary() string { return o.n.Summary }

// Description returns the description in CommonMark.
func (o Operation) Description() string { return o.n.Doc }

// Envelope returns the name of the member that holds the body of a success; "" if there is no
// envelope. ok reports whether it is declared for the operation or a group, and not for the API.
func (o Operation) Envelope() (member string, ok bool) {
	if o.n.Envelope == nil {
		return "", false
	}
	return *o.n.Envelope, true
}

// Tags yields the names of the tags.
func (o Operation) Tags() iter.Seq[string] { return texts(o.n.Tags) }

// Deprecated reports whether the operation is deprecated.
func (o Operation) Deprecated() bool { return o.n.Deprecated }

// DeprecatedAt returns since when the operation is deprecated (RFC 9745); the zero
// time if no date is declared.
func (o Operation) DeprecatedAt() time.Time { return o.n.DeprecatedAt }

// Sunset returns when the operation will be removed (RFC 8594); the zero time if no date is
// declared.
func (o Operation) Sunset() time.Time { return o.n.Sunset }

// Hidden reports whether documents leave the operation out.
func (o Operation) Hidden() bool { return o.n.Hidden }

// Audiences yields the audiences whose documents have the operation; none if all have it.
func (o Operation) Audiences() iter.Seq[string] { return texts(o.n.Audiences) }

// ExternalDocs returns a link to external documentation.
func (o Operation) ExternalDocs() Link { return Link{o.n.ExternalDocs} }

// Callbacks yields the requests that the API sends as a consequence of the operation.
func (o Operation) Callbacks() iter.Seq[OutgoingRequest] {
	return each(o.n.Callbacks, func(n *ir.Callback) OutgoingRequest { return OutgoingRequest{n} })
}

// Emits yields the events that the handler may emit.
func (o Operation) Emits() iter.Seq[Event] { return eachOf(o.n.Emits, eventOf) }

// Inputs yields the parameters: first the declared ones, then those that the library
// reads itself, such as If-Match.
func (o Operation) Inputs() iter.Seq[Input] {
	return func(yield func(Input) bool) {
		for i, in := range o.n.AllInputs() {
			if !yield(Input{in, i >= len(o.n.Inputs)}) {
				return
			}
		}
	}
}

// IgnoreUnknown reports whether requests may have query parameters that are not declared.
func (o Operation) IgnoreUnknown() bool { return o.n.IgnoreUnknown }

// IgnoreUnknownMembers reports whether request bodies may have members that are not declared, unless
// their collection rejects them.
func (o Operation) IgnoreUnknownMembers() bool { return o.n.IgnoreUnknownMembers }

// Body returns the body of a request, and reports whether the operation reads one.
func (o Operation) Body() (Body, bool) { return Body{o.n.Body}, o.n.Body != nil }

// Responses yields the declared successes. The first is the default of the handler.
func (o Operation) Responses() iter.Seq[Response] {
	return func(yield func(Response) bool) {
		for r := range o.n.Responses() {
			if !yield(Response{r}) {
				return
			}
		}
	}
}

// ProblemFormat returns how problems without a format of their own are represented.
func (o Operation) ProblemFormat() ProblemFormat { return ProblemFormat{o.n.ProblemFormat} }

// ResponseHeaders yields the headers of successes: first the declared ones, then those
// that the library sends itself.
func (o Operation) ResponseHeaders() iter.Seq[Property] {
	return eachOf(o.n.AllSends(), propertyOf)
}

// Problems yields the declared problems, and then the built-in ones that the library
// may send, in the order of their status.
func (o Operation) Problems() iter.Seq[Problem] {
	return func(yield func(Problem) bool) {
		for i := range o.n.Fails {
			if !yield(Problem{of: o.n, declared: &o.n.Fails[i]}) {
				return
			}
		}
		for _, p := range o.n.BuiltinProblems() {
			if !yield(Problem{of: o.n, builtin: p}) {
				return
			}
		}
	}
}

// Security returns the requirements of a request.
func (o Operation) Security() Security {
	if o.n.Security == nil {
		return Security{&ir.Security{}}
	}
	return Security{o.n.Security}
}

// Idempotency returns how retries with an Idempotency-Key are handled, and reports
// whether the operation reads one.
func (o Operation) Idempotency() (Idempotency, bool) {
	return Idempotency{o.n.Idempotency}, o.n.Idempotency != nil
}

// Caching returns what caches may do with successes, and reports whether that is
// declared.
func (o Operation) Caching() (Caching, bool) { return Caching{o.n.Caching}, o.n.Caching != nil }

// Versioned reports whether the entity of the operation has versions.
func (o Operation) Versioned() bool { return o.n.Versioned }

// RequirePrecondition reports whether a request must have a precondition on the version.
func (o Operation) RequirePrecondition() bool { return o.n.RequirePrecondition }

// MayForbid reports whether a function of the application may reject an identity.
func (o Operation) MayForbid() bool { return o.n.MayForbid }

// RequestIDs reports whether requests and responses have an X-Request-Id.
func (o Operation) RequestIDs() bool { return o.n.Traced }

// Timeout returns the timeout of the handler; 0 if there is none.
func (o Operation) Timeout() time.Duration { return o.n.Timeout }

// Extensions yields the vendor extensions.
func (o Operation) Extensions() iter.Seq[Extension] { return extensions(o.n.Extensions) }

// OutgoingRequest is a request that the server sends: a webhook or a callback.
type OutgoingRequest struct{ n *ir.Callback }

// Position returns where the request is declared.
func (r OutgoingRequest) Position() Position { return positionOf(r.n.At) }

// Name returns the name.
func (r OutgoingRequest) Name() string { return r.n.Name }

// URL returns the runtime expression of a callback's URL, such as
// {$request.body#/url}; "" for a webhook.
func (r OutgoingRequest) URL() string { return r.n.URL }

// Operation returns the operation, which the receiver serves. Its path is ignored.
func (r OutgoingRequest) Operation() Operation { return Operation{r.n.Operation} }

// Input is a parameter of a request.
type Input struct {
	n       ir.Input
	builtin bool
}

// Property returns the name, the type and the rules.
func (in Input) Property() Property { return Property{in.n.Prop} }

// Location returns the location of the parameter.
func (in Input) Location() Location { return Location(in.n.In) }

// Style returns how the value is written.
func (in Input) Style() Style { return Style(in.n.Style) }

// Reserved reports whether clients may send reserved characters as they are.
func (in Input) Reserved() bool { return in.n.Reserved }

// VisibleTo yields scopes; an identity needs one of them to send the parameter. There are none
// if anyone may.
func (in Input) VisibleTo() iter.Seq[string] { return texts(in.n.Scopes) }

// Builtin reports whether the library reads the parameter itself.
func (in Input) Builtin() bool { return in.builtin }

// Location is the part of a request with a parameter.
type Location string

// The locations, as OpenAPI names them.
const (
	InPath   Location = "path"
	InQuery  Location = "query"
	InHeader Location = "header"
	InCookie Location = "cookie"
)

// Style is the serialization of a parameter, if OpenAPI offers several.
type Style uint8

// The styles.
const (
	StyleDefault        Style = iota // OpenAPI's default for the location
	StyleCSV                         // a=1,2,3
	StyleDeepObject                  // a[b]=1&a[c]=2
	StyleSpaceDelimited              // a=1%202%203
	StylePipeDelimited               // a=1%7C2%7C3
	StyleContent                     // a={"b":1}, in JSON
)

// String returns the name of the style.
func (s Style) String() string {
	return nameOf(s, "default", "csv", "deepObject", "spaceDelimited", "pipeDelimited", "content")
}

// Idempotency describes how retries with an Idempotency-Key are handled.
type Idempotency struct{ n *ir.Idempotency }

// Position returns where idempotency is declared.
func (i Idempotency) Position() Position { return positionOf(i.n.At) }

// TTL returns how long a response is kept for replays.
func (i Idempotency) TTL() time.Duration { return i.n.TTL }

// Scoped reports whether a function of the application separates the keys of clients.
func (i Idempotency) Scoped() bool { return i.n.Scoped }

// Required reports whether a request without a key is rejected.
func (i Idempotency) Required() bool { return i.n.Required }

// Stored reports whether responses are stored. If not, keys are only required.
func (i Idempotency) Stored() bool { return i.n.Kept }

// Key returns the header of requests.
func (i Idempotency) Key() Property { return Property{i.n.Key} }

// Replayed returns the header of a response that is sent again.
func (i Idempotency) Replayed() Property { return Property{i.n.Replayed} }

// Caching describes what caches may do with responses.
type Caching struct{ n *ir.Caching }

// Position returns where caching is declared.
func (c Caching) Position() Position { return positionOf(c.n.At) }

// Kind returns which caches may store a response.
func (c Caching) Kind() CacheKind { return CacheKind(c.n.Kind) }

// MaxAge returns how long a cache may reuse a response; 0 if it must revalidate it.
func (c Caching) MaxAge() time.Duration { return c.n.MaxAge }

// SharedMaxAge returns MaxAge for shared caches, and reports whether it is declared.
func (c Caching) SharedMaxAge() (age time.Duration, ok bool) { return c.n.Shared, c.n.HasShared }

// StaleWhileRevalidate returns how long a stale response may be used while the cache
// revalidates it (RFC 5861 §3).
func (c Caching) StaleWhileRevalidate() time.Duration { return c.n.Stale }

// Value returns the value of Cache-Control.
func (c Caching) Value() string { return c.n.Value }

// CacheKind is a set of caches.
type CacheKind uint8

// The sets of caches that may store a response.
const (
	CacheNone CacheKind = iota
	CachePrivate
	CachePublic
)

// String returns the kind as Cache-Control names it.
func (k CacheKind) String() string { return nameOf(k, "no-store", "private", "public") }
