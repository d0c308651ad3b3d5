package prop

import (
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// Field is a property bound to a field of a struct: a member of a collection in some modes. It
// is an immutable value.
type Field field

type field = property.Field

// Only limits the member to the given modes; it replaces those of an earlier Only. Modes of
// Except stay excluded, in any order of the calls.
func (f Field) Only(modes ...Mode) Field { return Field(field(f).Only(tree.SetOf(modes...))) }

// Except removes the member from the given modes.
func (f Field) Except(modes ...Mode) Field { return Field(field(f).Except(tree.SetOf(modes...))) }

// Key marks a member that identifies an entity. Delete mode consists of the keys and of members
// that Only adds to it.
func (f Field) Key() Field { return Field(field(f).Key()) }

// PropertyNames sets the rules on the names of the members that a collection does not declare; see
// [MapProp.PropertyNames]. It is a fault for a property, whose name is declared:
//
//	collection.Additional(prop.String("labels"), &t.Labels).PropertyNames(prop.String("label").MaxLen(64))
func (f Field) PropertyNames(name Prop) Field { return Field(field(f).Named(name)) }

// VisibleTo restricts the visibility of the member to identities with one of the scopes. It is
// a fault to call it twice:
//
//	cost.At(&p.Cost).VisibleTo("products:cost")
//
// For all other callers, including anonymous ones, the member is hidden. Responses omit it,
// with everything inside it. A request that has it gets a violation with the code scope. A
// request that creates an entity sets the default, so that the property must have a default or
// be optional; a request that changes an entity keeps the value. This includes members inside
// objects, entries of maps, unions whose case does not change, and items of arrays with a
// [Field.Key] that clients send. An array of items without keys can only be sent unchanged;
// otherwise it is a violation with the code scope, because the items cannot be matched. Lists
// cannot be filtered or sorted by the member, custom rules do not see it, and versions do not
// reveal that it has changed.
//
// Without HTTP there is no caller: Parse, Check and Append see every member.
func (f Field) VisibleTo(scopes ...string) Field { return Field(field(f).VisibleTo(scopes...)) }
