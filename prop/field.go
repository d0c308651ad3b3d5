package prop

import (
	"github.com/tenon-go/tenon/internal/property"
)

// Field is a property at a field of a struct: a member of a collection, and the modes in
// which it is one. Like a property it is an immutable value.
type Field field

type field = property.Field

// Only leaves the field in the given modes, in place of those that an Only before it has
// named. Modes that Except names stay out, wherever it stands.
func (f Field) Only(modes ...Mode) Field { return Field(field(f).Only(setOf(modes))) }

// Except takes the field out of the given modes.
func (f Field) Except(modes ...Mode) Field { return Field(field(f).Except(setOf(modes))) }

// Key marks a member that identifies an entity. Keys are what delete mode
// shows, beside the members that Only puts there.
func (f Field) Key() Field { return Field(field(f).Key()) }

// VisibleTo guards the member by scopes, any of which is enough. To say it twice is a
// fault:
//
//	cost.At(&p.Cost).VisibleTo("products:cost")
//
// To an identity without them, and to guests, the member is not there, in either
// direction. Answers leave it out. A request that carries it breaks the rule
// "scope"; one that creates an entity gets the default, so that the property must
// have one or be optional; and what changes an entity leaves its value alone. That
// holds inside objects, entries of maps, unions that stay of the same case, and items
// of arrays that have a [Field.Key] which clients send. An array of items without keys
// can only be sent as it was shown: any other breaks the rule "scope", as nobody could
// tell which item lost what. Lists cannot be filtered or sorted by it, rules of your
// own do not see it, and versions do not tell that it has changed. All that holds for
// everything inside the member as well.
//
// Without HTTP there is no identity: Parse, Check and Append know every member.
func (f Field) VisibleTo(scopes ...string) Field { return Field(field(f).VisibleTo(scopes...)) }
