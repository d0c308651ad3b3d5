package tree

import "slices"

// BuiltinProblem is a problem type of the library.
type BuiltinProblem struct {
	Status int
	Code   string // the code member of the problem
	Detail string // for people
}

// The problems of operations.
var (
	Malformed            = BuiltinProblem{400, "malformed_request", "The request is malformed."}
	NotAcceptable        = BuiltinProblem{406, "not_acceptable", "None of the accepted media types can be produced."}
	RequestTimeout       = BuiltinProblem{408, "request_timeout", "The request took too long to arrive."}
	PreconditionFailed   = BuiltinProblem{412, "precondition_failed", "The resource does not meet the preconditions of the request."}
	RangeNotSatisfiable  = BuiltinProblem{416, "range_not_satisfiable", "The requested range is not satisfiable."}
	ContentTooLarge      = BuiltinProblem{413, "content_too_large", "The content of the request is too large."}
	URITooLong           = BuiltinProblem{414, "uri_too_long", "The query of the request is too long."}
	UnsupportedMediaType = BuiltinProblem{415, "unsupported_media_type", "The media type of the content is not supported."}
	Invalid              = BuiltinProblem{422, "invalid_request", "The request is not valid; see errors."}
	HeaderTooLarge       = BuiltinProblem{431, "header_too_large", "A header field of the request is too large."}
	Internal             = BuiltinProblem{500, "internal_error", "The server failed to answer the request."}
	Timeout              = BuiltinProblem{503, "timeout", "The server took too long to answer the request."}

	TooManyStreams = BuiltinProblem{503, "too_many_streams", "Too many streams are open; try again later."}
)

// The problems without an operation.
var (
	NotFound         = BuiltinProblem{404, "not_found", "There is nothing at this path."}
	MethodNotAllowed = BuiltinProblem{405, "method_not_allowed", "The method is not allowed at this path."}
)

// AllBuiltinProblems returns every built-in problem.
func AllBuiltinProblems() []BuiltinProblem {
	return []BuiltinProblem{
		Malformed, KeyMissing, MalformedCredentials,
		Unauthenticated, InvalidCredentials, InsufficientScope, Forbidden,
		NotFound, MethodNotAllowed, NotAcceptable, RequestTimeout, KeyInUse, PreconditionFailed,
		ContentTooLarge, URITooLong, UnsupportedMediaType, RangeNotSatisfiable, Invalid, KeyReused,
		PreconditionRequired, RateLimited, HeaderTooLarge,
		Internal, Timeout, TooManyStreams, KeyUnavailable, RateLimitUnavailable, AuthenticationUnavailable,
	}
}

// BuiltinProblems returns the built-in problems with which the library may reject a request of
// the operation, in the order of the status.
func (o *Operation) BuiltinProblems() []BuiltinProblem {
	return o.AppendBuiltinProblems(make([]BuiltinProblem, 0, 24))
}

// AppendBuiltinProblems appends what [Operation.BuiltinProblems] returns to out, which must be
// empty.
func (o *Operation) AppendBuiltinProblems(out []BuiltinProblem) []BuiltinProblem {
	file := o.Success.Body != nil && o.Success.Body.Format == Download
	body := o.Body != nil
	once := o.Idempotency != nil
	secured, granted, limited := o.Security.Secured(), o.Security.Granted(), o.Security.Limited()
	for _, p := range [...]struct {
		may     bool
		problem *BuiltinProblem
	}{
		{true, &Malformed},
		{once && o.Idempotency.Required, &KeyMissing},
		{secured, &MalformedCredentials},
		{secured, &InvalidCredentials},
		{secured && !o.Security.Public(), &Unauthenticated},
		{granted, &InsufficientScope},
		{granted || o.MayForbid, &Forbidden},
		{o.hidesPath(), &NotFound},
		{o.HasContent(), &NotAcceptable},
		{body, &RequestTimeout},
		{once, &KeyInUse},
		{file || o.Conditional(), &PreconditionFailed},
		{body, &ContentTooLarge},
		{true, &URITooLong},
		{body, &UnsupportedMediaType},
		{file, &RangeNotSatisfiable},
		{o.CanBeInvalid(), &Invalid},
		{once, &KeyReused},
		{o.RequirePrecondition, &PreconditionRequired},
		{limited, &RateLimited},
		{true, &HeaderTooLarge},
		{true, &Internal},
		{o.Timeout > 0, &Timeout},
		{o.Streams(), &TooManyStreams},
		{once, &KeyUnavailable},
		{secured, &AuthenticationUnavailable},
		{limited, &RateLimitUnavailable},
	} {
		if p.may {
			out = append(out, *p.problem)
		}
	}
	return out
}

// ForbidOnce removes the declaration of [Forbidden], which handlers send, too, if it is a built-in
// problem of the operation.
func (o *Operation) ForbidOnce() {
	for i := range o.Fails {
		if isForbidden(&o.Fails[i]) && (o.MayForbid || o.Security.Granted()) {
			o.Fails = append(o.Fails[:i:i], o.Fails[i+1:]...)
			o.ForbidOnce() // a group may have it, too
			return
		}
	}
}

// isForbidden compares with the problem type that package render has: other texts and headers are
// of the application.
func isForbidden(f *Failure) bool {
	return f.Status == Forbidden.Status && f.Code == Forbidden.Code && f.Title == "Forbidden" && f.Type == "" &&
		f.Range == NoRange && f.Format == nil && len(f.ResponseHeaders) == 0
}

// Streams reports whether the operation reads or sends a stream, whose duration is unknown.
func (o *Operation) Streams() bool {
	for i := range len(o.Also) + 1 {
		if o.response(i).Body.Streams() {
			return true
		}
	}
	return o.Body.Streams()
}

// Endless reports whether a response is a stream without an end.
func (o *Operation) Endless() bool {
	for i := range len(o.Also) + 1 {
		if o.response(i).Body.Endless() {
			return true
		}
	}
	return false
}

// HasContent reports whether any successful response has a body.
func (o *Operation) HasContent() bool {
	return len(o.Offers()) > 0
}

// Offers returns the media types of the successful responses. The type of a file may be a range.
func (o *Operation) Offers() (types []string) {
	if b := o.Success.Body; len(o.Also) == 0 && b != nil && len(b.Others) == 0 {
		if types = b.MediaTypes(); !slices.ContainsFunc(types, func(t string) bool { return b.Sent(t) != t }) {
			return types
		}
		types = nil
	}
	for i := range len(o.Also) + 1 {
		b := o.response(i).Body
		if b == nil {
			continue
		}
		for _, t := range b.MediaTypes() {
			if t = b.Sent(t); !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return types
}

// CanBeInvalid reports whether a well-formed request can have violations: it cannot if the
// operation declares nothing and ignores unknown parameters.
func (o *Operation) CanBeInvalid() bool {
	if !o.IgnoreUnknown || o.Body != nil {
		return true
	}
	for i := range o.Inputs {
		if o.Inputs[i].In != InPath || !o.InvalidPathNotFound {
			return true
		}
	}
	return false
}

// hidesPath reports whether an invalid parameter of the path is as if there were nothing.
func (o *Operation) hidesPath() bool {
	if !o.InvalidPathNotFound {
		return false
	}
	for i := range o.Inputs {
		if o.Inputs[i].In == InPath {
			return true
		}
	}
	return false
}
