package render

import "github.com/tenon-go/tenon/internal/jsonx"

// Renderer decides what stands around the content of a success. What it does is
// part of the document, so that it is a choice of shapes and not a function.
type Renderer struct{ member string }

// Envelope puts the content into a member of an object: {"data": …}.
func Envelope(member string) Renderer { return Renderer{member} }

// NoEnvelope sends the content as it is. What a list tells of itself, which stands next to
// it in an envelope, is in the header Pagination, as JSON.
func NoEnvelope() Renderer { return Renderer{} }

// Member is the name of the envelope's member; empty if there is none.
func (r Renderer) Member() string { return r.member }

// Around returns what is written before and after the content.
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
