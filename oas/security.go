package oas

import (
	"strconv"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"

	"github.com/tenon-go/tenon/internal/ir"
)

// security writes what an operation asks of who calls it: alternatives, each of
// schemes that it needs together. A public operation has an empty one.
func (w *writer) security(s *ir.Security) (out []*base.SecurityRequirement) {
	if !s.Secured() {
		return nil
	}
	if s.Public {
		out = append(out, &base.SecurityRequirement{ContainsEmptyRequirement: true})
	}
	for _, combination := range s.Schemes {
		for _, scopes := range s.Access.Alternatives() {
			r := orderedmap.New[string, []string]()
			said := false
			for _, scheme := range combination {
				if !w.can(scheme) {
					continue
				}
				names := []string{}
				if w.listsScopes(scheme) {
					names, said = append(names, scopes...), true
				}
				r.Set(scheme.Name, names)
			}
			if r.Len() > 0 {
				out = append(out, &base.SecurityRequirement{Requirements: r})
			}
			if !said {
				break // the alternatives would read alike
			}
		}
	}
	return out
}

// can reports whether the version has a scheme. What it has not is left out of
// it: 3.0 has no client certificates.
func (w *writer) can(s *ir.Scheme) bool { return w.version != V30 || s.Kind != ir.MutualTLS }

// listsScopes reports whether a requirement may name what is needed: with 3.0
// only where tokens have scopes, later also for the others, as roles (3.1.1
// §4.8.30).
func (w *writer) listsScopes(s *ir.Scheme) bool {
	return w.version != V30 || s.Kind == ir.OAuth2 || s.Kind == ir.OpenIDConnect
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
func (w *writer) schemes() *orderedmap.Map[string, *v3.SecurityScheme] {
	var out *orderedmap.Map[string, *v3.SecurityScheme]
	for _, s := range w.api.Schemes {
		if !w.can(s) {
			continue
		}
		if out == nil {
			out = orderedmap.New[string, *v3.SecurityScheme]()
		}
		out.Set(s.Name, w.scheme(s))
	}
	return out
}

func (w *writer) scheme(s *ir.Scheme) *v3.SecurityScheme {
	out := &v3.SecurityScheme{Description: s.Doc}
	switch s.Kind {
	case ir.HTTPBearer:
		out.Type, out.Scheme, out.BearerFormat = "http", "bearer", s.Format
	case ir.HTTPBasic:
		out.Type, out.Scheme = "http", "basic"
	case ir.APIKey:
		out.Type, out.In, out.Name = "apiKey", string(s.In), s.Param
	case ir.OAuth2:
		out.Type, out.Flows = "oauth2", flows(s.Flows)
	case ir.OpenIDConnect:
		out.Type, out.OpenIdConnectUrl = "openIdConnect", s.URL
	case ir.MutualTLS:
		out.Type = "mutualTLS"
	}
	return out
}

// flows writes the flows of OAuth 2. Those for devices are told in words, for no
// version that is written has a place for them.
func flows(all []ir.Flow) *v3.OAuthFlows {
	out := &v3.OAuthFlows{}
	for _, f := range all {
		flow := &v3.OAuthFlow{
			AuthorizationUrl: f.AuthURL, TokenUrl: f.TokenURL, RefreshUrl: f.Refresh,
			Scopes: orderedmap.New[string, string](),
		}
		for _, s := range f.Scopes {
			flow.Scopes.Set(s.Name, s.Doc)
		}
		switch f.Kind {
		case ir.AuthorizationCode:
			out.AuthorizationCode = flow
		case ir.ClientCredentials:
			out.ClientCredentials = flow
		case ir.DeviceAuthorization:
			// OpenAPI 3.2 has deviceAuthorization.
		}
	}
	return out
}
