package tree

import (
	"errors"
	"fmt"
	"iter"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/prop"
)

// Property is a declared, typed value.
type Property struct{ n *ir.Prop }

func propertyOf(n *ir.Prop) Property { return Property{n} }

// PropertyOf returns the tree of a property. The error lists the faults of its
// declaration, each with its position.
func PropertyOf(p prop.Prop) (Property, error) {
	n := property.NodeOf(p)
	return Property{n}, faults(n)
}

// faults returns the faults of a declaration as an error.
func faults(n *ir.Prop) error {
	var v verify.Checker
	v.Prop(n)
	var errs []error
	for _, f := range v.Faults {
		errs = append(errs, fmt.Errorf("%s: %s", f.At, f.Message))
	}
	return errors.Join(errs...)
}

// ID identifies a declaration and all copies derived from it. IDs are comparable.
type ID struct{ id *ir.ID }

// ID returns the identity of the declaration: object rules refer to members by it.
func (p Property) ID() ID { return ID{p.n.ID} }

// Position returns where the property is declared.
func (p Property) Position() Position { return positionOf(p.n.At) }

// Name returns the name on the wire.
func (p Property) Name() string { return p.n.Name }

// Type returns the type.
func (p Property) Type() Type { return typeOf(p.n.Type) }

// Format returns the format in documents, or "", and reports whether the application named it.
// Otherwise it is that of the type.
func (p Property) Format() (name string, named bool) { return p.n.Format(), p.n.Named != nil }

// ComponentName returns the chosen name of the component of the property as a parameter or a header, or "".
func (p Property) ComponentName() string { return p.n.Component }

// Rules yields the rules.
func (p Property) Rules() iter.Seq[Rule] {
	return each(p.n.Rules, func(n *ir.Rule) Rule { return Rule{*n, p.n.Message(*n)} })
}

// Nullable reports whether null is a value. For a member see [Member.Nullable].
func (p Property) Nullable() bool { return p.n.Nullable }

// Optional reports whether the property may be absent.
func (p Property) Optional() bool { return p.n.Optional }

// Deprecated reports whether the property is deprecated.
func (p Property) Deprecated() bool { return p.n.Deprecated }

// ReadOnly reports whether only the server sends the property.
func (p Property) ReadOnly() bool { return p.n.ReadOnly }

// WriteOnly reports whether only clients send the property.
func (p Property) WriteOnly() bool { return p.n.WriteOnly }

// Default returns the default as JSON text, and reports whether there is one.
func (p Property) Default() (json string, ok bool) {
	if p.n.Default == nil {
		return "", false
	}
	return sample(p.n, *p.n.Default, ir.Create)
}

// AbsentMeans returns the value that absence means as JSON text, and reports whether there is
// one. It is not a default: the program sees that the property is absent.
func (p Property) AbsentMeans() (json string, ok bool) {
	if p.n.AbsentMeans == nil {
		return "", false
	}
	return sample(p.n, *p.n.AbsentMeans, p.n.DocumentedIn())
}

// Initial returns the initial value as JSON text, and reports whether there is one: only documents
// have it.
func (p Property) Initial() (json string, ok bool) {
	if p.n.Initial == nil {
		return "", false
	}
	return sample(p.n, *p.n.Initial, p.n.DocumentedIn())
}

// Examples yields the examples that are values in a mode, as JSON text.
func (p Property) Examples(mode collection.Mode) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range p.n.Examples {
			if text, ok := sample(p.n, s, ir.Mode(mode)); ok && !yield(text) {
				return
			}
		}
	}
}

// sample returns a value of a property. It is not ok if the value violates a rule in the mode.
func sample(p *ir.Prop, s ir.Sample, mode ir.Mode) (text string, ok bool) {
	b, err := p.Write(s, mode)
	return string(b), err == nil
}

// Title returns a title in plain text; "" if there is none.
func (p Property) Title() string { return p.n.Title }

// Description returns the description in CommonMark; "" if there is none.
func (p Property) Description() string { return p.n.Doc }

// ExternalDocs returns a link to external documentation.
func (p Property) ExternalDocs() Link { return Link{p.n.ExternalDocs} }

// Extensions yields the vendor extensions.
func (p Property) Extensions() iter.Seq[Extension] { return extensions(p.n.Extensions) }

// Param is a named argument of a rule.
type Param struct{ n ir.Param }

// Name returns the name.
func (p Param) Name() string { return p.n.Name }

// JSON returns the value as JSON text.
func (p Param) JSON() string { return p.n.JSON }

func params(list []ir.Param) iter.Seq[Param] {
	return each(list, func(n *ir.Param) Param { return Param{*n} })
}
