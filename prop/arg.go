package prop

import (
	"bytes"
	"io"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
)

// Arg is a value of a property, for a call of a route that declares it:
//
//	show.Call(ctx, client, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//
// Is of the property returns it.
type Arg arg

type arg = property.Arg

// Name returns the name of the property on the wire.
func (g Arg) Name() string { return arg(g).Name() }

// UploadOf returns a file that a client sends in a form, with its name, its media type and its
// content, which must not be changed.
func UploadOf(name, mediaType string, content []byte) Upload {
	return Upload{&codec.Part{
		Name: name, Type: mediaType, Size: int64(len(content)),
		Open: func() (io.ReadSeekCloser, error) { return held{bytes.NewReader(content)}, nil },
	}}
}

// held is content in memory.
type held struct{ *bytes.Reader }

func (held) Close() error { return nil }
