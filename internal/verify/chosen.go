package verify

import "github.com/tenon-go/tenon/tree"

// chosen has the properties that have chosen the names of components.
type chosen struct {
	parameters map[string]tree.Input
	headers    map[string]*tree.Prop
	clashes    map[*tree.Prop]bool // that are reported
}

// chosenParameter checks that a component is one parameter.
func (a *API) chosenParameter(in tree.Input) {
	name := in.Prop.Component
	if name == "" || in.Scopes != nil {
		return
	}
	first, known := a.chosen.parameters[name]
	switch {
	case !known:
		if a.chosen.parameters == nil {
			a.chosen.parameters = map[string]tree.Input{}
		}
		a.chosen.parameters[name] = in
	case !same(first.Prop, in.Prop) && !a.chosen.clashes[in.Prop]:
		a.clash(in.Prop, "parameter", first.Prop)
	case (first.In != in.In || first.Style != in.Style || first.Reserved != in.Reserved) && !a.chosen.clashes[in.Prop]:
		a.clash(in.Prop, "parameter of one place and one style", first.Prop)
	}
}

// chosenHeader checks that a component is one header.
func (a *API) chosenHeader(p *tree.Prop) {
	if p.Component == "" {
		return
	}
	first, known := a.chosen.headers[p.Component]
	switch {
	case !known:
		if a.chosen.headers == nil {
			a.chosen.headers = map[string]*tree.Prop{}
		}
		a.chosen.headers[p.Component] = p
	case !same(first, p) && !a.chosen.clashes[p]:
		a.clash(p, "header", first)
	}
}

func (a *API) clash(p *tree.Prop, what string, first *tree.Prop) {
	if a.chosen.clashes == nil {
		a.chosen.clashes = map[*tree.Prop]bool{}
	}
	a.chosen.clashes[p] = true
	a.fault(p.At, "property %q: the component %q is one %s, and belongs to property %q at %s already", p.Name, p.Component, what, first.Name, first.At)
}

// same reports whether two properties are of one declaration. A style makes a copy.
func same(a, b *tree.Prop) bool { return a.ID == b.ID && a.At == b.At }
