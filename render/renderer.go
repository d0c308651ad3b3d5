package render

import "github.com/tenon-go/tenon/internal/jsonx"

// Renderer declares the envelope of successful responses. Documents describe it, so that it is
// one of several shapes and not a function.
type Renderer struct{ member string }

// Envelope returns a renderer that puts the body into a member of an object: {"data": …}.
func Envelope(member string) Renderer { return Renderer{member} }

// NoEnvelope returns a renderer without an envelope. The pagination object of a list is in the
// header Pagination, as JSON.
func NoEnvelope() Renderer { return Renderer{} }

// Member returns the name of the envelope's member, or "" if there is no envelope.
func (r Renderer) Member() string { return r.member }

// Around returns the text before and after the body.
func (r Renderer) Around() (before, after []byte) {
	if r.member == "" {
		return nil, nil
	}
	b, err := jsonx.AppendString([]byte{'{'}, r.member)
	if err != nil {
		return nil, nil
	}
	return append(b, ':'), []byte{'}'}
}
