package tenon

import (
	"slices"
	"strings"

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

func (b *build) checkServers() {
	names := map[string]bool{}
	for _, s := range b.api.Servers {
		at := ir.Fault{At: s.At}
		if names[s.Name] && s.Name != "" { // 3.2.0 §4.6.1
			b.fault(at, "server %q: another is named %q", s.URL, s.Name)
		}
		names[s.Name] = true
		if what := wrongServer(s); what != "" {
			b.fault(at, "server %q%s", s.URL, what)
		}
	}
	if len(b.api.Servers) == 0 && b.d.base != "" {
		b.api.Servers = []ir.Server{{URL: b.d.base}}
	}
}

// wrongServer says what is wrong with the URL of a server and its variables
// (OpenAPI 3.1.1 §4.8.5, §4.8.6).
func wrongServer(s ir.Server) string {
	values := map[string]string{}
	for _, v := range s.Variables {
		_, twice := values[v.Name]
		sorted := slices.Sorted(slices.Values(v.Values))
		switch {
		case v.Name == "":
			return ": a variable needs a name"
		case twice:
			return ": variable " + v.Name + " is declared twice"
		case !strings.Contains(s.URL, "{"+v.Name+"}"):
			return ": variable " + v.Name + " is not in the URL"
		case len(slices.Compact(sorted)) < len(v.Values):
			return ": variable " + v.Name + " has a value twice"
		case v.Values != nil && !slices.Contains(v.Values, v.Default):
			return ": variable " + v.Name + " is none of its values without a choice"
		}
		values[v.Name] = v.Default
	}
	var url strings.Builder // with what the variables are without a choice
	for rest := s.URL; ; {
		before, after, found := strings.Cut(rest, "{")
		url.WriteString(before)
		if !found {
			break
		}
		name, after, _ := strings.Cut(after, "}")
		value, declared := values[name]
		if !declared {
			return ": variable " + name + " is not declared; see Server.Variable"
		}
		url.WriteString(value)
		rest = after
	}
	switch {
	case ir.CheckLink(url.String()) != "":
		return " is not a URL"
	case strings.ContainsAny(url.String(), "?#"): // 3.2.0 §4.6.1
		return " has a query or a fragment"
	}
	return ""
}
