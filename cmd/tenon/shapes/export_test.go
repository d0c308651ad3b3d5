package shapes

import (
	"slices"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/tree"
)

// ShapesOf returns the shapes of the bodies of an app.
func ShapesOf(app *tenon.App) (all []Shape) {
	add := func(body tree.Body, ok bool) {
		if !ok {
			return
		}
		p, ok := body.Property()
		if !ok {
			return
		}
		t := p.Type()
		if list, is := t.(tree.Array); is {
			t = list.Item().Type()
		}
		g := &group{}
		switch t := t.(type) {
		case tree.Object:
			g.collection = t.Collection()
		case tree.Alternatives:
			g.union, g.isUnion = t.Union(), true
		default:
			return
		}
		if g.name() != "" && !slices.ContainsFunc(all, func(s Shape) bool { return s.group.name() == g.name() }) {
			all = append(all, Shape{group: g})
		}
	}
	for op := range tree.Of(app).Operations() {
		add(op.Body())
		for r := range op.Responses() {
			add(r.Body())
		}
	}
	return all
}
