package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Format is a representation of problems other than that of RFC 9457. Its one field is
// unexported, so that users of render do not see what it consists of. It is never changed.
type Format struct{ spec Spec }

// Spec is what a format consists of.
type Spec struct {
	Node tree.ProblemFormat
	// Append appends a problem as JSON text. Its status is that of the response.
	Append func(b []byte, p *Problem) ([]byte, error)
	// Try reads a value of the format as its document describes it, and writes it again.
	Try probe.Try
	// Read reads what Append writes; nil if the declaration does not say how.
	Read func(text []byte) (Data, error)
	// Encoded makes another format of JSON text, and Decoded reads it; nil: it is JSON.
	Encoded, Decoded func([]byte) ([]byte, error)
	// Others are the formats of some statuses, in the order of the node's.
	Others []*Format
	// Choices are formats for clients that prefer their media types.
	Choices []*Format
}

// NewFormat returns a format.
func NewFormat(s Spec) *Format {
	f := &Format{s}
	f.spec.Choices, f.spec.Node.Choices = nil, nil
	for _, choice := range s.Choices { // responses have the same statuses
		own := choice.spec
		own.Node.Statuses, own.Node.Others, own.Others = s.Node.Statuses, nil, nil
		choice = NewFormat(own)
		f.spec.Choices, f.spec.Node.Choices = append(f.spec.Choices, choice), append(f.spec.Node.Choices, choice.Node())
	}
	f.spec.Node.Example = f.example
	f.spec.Node.Others, f.spec.Others = slices.Clone(s.Node.Others), slices.Clone(s.Others)
	for i, other := range s.Others { // the statuses are those of f
		own := other.spec
		own.Node.Statuses, own.Node.Others, own.Others = s.Node.Statuses, nil, nil
		f.spec.Others[i] = NewFormat(own)
		f.spec.Node.Others[i].Format = f.spec.Others[i].Node()
	}
	return f
}

// Parse reads the content of a response with Read, which must not be nil.
func (s *Spec) Parse(content []byte) (Data, error) {
	if s.Decoded == nil {
		return s.Read(content)
	}
	text, err := s.Decoded(content)
	if err != nil {
		return Data{}, err
	}
	return s.Read(text)
}

// For returns the format of responses with a status: f, or that of the status.
func (f *Format) For(status int) *Format {
	for i, other := range f.spec.Node.Others {
		if other.Status == status {
			return f.spec.Others[i]
		}
	}
	return f
}

// Add adds the format of a status.
func (s *Spec) Add(status int, other *Format) {
	s.Node.Others = append(s.Node.Others, tree.StatusFormat{Status: status, Format: other.Node()})
	s.Others = append(s.Others, other)
}

// Spec returns what the format consists of; it must not be changed.
func (f *Format) Spec() *Spec { return &f.spec }

// Node returns the description of the format.
func (f *Format) Node() *tree.ProblemFormat { return &f.spec.Node }

// All returns the format and those for clients that prefer their media types.
func (f *Format) All() []*Format { return append([]*Format{f}, f.spec.Choices...) }

// Edit returns a changed copy.
func (f *Format) Edit(change func(*Spec)) *Format {
	s := f.spec
	s.Node.Statuses, s.Node.Others, s.Node.Faults = slices.Clip(s.Node.Statuses), slices.Clip(s.Node.Others), slices.Clip(s.Node.Faults)
	s.Others = slices.Clip(s.Others)
	change(&s)
	return NewFormat(s)
}

// Or adds formats for clients that prefer their media types.
func (s *Spec) Or(others []*Format) { s.Choices = append(slices.Clip(s.Choices), others...) }

// choose returns the format that the client prefers (RFC 9110 §12.5.1), the first one if all are
// alike or none is acceptable: a problem is better than 406 in its place.
func (f *Format) choose(h http.Header, r *http.Request) *Format {
	vary(h, varyAccept)
	offers := []string{f.spec.Node.Sent()}
	for _, other := range f.spec.Choices {
		offers = append(offers, other.spec.Node.Sent())
	}
	if best, ok := accept.Choose(r.Header["Accept"], offers); ok {
		if i := slices.Index(offers, best); i > 0 {
			return f.spec.Choices[i-1]
		}
	}
	return f
}

// Formatter represents the problems of a request.
type Formatter struct {
	Format *Format
	// Failed is called if a problem cannot be written in the format.
	Failed func(r *http.Request, p *Problem, err error)
}

// FormatKey is the key of the [Formatter] in a request's context.
type FormatKey struct{}

// Around makes the problems of a handler have the format.
func (t *Formatter) Around(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), FormatKey{}, t)))
	})
}

// encode appends the problem in its format. A problem that its format cannot represent is
// written as RFC 9457 says.
func (p *Problem) encode(b []byte, h http.Header, r *http.Request) (_ []byte, mediaType []string, status int) {
	t, _ := r.Context().Value(FormatKey{}).(*Formatter)
	f := p.data.Format
	if f == nil && t != nil {
		f = t.Format
	}
	if f != nil {
		out, mediaType, status, err := f.write(b, p, h, r)
		if err == nil {
			return out, mediaType, status
		}
		if t != nil {
			t.Failed(r, p, err)
		}
	}
	return p.Append(b), contentType, p.data.Status
}

var errNoFormat = errors.New("the format was not made by render.NewFormat")

// write appends the problem for a request, and returns the media type and the status.
func (f *Format) write(b []byte, p *Problem, h http.Header, r *http.Request) (_ []byte, mediaType []string, status int, err error) {
	status = f.spec.Node.Status(p.data.Status)
	if f = f.For(status); len(f.spec.Choices) > 0 {
		f = f.choose(h, r)
	}
	out, err := f.Encode(b, p)
	if encode := f.spec.Encoded; encode != nil && err == nil {
		if out, err = encoded(encode, out[len(b):]); err == nil {
			out = append(b, out...)
		}
	}
	if name := f.spec.Node.Sent(); name != "" {
		mediaType = []string{name}
	}
	return out, mediaType, status, err
}

// encoded calls a codec.
func encoded(encode func([]byte) ([]byte, error), text []byte) (content []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return encode(text)
}

// Encode appends a problem as JSON text.
func (f *Format) Encode(b []byte, p *Problem) (out []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			out, err = b, fmt.Errorf("panic: %v", v)
		}
	}()
	if f.spec.Append == nil {
		return b, errNoFormat
	}
	p = p.owned()
	status := f.spec.Node.Status(p.data.Status)
	if other := f.For(status); other != f {
		return other.Encode(b, p)
	}
	if status != p.data.Status {
		p = p.Edit(func(d *Data) { d.Status = status })
	}
	return f.spec.Append(b, p)
}

// example implements Example of the node.
func (f *Format) example(x tree.ProblemExample) ([]byte, error) {
	p := New(Data{Type: x.Type, Title: cmp.Or(x.Title, Phrase(x.Status)), Detail: x.Detail, Code: x.Code, Status: x.Status})
	if x.Required != "" {
		p.data.Violations = prop.Violations{{Code: "required", Detail: x.RequiredDetail, Pointer: "#/" + x.Required}}
	}
	return f.Encode(nil, p)
}

// AppendChecked appends a value as JSON text. The error of a value that violates its
// declaration is prop.Violations.
func AppendChecked(b []byte, c codec.Codec, a place.Addr) ([]byte, error) {
	var r codec.Report
	if c.Check(&r, a); r.Since(0) {
		return b, codec.Gather[prop.Violations](&r)
	}
	var e codec.Encoder
	e.Reset(b)
	c.Encode(&e, a)
	if err := e.Err(); err != nil {
		return b, err
	}
	return e.B, nil
}

// Parse reads a value that a server has sent. Members that the declaration does not have
// are ignored.
func Parse(text []byte, c codec.Codec, a place.Addr) error { return parse(text, c, a, true) }

// RoundTrip reads a value and writes it. If ignoreUnknown is set, it ignores members that the
// declaration does not have.
func RoundTrip(text []byte, ignoreUnknown bool, c codec.Codec, a place.Addr) ([]byte, error) {
	if err := parse(text, c, a, ignoreUnknown); err != nil {
		return nil, err
	}
	var e codec.Encoder
	c.Encode(&e, a)
	return e.B, e.Err()
}

func parse(text []byte, c codec.Codec, a place.Addr, ignoreUnknown bool) error {
	var d codec.Decoder
	d.Open(text, jsonx.Limits{Depth: codec.MaxDepth})
	d.IgnoreUnknown = ignoreUnknown
	c.Decode(&d, a)
	if err := d.End(); err != nil {
		return codec.SyntaxError[prop.SyntaxError](err)
	}
	if vs := codec.Gather[prop.Violations](&d.Report); vs != nil {
		return vs
	}
	return nil
}

// MediaType reports whether a name is a media type in lower case, without parameters.
func MediaType(name string) bool {
	essence, ok := accept.MediaType(name)
	return ok && essence == name
}

// JSONType reports whether a media type is JSON. It may have parameters, and letters in any case
// (RFC 9110 §8.3.1).
func JSONType(name string) bool {
	essence, ok := accept.MediaType(name)
	return ok && !strings.Contains(name, "*") && accept.IsJSON(essence)
}
