package media

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Bytes returns a body of the given media types that is not interpreted. Clients send the
// first.
func Bytes(types []string) Body { return blob{types, tree.Here()} }

type blob struct {
	types []string
	at    tree.Position
}

func (b blob) Node() *tree.Body          { return bodyOfTypes(b.at, tree.Bytes, b.types) }
func (b blob) Codec() codec.Codec        { return nil }
func (b blob) choices() []Choice         { return []Choice{{b.types, bytesDecoder{}}} }
func (b blob) encoder() ResponseEncoder  { return bytesEncoder{[]string{b.Node().Sent(b.types[0])}} }
func (b blob) sender() RequestEncoder    { return bytesSender{b.Node().Sent(b.types[0])} }
func (b blob) receiver() ResponseDecoder { return bytesReceiver{b.types} }

// bodyOfTypes describes a body that consists of no properties.
func bodyOfTypes(at tree.Position, f tree.Format, types []string) *tree.Body {
	return &tree.Body{At: at, Format: f, Types: types}
}

type bytesDecoder struct{}

func (bytesDecoder) Load(x *Exchange) error {
	_, err := x.readBody()
	return err
}

func (bytesDecoder) Decode(x *Exchange, v place.Addr) error {
	*place.To[[]byte](v) = append([]byte(nil), x.content...)
	return nil
}

type bytesEncoder struct{ mediaType []string }

func (b bytesEncoder) Send(x *Exchange, a *tree.Response, v place.Addr) error {
	x.Write(a.Status, b.mediaType, *place.To[[]byte](v))
	return nil
}

type bytesSender struct{ mediaType string }

func (s bytesSender) Encode(_ *codec.Report, v place.Addr) (Content, error) {
	return Content{MediaType: s.mediaType, Bytes: *place.To[[]byte](v)}, nil
}

type bytesReceiver struct{ types []string }

func (r bytesReceiver) Receive(a *Response, v place.Addr) (err error) {
	if a.Declared.Body == nil {
		return nil
	}
	if err = a.CheckType(r.types...); err == nil {
		*place.To[[]byte](v), err = a.Content()
	}
	return err
}
