package tree

import (
	"iter"
	"strings"
)

// ProblemFormat describes a representation of problems other than that of RFC 9457.
type ProblemFormat struct {
	At        Position
	Body      *Body  // of a collection in view mode; nil if problems have no content
	MediaType string // JSON, what a codec makes of it, or a range such as */*; "" if problems have no content
	Statuses  []StatusPair
	// Choices are formats for clients that prefer their media types.
	Choices []*ProblemFormat
	// Others are the formats of some statuses.
	Others []StatusFormat
	Faults []Fault
	// Example returns a problem in this format as JSON text; nil: no constructor made the format.
	Example func(ProblemExample) ([]byte, error)
}

// StatusFormat is the format of responses with a status.
type StatusFormat struct {
	Status int
	Format *ProblemFormat
}

// StatusPair replaces a status.
type StatusPair struct{ From, To int }

// ProblemExample is a problem that an operation may send.
type ProblemExample struct {
	Type, Detail, Code string
	Title              string // "" is the phrase of the status
	Status             int
	// Required names a member that is missing; "" if the problem has no violations.
	Required, RequiredDetail string
}

// Sent returns the media type of responses: JSON where MediaType is a range.
func (f *ProblemFormat) Sent() string {
	if strings.HasSuffix(f.MediaType, "/*") {
		return "application/json"
	}
	return f.MediaType
}

// Status returns the status of the response for that of a problem. Without a format it
// is the same.
func (f *ProblemFormat) Status(status int) int {
	if f != nil {
		for _, p := range f.Statuses {
			if p.From == status {
				return p.To
			}
		}
	}
	return status
}

// For returns the format of responses with a status: f, or that of the status.
func (f *ProblemFormat) For(status int) *ProblemFormat {
	if f != nil {
		for _, other := range f.Others {
			if other.Status == status {
				return other.Format
			}
		}
	}
	return f
}

// Alike reports whether responses in two formats have the same content.
func (f *ProblemFormat) Alike(g *ProblemFormat) bool {
	return f == g || f != nil && g != nil && f.MediaType == g.MediaType && f.Body == g.Body
}

// FormatOf returns the format of a declared problem: its own, or that of the operation;
// nil is RFC 9457.
func (o *Operation) FormatOf(f Failure) *ProblemFormat {
	if f.Format != nil {
		return f.Format
	}
	return o.ProblemFormat
}

// Alternatives returns the format and those for clients that prefer their media types.
func (f *ProblemFormat) Alternatives() []*ProblemFormat {
	if f == nil || len(f.Choices) == 0 {
		return []*ProblemFormat{f}
	}
	return append([]*ProblemFormat{f}, f.Choices...)
}

// ProblemFormats ranges over the formats of an operation's problems, each once, without
// that of RFC 9457.
func (o *Operation) ProblemFormats() iter.Seq[*ProblemFormat] {
	return func(yield func(*ProblemFormat) bool) {
		if o.ProblemFormat != nil && !o.ProblemFormat.All(yield) {
			return
		}
		for i, f := range o.Fails {
			if f.Format == nil || f.Format == o.ProblemFormat || o.earlier(f.Format, i) {
				continue
			}
			if !f.Format.All(yield) {
				return
			}
		}
	}
}

// All yields the format, those of its statuses, and the choices of each. It reports whether yield
// always returned true.
func (f *ProblemFormat) All(yield func(*ProblemFormat) bool) bool {
	if !yield(f) {
		return false
	}
	for _, other := range f.Others {
		if !other.Format.All(yield) {
			return false
		}
	}
	for _, choice := range f.Choices {
		if !choice.All(yield) {
			return false
		}
	}
	return true
}

func (o *Operation) earlier(f *ProblemFormat, n int) bool {
	for _, other := range o.Fails[:n] {
		if other.Format == f {
			return true
		}
	}
	return false
}
