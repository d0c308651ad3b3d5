package prop

import (
	"errors"
	"io"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
)

// Upload is a file that a client has sent in a form. Its content is on disk, or
// in memory where it is small, until the request has been served.
type Upload struct{ part *codec.Part }

// Name is what the client calls the file. It is not to be trusted as a path.
func (u Upload) Name() string {
	if u.part == nil {
		return ""
	}
	return u.part.Name
}

// MediaType is what the client says the file is.
func (u Upload) MediaType() string {
	if u.part == nil {
		return ""
	}
	return u.part.Type
}

// Size is the number of bytes.
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

// FileProp is a property that carries a file.
type FileProp core

// File declares a file in a form; [route.Multipart] reads one. JSON has no
// files.
//
// [route.Multipart]: https://pkg.go.dev/github.com/tenon-go/tenon/route#Multipart
func File(name string) *FileProp {
	return (*FileProp)(property.StartOf[Upload](codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.File{}},
		Make: func(_ *codec.Compiler, n *ir.Prop) codec.Codec {
			return codec.File(n,
				func(a place.Addr, p *codec.Part) { place.To[Upload](a).part = p },
				func(a place.Addr) *codec.Part { return place.To[Upload](a).part })
		},
	}))
}

// MediaTypes sets what the file may be, such as image/png. The client must
// declare one of them, and the first bytes must not look like anything else.
func (p *FileProp) MediaTypes(types ...string) *FileProp {
	for _, t := range types {
		if essence, ok := accept.MediaType(t); !ok || essence != t || strings.Contains(t, "*") {
			return (*FileProp)((*core)(p).Fault("MediaTypes(%q) is not a media type in lower case, such as image/png", t))
		}
	}
	return (*FileProp)((*core)(p).Edit(func(n *ir.Prop) { n.Type = ir.File{Types: append([]string(nil), types...)} }))
}

// MinBytes sets the least number of bytes.
func (p *FileProp) MinBytes(n int) *FileProp {
	return (*FileProp)(counted((*core)(p), ir.MinBytes{N: n}))
}

// MaxBytes sets the greatest number of bytes. The limit of the request's body
// must be larger.
func (p *FileProp) MaxBytes(n int) *FileProp {
	return (*FileProp)(counted((*core)(p), ir.MaxBytes{N: n}))
}
