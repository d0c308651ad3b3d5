package tree

import (
	"iter"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
)

// Response is a success that an operation may send.
type Response struct{ n *ir.Response }

// Position returns where the response is declared.
func (r Response) Position() Position { return positionOf(r.n.At) }

// Status returns the status code.
func (r Response) Status() int { return r.n.Status }

// Description returns the description in CommonMark; "" if there is none.
func (r Response) Description() string { return r.n.Doc }

// Own reports whether the response has a body of its own, in place of what the handler returns.
func (r Response) Own() bool { return r.n.Own }

// OwnHeaders reports whether Headers are in place of those of the operation.
func (r Response) OwnHeaders() bool { return r.n.OwnHeaders }

// Headers yields the headers that the response declares itself.
func (r Response) Headers() iter.Seq[Property] {
	return eachOf(r.n.Headers, func(p *ir.Prop) Property { return Property{p} })
}

// Body returns the body, and reports whether there is one.
func (r Response) Body() (Body, bool) { return Body{r.n.Body}, r.n.Body != nil }

// Problem is an error response (RFC 9457).
type Problem struct {
	of       *ir.Operation
	declared *ir.Failure // nil for a built-in problem
	builtin  ir.BuiltinProblem
}

// Builtin reports whether the library sends the problem itself.
func (p Problem) Builtin() bool { return p.declared == nil }

// Position returns where the problem is declared; the zero value for a built-in one.
func (p Problem) Position() Position {
	if p.declared == nil {
		return Position{}
	}
	return positionOf(p.declared.At)
}

// Status returns the status code.
func (p Problem) Status() int {
	if p.declared == nil {
		return p.builtin.Status
	}
	return p.declared.Status
}

// Code returns the code member, which clients match on.
func (p Problem) Code() string {
	if p.declared == nil {
		return p.builtin.Code
	}
	return p.declared.Code
}

// Title returns the title of the problem type. For a built-in problem it is the detail
// that clients read.
func (p Problem) Title() string {
	if p.declared == nil {
		return p.builtin.Detail
	}
	return p.declared.Title
}

// Range returns 4XX, 5XX or default if the problem stands for all of a range, without a status and
// a code; "" otherwise.
func (p Problem) Range() string {
	if p.declared == nil {
		return ""
	}
	return string(p.declared.Range)
}

// ResponseHeaders yields the declared headers of the response.
func (p Problem) ResponseHeaders() iter.Seq[Property] {
	var all []*ir.Prop
	if p.declared != nil {
		all = p.declared.ResponseHeaders
	}
	return eachOf(all, func(p *ir.Prop) Property { return Property{p} })
}

// Type returns the URI of the problem type; "" for about:blank.
func (p Problem) Type() string {
	if p.declared == nil {
		return ""
	}
	return p.declared.Type
}

// Description returns the description in CommonMark; "" if there is none.
func (p Problem) Description() string {
	if p.declared == nil {
		return ""
	}
	return p.declared.Doc
}

// RetryAfter reports whether the response has Retry-After. For a declared problem it is false.
func (p Problem) RetryAfter() bool { return p.declared == nil && p.builtin.Retried() }

// Format returns how the problem is represented.
func (p Problem) Format() ProblemFormat {
	f, status := p.of.ProblemFormat, p.builtin.Status
	if p.declared != nil {
		f, status = p.of.FormatOf(*p.declared), p.declared.Status
	}
	return ProblemFormat{f.For(f.Status(status))}
}

// ProblemFormat is a representation of problems.
type ProblemFormat struct{ n *ir.ProblemFormat }

// Standard reports whether the representation is that of RFC 9457. Then it has no body.
func (f ProblemFormat) Standard() bool { return f.n == nil }

// Position returns where the format is declared; the zero value for the standard one.
func (f ProblemFormat) Position() Position {
	if f.n == nil {
		return Position{}
	}
	return positionOf(f.n.At)
}

// Body returns what a problem looks like, and reports whether there is a body: the standard format
// has none here, and problems of others may have no content.
func (f ProblemFormat) Body() (Body, bool) {
	if f.n == nil {
		return Body{}, false
	}
	return Body{f.n.Body}, f.n.Body != nil
}

// MediaType returns the media type of problems; "" if they have no content.
func (f ProblemFormat) MediaType() string {
	if f.n == nil {
		return render.ContentType
	}
	return f.n.MediaType
}

// For returns the representation of responses with a status.
func (f ProblemFormat) For(status int) ProblemFormat { return ProblemFormat{f.n.For(status)} }

// Alternatives yields the formats for clients that prefer their media types.
func (f ProblemFormat) Alternatives() iter.Seq[ProblemFormat] {
	var all []*ir.ProblemFormat
	if f.n != nil {
		all = f.n.Choices
	}
	return eachOf(all, func(n *ir.ProblemFormat) ProblemFormat { return ProblemFormat{n} })
}

// HasContent reports whether responses with a status have content.
func (f ProblemFormat) HasContent(status int) bool {
	return ProblemFormat{f.n.For(status)}.MediaType() != ""
}

// Status returns the status of the response for that of a problem.
func (f ProblemFormat) Status(status int) int { return f.n.Status(status) }

// Body is the body of a request or a response in one media format.
type Body struct{ n *ir.Body }

// Position returns where the body is declared.
func (b Body) Position() Position { return positionOf(b.n.At) }

// Property returns the property of the body, and reports whether it has one. The name is not
// sent.
func (b Body) Property() (Property, bool) { return Property{b.n.Prop}, b.n.Prop != nil }

// Mode returns the mode in which the property is read or written.
func (b Body) Mode() collection.Mode { return collection.Mode(b.n.Mode) }

// Format returns the format.
func (b Body) Format() Format { return Format(b.n.Format) }

// MediaTypes yields the media types of the body and of its alternatives, the preferred
// one first; none for a redirect.
func (b Body) MediaTypes() iter.Seq[string] { return texts(b.n.MediaTypes()) }

// Status returns the status of a redirect; 0 for other formats.
func (b Body) Status() int { return b.n.Status }

// Alternatives yields other formats for the same content.
func (b Body) Alternatives() iter.Seq[Body] {
	return eachOf(b.n.Others, func(n *ir.Body) Body { return Body{n} })
}

// Styles yields the names of members of a form and their styles, if these are not the defaults.
func (b Body) Styles() iter.Seq2[string, Style] {
	return func(yield func(string, Style) bool) {
		for _, s := range b.n.Styles {
			if !yield(s.Name, Style(s.Style)) {
				return
			}
		}
	}
}

// Optional reports whether a request may have no content.
func (b Body) Optional() bool { return b.n.Optional }

// Streamed reports whether the handler reads the body as a stream.
func (b Body) Streamed() bool { return b.n.Arriving }

// Versioned reports whether the body is one entity with versions.
func (b Body) Versioned() bool { return b.n.Versioned }

// Replaces reports whether a request body replaces an existing entity.
func (b Body) Replaces() bool { return b.n.Replaces }

// Paged reports whether the body is a page of a list.
func (b Body) Paged() bool { return b.n.Paged }

// Inline reports whether the members of the pagination object are next to the list, in its place.
func (b Body) Inline() bool { return b.n.Inline }

// TextItems reports whether the data of events is text, not JSON.
func (b Body) TextItems() bool { return b.n.TextItems }

// End returns the data of the event that ends a stream; "" if the stream just ends.
func (b Body) End() string { return b.n.End }

// Pagination returns the pagination object next to the list in the envelope, and reports whether
// there is one.
func (b Body) Pagination() (Property, bool) { return Property{b.n.Beside}, b.n.Beside != nil }

// Examples yields the named examples of the whole body.
func (b Body) Examples() iter.Seq[Example] {
	return each(b.n.Examples, func(n *ir.Example) Example { return Example{b.n, n} })
}

// Example is an example of a body.
type Example struct {
	body *ir.Body
	n    *ir.Example
}

// Position returns where the example is declared.
func (x Example) Position() Position { return positionOf(x.n.Sample.At) }

// Name returns the name.
func (x Example) Name() string { return x.n.Name }

// Summary returns a short description; "" if there is none.
func (x Example) Summary() string { return x.n.Summary }

// JSON returns the value as JSON text in the mode of the body.
func (x Example) JSON() string {
	text, _ := sample(x.body.Prop, x.n.Sample, x.body.Mode)
	return text
}

// Format is the format of a body.
type Format uint8

// The formats.
const (
	FormatJSON      Format = iota // application/json, or a merge patch in update mode
	FormatForm                    // application/x-www-form-urlencoded
	FormatMultipart               // multipart/form-data
	FormatText                    // text/plain
	FormatBytes                   // bytes of a declared media type
	FormatDownload                // a file, with range requests
	FormatEvents                  // text/event-stream
	FormatLines                   // application/jsonl
	FormatRedirect                // no body, but a Location
)

// String returns the name of the format.
func (f Format) String() string {
	return nameOf(f, "json", "form", "multipart", "text", "bytes", "download", "events", "lines", "redirect")
}
