package shapes

import (
	"slices"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/tree"
)

// ShapesOf returns the shapes of the bodies of an app.
func ShapesOf(app *tenon.App) (all []Shape) {
	add := func(body *tree.Body) {
		if body == nil || body.Prop == nil {
			return
		}
		t := body.Prop.Type
		if list, is := t.(tree.Array); is {
			t = list.Item.Type
		}
		g := &group{}
		switch t := t.(type) {
		case tree.Object:
			g.collection = t.Of()
		case tree.Alternatives:
			g.union = t.Of()
		default:
			return
		}
		if g.name() != "" && !slices.ContainsFunc(all, func(s Shape) bool { return s.group.name() == g.name() }) {
			all = append(all, Shape{group: g})
		}
	}
	for _, op := range app.Tree().Operations {
		add(op.Body)
		for r := range op.Responses() {
			add(r.Body)
		}
	}
	return all
}
