package verify

import (
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// styles checks the parameters with styles.
func (o *Operation) styles() {
	for _, i := range o.styled {
		o.style(&o.Node.Inputs[i], o.Shapes.Input(i))
	}
	o.deepObjects()
	o.exploded()
}

// style checks that the style of a parameter can write it.
func (o *Operation) style(in *tree.Input, shape codec.Shape) {
	p := in.Prop
	switch {
	case in.Reserved && in.In != tree.InQuery:
		o.fault(p.At, "AllowReserved is for a query parameter, which %q is not", p.Name)
	case o.unwritable(in), in.Style == tree.Content:
	case listStyle(in.Style) != "" && (shape != codec.Several || in.In != tree.InQuery):
		o.fault(p.At, "%s is for a list in a query, which %q is not", listStyle(in.Style), p.Name)
	case delimited(p, in.Style.Delimiter()) != "":
		o.fault(p.At, "%s separates items by a character that %q has, a value of %q", listStyle(in.Style), delimited(p, in.Style.Delimiter()), p.Name)
	case in.Style == tree.Exploded && in.In != tree.InQuery:
		o.fault(p.At, "Exploded is for an object in a query, which %q is not", p.Name)
	case in.Style == tree.DeepObject && (!tree.Nests(p) || in.In != tree.InQuery):
		o.fault(p.At, "DeepObject is for an object or a list in a query, which %q is not", p.Name)
	case shape == codec.Members && in.Style != tree.DeepObject && in.Style != tree.Exploded:
		o.fault(p.At, "object %q can be a parameter only in a query, as DeepObject", p.Name)
	}
}

// listStyle returns the function that declares a style of lists; "" for another style.
func listStyle(s tree.Style) string {
	switch s {
	case tree.CSV:
		return "CSV"
	case tree.SpaceDelimited:
		return "SpaceDelimited"
	case tree.PipeDelimited:
		return "PipeDelimited"
	}
	return ""
}

// delimited returns a value of an enumeration that a list would separate; "" if there is none.
func delimited(list *tree.Prop, delimiter string) string {
	t, _ := list.Type.(tree.Array)
	if t.Item == nil || delimiter == "" {
		return ""
	}
	if e, ok := t.Item.Type.(tree.Enum); ok && e.Of == "" {
		for _, v := range e.Values {
			if strings.Contains(v, delimiter) {
				return v
			}
		}
	}
	return ""
}

// deepObjects checks that no parameter has the name of a member of an object in the query:
// it would never be read.
func (o *Operation) deepObjects() {
	n := o.Node
	for _, deep := range n.Inputs {
		if deep.Style != tree.DeepObject {
			continue
		}
		for _, in := range n.Inputs {
			if in.In == tree.InQuery && strings.HasPrefix(in.Prop.Name, deep.Prop.Name+"[") {
				o.fault(in.Prop.At, "query parameter %q is a member of DeepObject %q too", in.Prop.Name, deep.Prop.Name)
			}
		}
	}
}

// exploded checks that the members of an object in the query have names of their own among its
// parameters.
func (o *Operation) exploded() {
	owners := map[string]string{}
	for _, in := range o.Node.Inputs {
		bracketed := in.Style == tree.DeepObject && tree.KindsOf(in.Prop, false)&^(tree.KindObject|tree.KindArray) == 0
		if in.In == tree.InQuery && in.Style != tree.Exploded && !bracketed {
			owners[in.Prop.Name] = "a parameter"
		}
	}
	for _, key := range o.Node.Security.QueryKeys() {
		owners[key] = "an API key"
	}
	for _, in := range o.Node.Inputs {
		object, is := in.Prop.Type.(tree.Object)
		if in.Style != tree.Exploded || !is || !o.api.sound(in.Prop) {
			continue
		}
		for _, m := range object.Of().In(tree.Create) {
			if owner := owners[m.Prop.Name]; owner != "" {
				o.fault(in.Prop.At, "member %q of Exploded %q is %s of the query too", m.Prop.Name, in.Prop.Name, owner)
			}
			owners[m.Prop.Name] = "a member of another object"
		}
	}
}
