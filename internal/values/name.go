package values

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// longest is the length of the longest name that violations have.
const longest = 100

// nameOf is a name that satisfies the rules, if it finds one: for a format of the user's own there may
// be none.
func (g *Generator) nameOf(n *tree.Names) string {
	if n == nil {
		return g.name()
	}
	name := g.name()
	for range 20 {
		if n.Accepts(name) && len(name) <= longest {
			break
		}
		name = g.spelled(g.plain(Site{Prop: n.Prop, Mode: tree.Create}, deep))
	}
	return name
}

// nearName is a name that just satisfies the rules, or just violates them.
func (g *Generator) nearName(n *tree.Names) string {
	v := g.value(Site{Prop: n.Prop, Mode: tree.Create}, deep)
	g.Spoil(v)
	if name := g.spelled(v); len(name) <= longest {
		return name
	}
	return g.name()
}

// spelled is the text of a JSON string, or that of another value.
func (g *Generator) spelled(v *Value) string {
	text := v.Append(nil)
	if name, ok := jsonx.Unquote(text); ok {
		return name
	}
	return string(text)
}
