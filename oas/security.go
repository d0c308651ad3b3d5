package oas

import (
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// security writes what an operation asks of who calls it: alternatives, each of
// schemes that it needs together. A public operation has an empty one.
func (w *writer) security(s *ir.Security) {
	if !s.Secured() {
		return
	}
	empty := w.mark()
	w.list("security")
	if s.Public {
		w.item()
		w.end()
	}
	for _, together := range s.Schemes {
		for _, scopes := range s.Access.Alternatives() {
			if !w.requirement(together, scopes) {
				break // the alternatives would read alike
			}
		}
	}
	w.endListOr(empty)
}

// requirement writes the schemes that are needed together, and reports whether
// the scopes stand at one of them.
func (w *writer) requirement(together []*ir.Scheme, scopes []string) (said bool) {
	nothing := w.mark()
	w.item()
	for _, scheme := range together {
		if !w.dialect.can(scheme.Kind) {
			w.widen("the security scheme %s is left out: OpenAPI %s has none of its kind", scheme.Name, w.version)
			continue
		}
		w.key(scheme.Name)
		w.open('[')
		if w.dialect.roles(scheme.Kind) {
			said = true
			for _, name := range scopes {
				w.line()
				w.value(name)
			}
		}
		w.endList()
	}
	w.endOr(nothing)
	return said
}

// needs tells people what a requirement has no words for.
func needs(s *ir.Security) string {
	if s == nil {
		return ""
	}
	var lines []string
	if s.Access != nil {
		for _, c := range s.Access.Clauses {
			var any []string
			for _, g := range c.Any {
				any = append(any, string(g.Kind)+" `"+g.Name+"`")
			}
			lines = append(lines, "Needs the "+strings.Join(any, " or the ")+".")
		}
	}
	for _, l := range s.Limits {
		line := "At most " + strconv.Itoa(l.Requests()) + " requests in " + l.Window.String() + " for each "
		switch l.Per {
		case ir.LimitIP:
			line += "address"
		case ir.LimitIdentity:
			line += "identity"
		case ir.LimitHeader:
			line += "value of the header `" + l.Of + "`"
		case ir.LimitFunction:
			line += l.Of
		}
		lines = append(lines, line+" (`"+l.Name+"`).")
	}
	return strings.Join(lines, "\n")
}

// schemes writes the components that requirements name.
func (w *writer) schemes() {
	empty := w.mark()
	w.object("securitySchemes")
	for _, s := range w.api.Schemes {
		if w.dialect.can(s.Kind) {
			w.scheme(s)
		}
	}
	w.endOr(empty)
}

func (w *writer) scheme(s *ir.Scheme) {
	w.object(s.Name)
	switch s.Kind {
	case ir.HTTPBearer:
		w.text("type", "http")
		w.told("description", s.Doc)
		w.text("scheme", "bearer")
		w.some("bearerFormat", s.Format)
	case ir.HTTPBasic:
		w.text("type", "http")
		w.told("description", s.Doc)
		w.text("scheme", "basic")
	case ir.APIKey:
		w.text("type", "apiKey")
		w.told("description", s.Doc)
		w.text("name", s.Param)
		w.text("in", string(s.In))
	case ir.OAuth2:
		w.text("type", "oauth2")
		w.told("description", s.Doc)
		w.flows(s.Flows)
	case ir.OpenIDConnect:
		w.text("type", "openIdConnect")
		w.told("description", s.Doc)
		w.text("openIdConnectUrl", s.URL)
	case ir.MutualTLS:
		w.text("type", "mutualTLS")
		w.told("description", s.Doc)
	}
	w.end()
}

// flows writes the flows of OAuth 2.
func (w *writer) flows(all []ir.Flow) {
	w.object("flows")
	for _, f := range all {
		switch f.Kind {
		case ir.AuthorizationCode:
			w.object("authorizationCode")
			w.text("authorizationUrl", f.AuthURL)
		case ir.ClientCredentials:
			w.object("clientCredentials")
		case ir.DeviceAuthorization:
			w.object(w.since(V32, "deviceAuthorization"))
			w.text("deviceAuthorizationUrl", f.DeviceURL)
		}
		w.text("tokenUrl", f.TokenURL)
		w.some("refreshUrl", f.Refresh)
		w.object("scopes")
		for _, s := range f.Scopes {
			w.name(s.Name)
			w.value(w.words.of(s.Doc))
		}
		w.end()
		w.end()
	}
	w.end()
}
