package prop

import (
	"errors"
	"io"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// Upload is a file that a client has sent in a form. Its content is on disk, or in memory if it
// is small, until the end of the request.
type Upload struct{ part *codec.Part }

// Name returns the name that the client sent. Do not use it as a path.
func (u Upload) Name() string {
	if u.part == nil {
		return ""
	}
	return u.part.Name
}

// MediaType returns the media type that the client sent.
func (u Upload) MediaType() string {
	if u.part == nil {
		return ""
	}
	return u.part.Type
}

// Size returns the number of bytes.
func (u Upload) Size() int64 {
	if u.part == nil {
		return 0
	}
	return u.part.Size
}

var errNoFile = errors.New("tenon: no file was uploaded")

// Open opens the content. It may be opened several times, but not after the
// handler has returned.
func (u Upload) Open() (io.ReadSeekCloser, error) {
	if u.part == nil {
		return nil, errNoFile
	}
	return u.part.Open()
}

// FileProp is a property with a file.
type FileProp core

// File declares a file in a form; see [route.Multipart]. JSON has no files.
//
// A member of a form may be a union of a file, a list of files and other cases, such as a text with the
// URL of a picture, or an object as JSON: a part with a file name is a file, and several are a list.
//
// [route.Multipart]: https://pkg.go.dev/github.com/tenon-go/tenon/route#Multipart
func File(name string) *FileProp {
	return (*FileProp)(property.Start(codec.Form{
		Type: codec.TypeOf[Upload](),
		Node: &tree.Prop{Name: name, Type: tree.File{}},
		Make: func(_ *codec.Compiler, n *tree.Prop) codec.Codec {
			return codec.File(n,
				func(a place.Addr, p *codec.Part) { place.To[Upload](a).part = p },
				func(a place.Addr) *codec.Part { return place.To[Upload](a).part })
		},
	}))
}

// MediaTypes sets the accepted media types, such as image/png. The client must declare one of
// them, and the first bytes of the file must not indicate another.
func (p *FileProp) MediaTypes(types ...string) *FileProp {
	for _, t := range types {
		if essence, ok := accept.MediaType(t); !ok || essence != t || strings.Contains(t, "*") {
			return (*FileProp)((*core)(p).Fault("MediaTypes(%q) is not a media type in lower case, such as image/png", t))
		}
	}
	return (*FileProp)((*core)(p).Edit(func(n *tree.Prop) { n.Type = tree.File{Types: append([]string(nil), types...)} }))
}

// MinBytes sets the minimum number of bytes.
func (p *FileProp) MinBytes(n int) *FileProp {
	return (*FileProp)(counted((*core)(p), tree.MinBytes{N: n}))
}

// MaxBytes sets the maximum number of bytes. The limit of the request body must be larger.
func (p *FileProp) MaxBytes(n int) *FileProp {
	return (*FileProp)(counted((*core)(p), tree.MaxBytes{N: n}))
}
