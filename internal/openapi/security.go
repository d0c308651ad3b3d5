package openapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// security writes the security requirements and the rate limits of an operation. Requirements
// that OpenAPI cannot express are an extension for programs, and a sentence of the description
// for readers.
//
// An unknown kind is an error: a document must not state less than the server requires.
func (w *writer) security(s *tree.Security) error {
	if s.Secured() {
		w.requirements(s)
		if err := w.access(s.Access); err != nil {
			return err
		}
	}
	if s.Limited() {
		w.rates(s.Limits)
	}
	return nil
}

// requirements writes the alternatives; a request needs all schemes of one. A public
// operation has an empty alternative.
func (w *writer) requirements(s *tree.Security) {
	empty := w.mark()
	w.list("security")
	if s.Public() {
		w.item()
		w.end()
	}
	for _, together := range s.Schemes {
		for _, scopes := range scopeSets(s.Access) {
			if !w.requirement(together, scopes) {
				break // the alternatives would be the same
			}
		}
	}
	w.endListOr(empty)
}

// requirement writes an alternative, and reports whether one of its schemes has the
// scopes.
func (w *writer) requirement(together []*tree.Scheme, scopes []string) (scoped bool) {
	nothing := w.mark()
	w.item()
	for _, scheme := range together {
		if !w.canScheme(scheme.Type()) {
			w.downgrade("the security scheme %s is omitted: OpenAPI %s does not have its type", scheme.Name, w.version)
			continue
		}
		w.key(scheme.Name)
		w.open('[')
		if w.canScopes(scheme.Type()) {
			scoped = true
			for _, name := range scopes {
				w.line()
				w.value(name)
			}
		}
		w.endList()
	}
	w.endOr(nothing)
	return scoped
}

// access writes the clauses: an identity needs one grant of each.
func (w *writer) access(a *tree.Access) error {
	if a == nil || len(a.Clauses) == 0 {
		return nil
	}
	w.list("x-access")
	for _, c := range a.Clauses {
		w.line()
		w.open('[')
		for _, g := range c.Any {
			if !slices.Contains(tree.AllGrantKinds(), g.Kind) {
				return fmt.Errorf("a grant of the kind %q cannot be described", g.Kind)
			}
			w.item()
			w.text(string(g.Kind), g.Name)
			w.end()
		}
		w.endList()
	}
	w.endList()
	return nil
}

// rates writes how many requests the limits admit, and in how many seconds.
func (w *writer) rates(all []*tree.Limit) {
	w.object("x-rate-limits")
	for _, l := range all {
		w.named(l.Name)
		w.literal("requests", strconv.Itoa(l.Requests()))
		w.literal("window", strconv.FormatFloat(l.Window.Seconds(), 'f', -1, 64))
		w.text("per", string(l.Per))
		w.some("of", l.Of)
		w.end()
	}
	w.end()
}

// requirementText describes access and rate limits for people.
func requirementText(s *tree.Security) (string, error) {
	if s == nil {
		return "", nil
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
		requests := " requests "
		if l.Requests() == 1 {
			requests = " request "
		}
		line := "At most " + strconv.Itoa(l.Requests()) + requests + perText(l.Window) + " for each "
		switch l.Per {
		case tree.LimitIP:
			line += "address"
		case tree.LimitIdentity:
			line += "identity"
		case tree.LimitHeader:
			line += "value of the header `" + l.Of + "`"
		case tree.LimitFunction:
			line += l.Of
		default:
			return "", fmt.Errorf("the rate limit %q counts by %q, which cannot be described", l.Name, l.Per)
		}
		lines = append(lines, line+" (`"+l.Name+"`).")
	}
	return strings.Join(lines, "\n"), nil
}

// schemes writes the security schemes.
func (w *writer) schemes() error {
	empty := w.mark()
	w.object("securitySchemes")
	for _, s := range w.api.Schemes {
		if !w.canScheme(s.Type()) {
			continue
		}
		if err := w.scheme(s); err != nil {
			return faultAt(s.At, "the security scheme %q: %w", s.Name, err)
		}
	}
	w.endOr(empty)
	return nil
}

func (w *writer) scheme(s *tree.Scheme) error {
	t := s.Type()
	if t.OpenAPI == "" {
		return fmt.Errorf("its kind %d cannot be described", s.Kind)
	}
	w.object(s.Name)
	w.text("type", t.OpenAPI)
	doc := w.words.of(s.Doc)
	if s.AuthScheme != "" {
		doc = strings.TrimLeft(doc+"\n\nThe header is `"+s.AuthScheme+"`, a space, and the key.", "\n")
	}
	w.some("description", doc)
	w.some("scheme", t.HTTPScheme)
	w.some("bearerFormat", s.Format)
	if t.OpenAPI == "apiKey" {
		w.text("name", s.Param)
		w.text("in", string(s.In))
		w.some(tree.AuthScheme, s.AuthScheme)
	}
	if t.OpenAPI == "oauth2" {
		if err := w.flows(s.Flows); err != nil {
			return err
		}
	}
	w.some("openIdConnectUrl", s.URL)
	w.end()
	return nil
}

// canScheme reports whether the version has a type of security scheme.
func (w *writer) canScheme(t tree.SchemeType) bool { return w.version >= V31 || !t.From31 }

// canScopes reports whether the version allows scopes with a type of security scheme.
func (w *writer) canScopes(t tree.SchemeType) bool { return w.version >= V31 || t.Scopes30 }

// flows writes the flows of OAuth 2.
func (w *writer) flows(all []tree.Flow) error {
	w.object("flows")
	for _, f := range all {
		switch f.Kind {
		case tree.AuthorizationCode:
			w.object("authorizationCode")
			w.text("authorizationUrl", f.AuthURL)
		case tree.ClientCredentials:
			w.object("clientCredentials")
		case tree.DeviceAuthorization:
			w.object(w.since(V32, "deviceAuthorization"))
			w.text("deviceAuthorizationUrl", f.DeviceURL)
		default:
			return fmt.Errorf("a flow of the kind %d cannot be described", f.Kind)
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
	return nil
}

// scopeSets returns the sets of scopes that suffice: one scope of each clause that scopes
// alone satisfy. There is at least one set, which may be empty.
func scopeSets(a *tree.Access) [][]string {
	sets := [][]string{nil}
	if a == nil {
		return sets
	}
	for _, c := range a.Clauses {
		var next [][]string
		for _, set := range sets {
			for _, g := range c.Any {
				if g.Kind != tree.GrantScope {
					next = append(next, set)
					continue
				}
				with := set
				if !slices.Contains(set, g.Name) {
					with = append(slices.Clip(set), g.Name)
				}
				next = append(next, with)
			}
		}
		sets = distinct(next)
	}
	return sets
}

func distinct(sets [][]string) (kept [][]string) {
	for _, s := range sets {
		if !slices.ContainsFunc(kept, func(k []string) bool { return slices.Equal(k, s) }) {
			kept = append(kept, s)
		}
	}
	return kept
}
