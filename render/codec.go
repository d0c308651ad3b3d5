package render

import (
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// Codec writes JSON in another format, and reads it: YAML, CBOR, XML, a text or a signed form of it.
// Both functions are for the whole content, which has as many bytes as the limit of the body allows; an
// error of Decode is a 400, one of Encode an internal error. Without functions the codec is JSON itself. The rules are those of the JSON, and documents have its schema.
//
// Bodies have codecs with [route.Encoded], problems with [Format.Codec].
//
// [route.Encoded]: https://pkg.go.dev/github.com/tenon-go/tenon/route#Encoded
type Codec struct {
	MediaType string
	Encode    func(json []byte) ([]byte, error)
	Decode    func(content []byte) ([]byte, error)
}

// Codec sends the problems in the format of a codec in place of JSON, such as text/plain or
// application/xml:
//
//	var plain = render.NewFormat(message.View(), titleOf, nil).Codec(text)
func (f *Format) Codec(c Codec) *Format {
	none := tree.Faultf("Codec(%q) is of a format without content", c.MediaType)
	half := tree.Faultf("Codec(%q) needs both Encode and Decode: servers send what clients read", c.MediaType)
	bad := tree.Faultf("Codec(%q) is not a media type in lower case, such as text/plain", c.MediaType)
	return f.editSpec(func(s *problem.Spec) {
		switch {
		case s.Node.MediaType == "":
			s.Node.Faults = append(s.Node.Faults, none)
		case c.Encode == nil || c.Decode == nil:
			s.Node.Faults = append(s.Node.Faults, half)
		case !problem.MediaType(c.MediaType):
			s.Node.Faults = append(s.Node.Faults, bad)
		default:
			s.Node.MediaType, s.Encoded, s.Decoded = c.MediaType, c.Encode, c.Decode
		}
	})
}
