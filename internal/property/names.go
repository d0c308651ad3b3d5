package property

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// Named returns a map with rules on the names of its members.
func (p *Property) Named(of Any) *Property {
	names, check, wrong := namesOf(of)
	if wrong != nil || p.form.Map == nil { // a zero builder has a fault
		return p.Edit(func(n *tree.Prop) { n.Faults = append(n.Faults, wrong...) })
	}
	f, m := p.form, *p.form.Map
	m.Names = check
	f.Map, f.Make = &m, codec.Map(&m)
	return Remade(&f, func(n *tree.Prop) { n.Type = tree.Map{Value: m.Value.Node, Names: names} })
}

// Named returns a field that keeps the members without a field, with rules on their names.
func (f Field) Named(of Any) Field {
	if f.f != nil && f.f.rest == nil {
		return f.fault("PropertyNames is for Additional: the name of property %q is declared", f.f.form.Node.Name)
	}
	names, check, wrong := namesOf(of)
	return f.edit(func(f *field) {
		rest := *f.rest
		rest.Names = check
		f.rest, f.names, f.faults = &rest, names, append(f.faults, wrong...)
	})
}

// namesOf returns the rules that a property has for names, or what is wrong with it.
func namesOf(p Any) (*tree.Names, codec.CheckName, []tree.Fault) {
	if p == nil {
		return nil, nil, []tree.Fault{tree.Faultf("PropertyNames(nil): the property is nil")}
	}
	form := FormOf(p)
	n := form.Node
	if len(n.Faults) > 0 {
		return nil, nil, n.Faults
	}
	var of string
	switch t := n.Type.(type) {
	case tree.Text:
	case tree.Enum:
		of = t.Of
	default:
		of = n.Type.Word()
	}
	switch {
	case of != "" || n.Type == (tree.Any{}):
		return nil, nil, []tree.Fault{tree.Faultf("PropertyNames: names are strings, and property %q is none; use one such as prop.String, prop.UUID or prop.Enum", n.Name)}
	case n.Nullable || n.MayBeAbsent() || n.Initial != nil || n.ReadOnly || n.WriteOnly || n.Deprecated:
		return nil, nil, []tree.Fault{tree.Faultf("PropertyNames: property %q is Nullable, Optional, Deprecated, ReadOnly or WriteOnly, or has a Default or an Initial value, which a name has not", n.Name)}
	}
	names, check := codec.NamesOf(form)
	return names, check, nil
}
