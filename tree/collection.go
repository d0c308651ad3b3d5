package tree

import (
	"iter"
	"slices"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Collection is an object with properties as members.
type Collection struct{ n *ir.Collection }

// CollectionOf returns the tree of a collection. The error lists the faults of its
// declaration, each with its position.
func CollectionOf[T any](c prop.Collection[T]) (Collection, error) {
	n := property.CollectionOf(c.Object())
	return Collection{n}, faults(&ir.Prop{ID: new(ir.ID), At: n.At, Name: n.Name, Type: ir.Object{Of: func() *ir.Collection { return n }}})
}

// Position returns where the collection is declared.
func (c Collection) Position() Position { return positionOf(c.n.At) }

// Name returns the name of the component in documents.
func (c Collection) Name() string { return c.n.Name }

// ComponentName returns the chosen name of the component of a mode, or "".
func (c Collection) ComponentName(mode collection.Mode) string {
	return c.n.ComponentNames.Of(ir.Mode(mode))
}

// Title returns a title in plain text; "" if there is none.
func (c Collection) Title() string { return c.n.Title }

// Description returns the description in CommonMark; "" if there is none.
func (c Collection) Description() string { return c.n.Doc }

// ExternalDocs returns a link to external documentation.
func (c Collection) ExternalDocs() Link { return Link{c.n.ExternalDocs} }

// Members yields the members in the order of their declaration.
func (c Collection) Members() iter.Seq[Member] {
	return eachOf(c.n.Members, func(n *ir.Member) Member { return Member{n} })
}

// Closed reports whether responses in a mode have only declared members, whatever a later version of
// the API declares.
func (c Collection) Closed(mode collection.Mode) bool { return c.n.Closed.Has(ir.Mode(mode)) }

// IgnoreReadOnly reports whether requests may have members that they cannot set.
func (c Collection) IgnoreReadOnly() bool { return c.n.IgnoreReadOnly }

// IgnoreUnknown reports whether requests may have members that are not declared.
func (c Collection) IgnoreUnknown() bool { return c.n.IgnoreUnknown }

// RejectUnknown reports whether undeclared members of requests are violations also where the
// operation ignores them.
func (c Collection) RejectUnknown() bool { return c.n.RejectUnknown }

// Rules yields the object rules.
func (c Collection) Rules() iter.Seq[ObjectRule] {
	return each(c.n.ObjectRules, func(n *ir.PlacedObjectRule) ObjectRule { return ObjectRule{n} })
}

// Additional returns the property of undeclared members, and reports whether there are any.
func (c Collection) Additional() (Property, bool) { return Property{c.n.Rest}, c.n.Rest != nil }

// PropertyNames returns the property whose rules the names of undeclared members satisfy, and reports
// whether there is one. Its own name has no meaning.
func (c Collection) PropertyNames() (Property, bool) { return namesOf(c.n.RestNames) }

// Extensions yields the vendor extensions.
func (c Collection) Extensions() iter.Seq[Extension] { return extensions(c.n.Extensions) }

// Same reports whether two collections are the same declaration, even if a function returns a
// new value at each call.
func (c Collection) Same(other Collection) bool {
	return c.n == other.n || c.n.Fingerprint() == other.n.Fingerprint()
}

// Member is a property of a collection.
type Member struct{ n *ir.Member }

// Property returns the name, the type and the rules.
func (m Member) Property() Property { return Property{m.n.Prop} }

// Modes yields the declared modes of the member. A mode may lack the member nevertheless, as
// modes of requests lack read-only members; see [Member.In].
func (m Member) Modes() iter.Seq[collection.Mode] {
	return func(yield func(collection.Mode) bool) {
		for _, mode := range ir.Modes() {
			if m.n.Modes.Has(mode) && !yield(collection.Mode(mode)) {
				return
			}
		}
	}
}

// Only reports whether the declaration names the modes with Only.
func (m Member) Only() bool { return m.n.Named != 0 }

// In reports whether the collection has the member in a mode.
func (m Member) In(mode collection.Mode) bool { return m.n.Has(ir.Mode(mode)) }

// Required reports whether an object must have the member in a mode.
func (m Member) Required(mode collection.Mode) bool { return m.n.Required(ir.Mode(mode)) }

// Nullable reports whether the member may be null in a mode. A merge patch removes a
// member with null (RFC 7396 §1).
func (m Member) Nullable(mode collection.Mode) bool { return m.n.Nullable(ir.Mode(mode)) }

// Key reports whether the member identifies an entity.
func (m Member) Key() bool { return m.n.Key }

// Computed reports whether a function computes the member.
func (m Member) Computed() bool { return m.n.Computed }

// Omittable reports whether the server may omit the member.
func (m Member) Omittable() bool { return m.n.Omittable }

// Restricted reports whether only some identities see and send the member.
func (m Member) Restricted() bool { return m.n.Guarded() }

// VisibleTo yields scopes; an identity needs one of them to see and send a restricted member.
func (m Member) VisibleTo() iter.Seq[string] { return texts(m.n.Scopes) }

// VisibleToPosition returns where the restriction is declared.
func (m Member) VisibleToPosition() Position { return positionOf(m.n.ScopesAt) }

// Union is a union of collections and other values.
type Union struct{ n *ir.Union }

// UnionOf returns the tree of a union. The error lists the faults of its declaration,
// each with its position.
func UnionOf[T any](u prop.Alternatives[T]) (Union, error) {
	p := property.NodeOf(u.Property())
	return Union{p.Type.(ir.Alternatives).Of()}, faults(p)
}

// Position returns where the union is declared.
func (u Union) Position() Position { return positionOf(u.n.At) }

// Name returns the name of the component in documents.
func (u Union) Name() string { return u.n.Name }

// ComponentName returns the chosen name of the component of a mode, or "".
func (u Union) ComponentName(mode collection.Mode) string {
	return u.n.ComponentNames.Of(ir.Mode(mode))
}

// Title returns a title in plain text; "" if there is none.
func (u Union) Title() string { return u.n.Title }

// Description returns the description in CommonMark; "" if there is none.
func (u Union) Description() string { return u.n.Doc }

// Tag returns the name of the member that identifies the case; "" if the members of a value do.
func (u Union) Tag() string { return u.n.Tag }

// TagsOf yields the values of the tag in a case: a constant, or those of an enumeration. Where
// several cases have a value, the members of an object identify its case.
func (u Union) TagsOf(p Property) iter.Seq[string] { return slices.Values(u.n.TagsOf(p.n)) }

// Overlaps reports whether a value may match several cases. The first one applies.
func (u Union) Overlaps() bool { return u.n.Overlaps }

// Cases yields the cases in the order of their declaration. The type of a collection is [Object].
func (u Union) Cases() iter.Seq[Property] {
	return eachOf(u.n.Cases, func(n *ir.Prop) Property { return Property{n} })
}

// Same reports whether two unions are the same declaration, even if a function returns a new value
// at each call.
func (u Union) Same(other Union) bool {
	return u.n == other.n || u.n.At.Known() && u.n.Fingerprint() == other.n.Fingerprint()
}
