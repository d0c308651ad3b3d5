package ir

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
	TooLarge    = Refusal{413, "content_too_large", "The content of the request is too large."}
	TooLong     = Refusal{414, "uri_too_long", "The query of the request is too long."}
	Unsupported = Refusal{415, "unsupported_media_type", "The media type of the content is not supported."}
	Invalid     = Refusal{422, "invalid_request", "The request does not match its declaration."}
	HeaderLarge = Refusal{431, "header_too_large", "A header field of the request is too large."}
	Internal    = Refusal{500, "internal_error", "The server failed to answer the request."}
)

// Refusals outside of any operation.
var (
	NoPath   = Refusal{404, "not_found", "There is nothing at this path."}
	NoMethod = Refusal{405, "method_not_allowed", "The method is not allowed at this path."}
)

// Refusals returns what the library itself may answer instead of calling the
// operation's handler, in the order of the status.
func (o *Operation) Refusals() []Refusal {
	out := []Refusal{Malformed}
	if o.HasContent() {
		out = append(out, Unaccepted)
	}
	if o.Body != nil {
		out = append(out, TooLarge)
	}
	out = append(out, TooLong)
	if o.Body != nil {
		out = append(out, Unsupported)
	}
	if o.CanBeInvalid() {
		out = append(out, Invalid)
	}
	return append(out, HeaderLarge, Internal)
}

// HasContent reports whether any success of the operation has content.
func (o *Operation) HasContent() bool {
	if o.Success.Body != nil {
		return true
	}
	for _, a := range o.Also {
		if a.Body != nil {
			return true
		}
	}
	return false
}

// CanBeInvalid reports whether a well-formed request can break a rule: not
// where nothing is declared and unknown parameters are ignored.
func (o *Operation) CanBeInvalid() bool {
	return !o.IgnoreUnknown || len(o.Inputs) > 0 || o.Body != nil
}
