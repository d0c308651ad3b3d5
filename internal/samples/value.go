package samples

import (
	"math/rand/v2"
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// generator generates one value.
type generator struct {
	attempt int
	rng     *rand.Rand
}

// maxDepth is the depth from which values have only what they must have, so that a collection
// which contains itself comes to an end.
const maxDepth = 3

// deepest is the depth that no value has: of a collection that requires itself there is none.
const deepest = 64

// Of returns a value of a property in a mode as JSON text, and false if it finds none, for
// example because a format of the application has no example. Each attempt gives the same
// value every time.
func Of(p *tree.Prop, m tree.Mode, attempt int) (text []byte, ok bool) {
	g := generator{attempt, rand.New(rand.NewPCG(uint64(attempt), 0))}
	v := g.value(p, m, 0, 0)
	if v == nil {
		return nil, false
	}
	return v.append(nil), true
}

// node is a JSON value: text of a scalar, or items, which have names in an object.
type node struct {
	kind  jsonx.Kind
	text  string
	names []string
	items []*node
}

func scalar(text string) *node { return &node{text: text} }

func (n *node) append(b []byte) []byte {
	if n.kind != jsonx.Array && n.kind != jsonx.Object {
		return append(b, n.text...)
	}
	open, end := byte('['), byte(']')
	if n.kind == jsonx.Object {
		open, end = '{', '}'
	}
	b = append(b, open)
	for i, item := range n.items {
		if i > 0 {
			b = append(b, ',')
		}
		if n.kind == jsonx.Object {
			b = append(append(b, quoted(n.names[i]).text...), ':')
		}
		b = item.append(b)
	}
	return append(b, end)
}

// value returns the nth value of a property, or nil. Values of different n differ as far as
// the property has so many.
func (g *generator) value(p *tree.Prop, m tree.Mode, n, depth int) *node {
	if v := g.declared(p, m, n); v != nil {
		return v
	}
	if depth == deepest {
		return nil
	}
	switch t := p.Type.(type) {
	case tree.Integer:
		text := g.number(integerBounds(t, p.Rules), n)
		switch {
		case text == "":
			return nil
		case t.Quoted:
			return quoted(text)
		}
		return scalar(text)
	case tree.Float:
		if text := g.number(boundsOf(p.Rules), n); text != "" {
			return scalar(text)
		}
		return nil
	case tree.Text:
		if text, ok := g.text(t, p.Rules, n); ok {
			return quoted(text)
		}
		return nil
	case tree.Enum:
		return scalar(t.Texts()[(n+g.attempt)%len(t.Values)])
	case tree.Binary:
		return quoted(g.binary(p.Rules, n))
	case tree.Any:
		return quoted("anything" + suffix(n))
	case tree.Boolean:
		return scalar(strconv.FormatBool((n+g.attempt)%2 == 0))
	case tree.Array:
		return g.array(t, p.Rules, m, depth)
	case tree.Map:
		return g.entries(t, p.Rules, m, depth)
	case tree.Object:
		return g.object(t.Of(), m, n, depth)
	case tree.Alternatives:
		u := t.Of()
		if depth >= maxDepth {
			return g.value(u.Shallow(m), m, n, depth+1)
		}
		for i := range u.Cases {
			if v := g.value(u.Cases[(n+g.attempt+i)%len(u.Cases)], m, n, depth); v != nil {
				return v
			}
		}
	}
	return nil // JSON has no files
}

// declared returns the nth example or the default of a property, in every second attempt:
// examples of several properties together may violate a rule of an object.
func (g *generator) declared(p *tree.Prop, m tree.Mode, n int) *node {
	samples := p.Examples
	if len(samples) == 0 && p.Default != nil && n == 0 && !composed(p.Type) {
		samples = []tree.Sample{*p.Default}
	}
	if n >= len(samples) || p.Write == nil || g.attempt%2 == 1 && !g.needsExample(p) {
		return nil
	}
	text, err := p.Write(samples[(n+g.attempt/2)%len(samples)], m)
	if err != nil {
		return nil
	}
	return scalar(string(text))
}

// composed reports whether a type has parts. Its default is often empty, which shows little.
func composed(t tree.Type) bool {
	switch t.(type) {
	case tree.Array, tree.Map, tree.Object, tree.Alternatives:
		return true
	}
	return false
}

// needsExample reports whether only an example is likely to satisfy the rules: those that
// are functions.
func (g *generator) needsExample(p *tree.Prop) bool {
	for _, r := range p.Rules {
		if _, is := r.(tree.Custom); is {
			return true
		}
	}
	t, is := p.Type.(tree.Text)
	return is && t.Format != "" && t.Pattern == "" && formats[t.Format] == nil
}

func quoted(s string) *node {
	b, err := jsonx.AppendString(nil, s)
	if err != nil {
		return scalar(`""`) // no text here is invalid UTF-8
	}
	return scalar(string(b))
}

func suffix(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n + 1)
}
