package tenon

import (
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Server is an address at which an API is served. It is an immutable value.
type Server struct{ node ir.Server }

// NewServer starts a server at a URL, absolute or relative to the document, which
// may have {variables}:
//
//	tenon.NewServer("https://{region}.example.com").
//		Variable("region", "eu", "Where the data lies.", "eu", "us")
func NewServer(url string) Server { return Server{ir.Server{At: callsite.Here(), URL: url}} }

func (s Server) edit(change func(*ir.Server)) Server {
	s.node.Variables = slices.Clip(s.node.Variables)
	change(&s.node)
	return s
}

// Name names the server among the others. OpenAPI has it from 3.2 on; before, it is
// the extension x-name.
func (s Server) Name(name string) Server { return s.edit(func(n *ir.Server) { n.Name = name }) }

// Describe sets the text for readers of the document; it is CommonMark.
func (s Server) Describe(text string) Server { return s.edit(func(n *ir.Server) { n.Doc = text }) }

// Variable declares a part of the URL that clients choose: what it is without a
// choice, a text in CommonMark, and the values that there are; none is any.
func (s Server) Variable(name, value, text string, values ...string) Server {
	v := ir.Variable{Name: name, Default: value, Doc: text, Values: slices.Clone(values)}
	return s.edit(func(n *ir.Server) { n.Variables = append(n.Variables, v) })
}

// Server adds an address at which the API is served, absolute or relative to
// the document; see [API.Servers]. An API that declares none is at its BaseURL.
func (a API) Server(url, description string) API {
	s := Server{ir.Server{At: callsite.Here(), URL: url, Doc: description}}
	return a.Servers(s)
}

// Servers adds addresses at which the API is served, the one that clients use by
// themselves first.
func (a API) Servers(servers ...Server) API {
	at := callsite.Here()
	return a.edit(func(d *declaration) {
		for _, s := range servers {
			if !s.node.At.Known() {
				s.node.At = at
			}
			d.node.Servers = append(d.node.Servers, s.node)
		}
	})
}
