package media

import (
	"errors"
	"io"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Stream returns a body of the given media types that the handler reads while it
// arrives.
func Stream(types []string) Body { return stream{types, tree.Here()} }

type stream struct {
	types []string
	at    tree.Position
}

func (s stream) Node() *tree.Body {
	n := bodyOfTypes(s.at, tree.Bytes, s.types)
	n.Arriving = true
	return n
}

func (s stream) Codec() codec.Codec     { return nil }
func (s stream) choices() []Choice      { return []Choice{{s.types, streamDecoder{}}} }
func (s stream) sender() RequestEncoder { return streamSender{s.Node().Sent(s.types[0])} }

type streamDecoder struct{}

func (streamDecoder) Load(x *Exchange) error { return x.checkLength() }

func (streamDecoder) Decode(x *Exchange, v place.Addr) error {
	*place.To[io.Reader](v) = x.limitedBody()
	return nil
}

type streamSender struct{ mediaType string }

func (s streamSender) Encode(_ *codec.Report, v place.Addr) (Content, error) {
	r := *place.To[io.Reader](v)
	if r == nil {
		return Content{}, errors.New("tenon: the body of a call is a nil reader")
	}
	return Content{MediaType: s.mediaType, Stream: r}, nil
}
