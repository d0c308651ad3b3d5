package ir

import (
	"slices"
	"sort"
)

// Refusal is a problem that the library itself answers with.
type Refusal struct {
	Status int
	Code   string // the code member of the problem
	Detail string // for people
}

// The refusals of an operation.
var (
	Malformed   = Refusal{400, "malformed_request", "The request is malformed."}
	Unaccepted  = Refusal{406, "not_acceptable", "None of the accepted media types can be produced."}
	Stalled     = Refusal{408, "request_timeout", "The request took too long to arrive."}
	Changed     = Refusal{412, "precondition_failed", "The resource has changed, or has not, against what the request says."}
	NoRange     = Refusal{416, "range_not_satisfiable", "The file has no bytes in the range that is asked for."}
	TooLarge    = Refusal{413, "content_too_large", "The content of the request is too large."}
	TooLong     = Refusal{414, "uri_too_long", "The query of the request is too long."}
	Unsupported = Refusal{415, "unsupported_media_type", "The media type of the content is not supported."}
	Invalid     = Refusal{422, "invalid_request", "The request does not match its declaration."}
	HeaderLarge = Refusal{431, "header_too_large", "A header field of the request is too large."}
	Internal    = Refusal{500, "internal_error", "The server failed to answer the request."}
	TimedOut    = Refusal{503, "timeout", "The server took too long to answer the request."}

	TooManyStreams = Refusal{503, "too_many_streams", "Too many streams are open; try again later."}
)

// Refusals outside of any operation.
var (
	NoPath   = Refusal{404, "not_found", "There is nothing at this path."}
	NoMethod = Refusal{405, "method_not_allowed", "The method is not allowed at this path."}
)

// AllRefusals returns every refusal.
func AllRefusals() []Refusal {
	return []Refusal{
		Malformed, KeyMissing, DoubtfulCredentials,
		NoCredentials, BadCredentials, LacksScope, Forbidden,
		NoPath, NoMethod, Unaccepted, Stalled, KeyInUse, Changed,
		TooLarge, TooLong, Unsupported, NoRange, Invalid, KeyReused,
		Unpinned, Limited, HeaderLarge,
		Internal, TimedOut, TooManyStreams, KeyUnavailable, LimitAway, NoVerdict,
	}
}

// Refusals returns what the library itself may answer instead of calling the
// operation's handler, in the order of the status.
func (o *Operation) Refusals() []Refusal { return o.AppendRefusals(make([]Refusal, 0, 24)) }

// AppendRefusals writes what [Operation.Refusals] returns over out, which is empty.
func (o *Operation) AppendRefusals(out []Refusal) []Refusal {
	file := o.Success.Body != nil && o.Success.Body.Format == Download
	once := o.Idempotency != nil
	out = append(out, Malformed)
	add := func(may bool, r Refusal) {
		if may {
			out = append(out, r)
		}
	}
	add(once && o.Idempotency.Required, KeyMissing)
	add(o.HasContent(), Unaccepted)
	add(o.Body != nil, Stalled)
	add(once, KeyInUse)
	add(file || o.Conditional(), Changed)
	add(o.Body != nil, TooLarge)
	add(true, TooLong)
	add(o.Body != nil, Unsupported)
	add(file, NoRange)
	add(o.CanBeInvalid(), Invalid)
	add(once, KeyReused)
	add(o.RequireMatch, Unpinned)
	add(true, HeaderLarge)
	add(true, Internal)
	add(o.Timeout > 0, TimedOut)
	add(o.Streams(), TooManyStreams)
	add(once, KeyUnavailable)
	out = append(out, o.Security.refusals()...)
	add(o.Policed && !slices.Contains(out, Forbidden), Forbidden)
	sort.Stable(byStatus(out))
	return out
}

type byStatus []Refusal

func (r byStatus) Len() int           { return len(r) }
func (r byStatus) Less(i, j int) bool { return r[i].Status < r[j].Status }
func (r byStatus) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }

// Streams reports whether the operation reads or answers for as long as there is
// something to tell, so that nobody knows how long that is.
func (o *Operation) Streams() bool { return o.Body.Streams() || o.Success.Body.Streams() }

// HasContent reports whether any success of the operation has content.
func (o *Operation) HasContent() bool {
	return len(o.Offers()) > 0
}

// Offers returns the media types of the operation's successes.
func (o *Operation) Offers() (types []string) {
	if b := o.Success.Body; len(o.Also) == 0 && b != nil && len(b.Others) == 0 {
		return b.MediaTypes()
	}
	for a := range o.Answers() {
		if a.Body == nil {
			continue
		}
		for _, t := range a.Body.MediaTypes() {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return types
}

// CanBeInvalid reports whether a well-formed request can break a rule: not
// where nothing is declared and unknown parameters are ignored.
func (o *Operation) CanBeInvalid() bool {
	return !o.IgnoreUnknown || len(o.Inputs) > 0 || o.Body != nil
}
