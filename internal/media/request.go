package media

import (
	"io"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
)

// Content is the body of a request that a client sends.
type Content struct {
	MediaType string // "" if there is no body
	Bytes     []byte
	Stream    io.Reader // in place of Bytes; can be sent once
}

// RequestEncoder encodes the body of a request on the client.
type RequestEncoder interface {
	// Encode adds the violations of the value at v to the report. If there are none, it
	// returns the content.
	Encode(rep *codec.Report, v place.Addr) (Content, error)
}

// sendable is a body with a request encoder of its own.
type sendable interface{ sender() RequestEncoder }

// SenderOf returns the request encoder of a body; nil if it has no content.
func SenderOf(b Body) RequestEncoder {
	if s, ok := b.(sendable); ok {
		return s.sender()
	}
	n := NodeOf(b)
	if n.Empty() {
		return nil
	}
	return jsonSender{b.Codec(), n.MediaTypes()[0], nil}
}
