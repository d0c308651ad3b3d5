package verify

import (
	"net/textproto"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
)

// operation checks an operation by itself.
func (a *API) operation(o *Operation) {
	n := o.Node
	if n.Method == "" { // it only carries faults
		a.Faults = append(a.Faults, n.Faults...)
		return
	}
	for _, f := range o.Shared {
		if !slices.Contains(a.Faults, f) {
			a.Faults = append(a.Faults, f)
		}
	}
	s := a.in(o)
	s.add(n.Faults)
	if !o.Handled && !triedToHandle(n) {
		s.fault(n.At, "there is no handler; end with Handle")
	}
	path, err := match.Parse(n.Path)
	if err != nil {
		s.fault(n.At, "the path: %v", err)
		return
	}
	for _, in := range n.Inputs {
		if in.In == ir.InPath {
			path.SetKind(in.Prop.Name, kindOf(in.Prop.Type))
		}
	}
	o.Path, o.Parsed = path, true
	a.inputs(o, s)
	a.responseHeaders(o, s)
	a.bodies(n, s)
	a.envelope(n, s)
	responses(n, s)
	a.idempotency(n, s)
	preconditions(n, s)
	deprecation(n, s)
	caching(n, s)
}

// envelope checks that no member next to the entities of a list has their name.
func (a *API) envelope(n *ir.Operation, s scope) {
	b, envelope := n.Success.Body, n.EnvelopeIn(a.Node)
	if b == nil || b.Beside == nil || envelope == "" {
		return
	}
	taken := b.Beside.Name == envelope
	if b.Inline {
		taken = slices.ContainsFunc(b.MembersBeside(), func(m *ir.Member) bool { return m.Prop.Name == envelope })
	}
	if taken {
		s.fault(n.At, "the envelope %q has the name of a member next to it", envelope)
	}
}

// triedToHandle reports whether Handle was called with nil, which has a fault already.
func triedToHandle(n *ir.Operation) bool {
	return slices.ContainsFunc(n.Faults, func(f ir.Fault) bool { return strings.HasPrefix(f.Message, "Handle(") })
}

// paths checks that no operations match the same requests.
func (a *API) paths() {
	var index match.TemplateIndex
	for i, o := range a.Operations {
		if !o.Parsed {
			continue
		}
		for j := range index.With(o.Path) {
			a.pathPair(a.Operations[j], o)
		}
		index.Add(o.Path, i)
	}
}

// kindOf returns what the type of a path parameter says about its texts.
func kindOf(t ir.Type) match.Kind {
	switch t := t.(type) {
	case ir.Integer:
		return match.Kind{Class: match.Integer}
	case ir.Float:
		return match.Kind{Class: match.Number}
	case ir.Boolean:
		return match.Kind{Class: match.Choice, Values: []string{"false", "true"}}
	case ir.Enum:
		switch t.Of { // whose texts are those of parameters
		case "", "integer", "boolean":
			return match.Kind{Class: match.Choice, Values: t.Values}
		case "number":
			return match.Kind{Class: match.Number}
		}
	case ir.Text:
		switch t.Format {
		case "uuid":
			return match.Kind{Class: match.UUID}
		case "date":
			return match.Kind{Class: match.Date}
		case "date-time":
			return match.Kind{Class: match.DateTime}
		case "decimal":
			return match.Kind{Class: match.Number}
		}
	}
	return match.Kind{}
}

// pathPair checks two operations that match the same paths; the first was declared first.
func (a *API) pathPair(first, second *Operation) {
	x, y := first.Node, second.Node
	same := x.Method == y.Method
	relation := match.Compare(first.Path, second.Path)
	if relation != match.Equal && x.DocumentedPath() == y.DocumentedPath() {
		a.fault(y.At, "%s and %s at %s are one path to OpenAPI; name their parameters differently", y.Path, x.Path, x.At)
		return
	}
	decided := match.Order(first.Path, second.Path) != 0
	switch relation {
	case match.Equal:
		switch {
		case decided && x.Path != y.Path: // by the types of the parameters
		case same && x.Path == y.Path:
			a.fault(y.At, "%s %s is declared twice; the first is at %s", y.Method, y.Path, x.At)
		case same:
			a.fault(y.At, "%s %s and %s at %s match the same paths", y.Method, y.Path, x.Path, x.At)
		case x.Path != y.Path:
			a.fault(y.At, "%s and %s at %s are one path to OpenAPI; name their parameters alike", y.Path, x.Path, x.At)
		}
	case match.Overlap:
		if same && !decided {
			a.fault(y.At, "%s %s and %s at %s both match some paths, like %s, and neither is more specific",
				y.Method, y.Path, x.Path, x.At, match.Example(first.Path, second.Path))
		}
	}
}

// preconditions checks that an operation does not declare the headers of preconditions,
// which the library reads and sends if entities have versions.
func preconditions(n *ir.Operation, s scope) {
	for _, in := range n.Inputs {
		if in.In == ir.InHeader && n.IsCondition(textproto.CanonicalMIMEHeaderKey(in.Prop.Name)) {
			s.fault(in.Prop.At, "header %q is reserved: the library reads it, because the entity has versions", in.Prop.Name)
		}
	}
	if !n.Conditional() && !n.SendsVersions() {
		return
	}
	for _, p := range n.DeclaredHeaders() {
		switch textproto.CanonicalMIMEHeaderKey(p.Name) {
		case "Etag", "Last-Modified":
			s.fault(p.At, "header %q is reserved: the library sends it, because the entity has versions", p.Name)
		}
	}
}

// deprecation checks the dates of a deprecated operation.
func deprecation(n *ir.Operation, s scope) {
	rfc3339 := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	if !n.DeprecatedAt.IsZero() && !n.Sunset.IsZero() && n.Sunset.Unix() < n.DeprecatedAt.Unix() { // RFC 9745 §4
		s.fault(n.Aged, "Sunset(%s) is before DeprecatedAt(%s)", rfc3339(n.Sunset), rfc3339(n.DeprecatedAt))
	}
	for _, p := range n.DeclaredHeaders() {
		if strings.EqualFold(p.Name, "Deprecation") && !n.DeprecatedAt.IsZero() || strings.EqualFold(p.Name, "Sunset") && !n.Sunset.IsZero() {
			s.fault(n.Aged, "header %q is sent already by what ResponseHeader declares", p.Name)
		}
	}
}

// caching checks that shared caches do not send the response of one caller to others.
func caching(n *ir.Operation, s scope) {
	c := n.Caching
	if c == nil || c.Kind != ir.CachePublic || !n.Security.Secured() {
		return
	}
	if n.Security.Private() {
		s.fault(c.At, "Cache(%s) lets shared caches keep responses, but the route needs an identity; "+
			"say Public of the route, or cache.Private", c.Value)
	} else if scheme := n.Security.Unnamed(); scheme != nil {
		s.fault(c.At, "Cache(%s) lets shared caches keep responses, but they cannot tell callers with the scheme %q from anonymous ones; "+
			"use cache.Private", c.Value, scheme.Name)
	}
}

// idempotency checks that the response of an operation can be stored and replayed.
func (a *API) idempotency(n *ir.Operation, s scope) {
	once := n.Idempotency
	if once == nil {
		return
	}
	switch {
	case !once.Kept && once.Required:
		s.fault(once.At, "RequireIdempotencyKey needs a store; declare it with Idempotent")
	case !once.Kept:
		s.fault(once.At, "IdempotencyScope needs a store; declare it with Idempotent")
	case n.Security.Public && len(a.Node.Schemes) > 0 && !once.Scoped:
		s.fault(once.At, "guests of a Public route cannot be distinguished, and would get each other's responses; "+
			"identify clients with IdempotencyScope")
	}
	for _, in := range n.Inputs {
		if in.In == ir.InHeader && textproto.CanonicalMIMEHeaderKey(in.Prop.Name) == ir.IdempotencyKey {
			s.fault(in.Prop.At, "header %q is declared by Idempotent", in.Prop.Name)
		}
	}
	for _, p := range n.DeclaredHeaders() {
		if textproto.CanonicalMIMEHeaderKey(p.Name) == ir.IdempotentReplayed {
			s.fault(p.At, "header %q is reserved: the library sends it", p.Name)
		}
	}
	if n.Body != nil {
		for _, body := range append([]*ir.Body{n.Body}, n.Body.Others...) {
			if body != nil && body.Prop != nil && hasFiles(body) {
				s.fault(once.At, "Idempotent cannot compare content that has files")
			}
		}
	}
	for a := range n.Responses() {
		if a.Body != nil && (a.Body.Format == ir.Download || a.Body.Streams()) {
			s.fault(once.At, "Idempotent cannot keep an answer that is a file or a stream")
			break
		}
	}
}
