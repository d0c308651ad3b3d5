package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Value declares JSON that is the value of a property, without an object around it: a map, a
// list, a scalar, any JSON, or null. It is an immutable value.
type Value[V any] struct{ of *codec.Form }

// ValueOf declares bodies with the value of a property:
//
//	var stocks = collection.ValueOf(prop.Map(prop.Int("stocks").Min(0)).MaxProperties(500))
//
//	route.Put("/stocks", stocks.Create(), stocks.View())
//
// Its rules, texts and examples apply to the body; its name is not sent. A nullable property
// accepts null as the whole body. Collections inside it have the mode of the body.
func ValueOf[V any](p prop.Of[V]) Value[V] { return Value[V]{wholeValue(property.FormOf(p))} }

// wholeValue returns the form of a property as a body, which has no object to be absent from.
func wholeValue(f codec.Form) *codec.Form {
	misfit := func(is bool, flag, hint string) {
		if is {
			fault := tree.Faultf("%s has no meaning for the value of a body%s", flag, hint)
			f.Node = f.Node.Edit(func(n *tree.Prop) { n.Faults = append(n.Faults, fault) })
		}
	}
	misfit(f.Node.AbsentMeans != nil, "AbsentMeans", "; prop.Nullable accepts null")
	misfit(f.Node.Initial != nil, "Initial", "")
	misfit(f.Node.Optional && f.Node.AbsentMeans == nil, "Optional", "; prop.Nullable accepts null")
	misfit(f.Node.Default != nil, "Default", "")
	misfit(f.Node.ReadOnly, "ReadOnly", "; declare it in responses only")
	misfit(f.Node.WriteOnly, "WriteOnly", "; declare it in requests only")
	return &f
}

// Create returns the body with which a client sends a value, with any method.
func (v Value[V]) Create() *Body[V] { return bodyOf[V](v.in(tree.Create)) }

// View returns the body with which the server shows a value.
func (v Value[V]) View() *Body[V] { return bodyOf[V](v.in(tree.View)) }

// List returns the body with which the server shows a value in a list.
func (v Value[V]) List() *Body[V] { return bodyOf[V](v.in(tree.List)) }

func (v Value[V]) in(m tree.Mode) *content {
	f := v.of
	if f == nil {
		fault := tree.Faultf("a value was not created by collection.ValueOf")
		f = &codec.Form{Node: &tree.Prop{ID: new(tree.ID), At: fault.At, Type: tree.Any{}, Faults: []tree.Fault{fault}}}
	}
	return contentOf(f.Node.Edit(func(*tree.Prop) {}), m, f.Type, func() codec.Codec {
		return f.Compile(codec.NewCompiler(m))
	})
}
