package codec

import (
	"time"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Entity is what a client sent to change an entity that exists: a patch or a
// replacement. Those of package collection are defined types over it, or embed it.
type Entity struct{ sent }

// sent has the methods that open an entity, and make it a source.
type sent struct{ change Change }

// Change is what an [Entity] holds.
type Change struct {
	Of    *Object   // in the mode; nil: no request made it
	Mode  tree.Mode // Update for a patch, Create for a replacement
	Group *ObjectForm
	// Version returns the version of an entity; nil if there are none.
	Version func(entity place.Addr) Version
	Value   place.Addr
	Mask    *Mask
	// Grants are what the sender may see; nil: the program itself sent it.
	Grants Grants
	// Input is whether it is the input of a call that is being served.
	Input bool
	// Policy decides whether the entity may be changed, as it was and as it will be;
	// nil: it may.
	Policy func(entity place.Addr) error
	// Preconditions decides whether a version may be changed; nil: it may.
	Preconditions func(Version) error
}

// Version tells a state of an entity from its other states, as a version of package
// collection does.
type Version struct {
	Tag      string
	Modified time.Time
	View     *VisibleState // nil: all clients see the same
}

// Viewed is what a version of package collection embeds.
type Viewed struct{ view *VisibleState }

// ViewedBy returns what a version embeds whose entity clients see as v.
func ViewedBy(v *VisibleState) Viewed { return Viewed{v} }

func (v Viewed) seen() *VisibleState { return v.view }

// ViewOf returns how clients see the entity of a version. It is generic so that the
// version is not boxed.
func ViewOf[V interface{ seen() *VisibleState }](v V) *VisibleState { return v.seen() }

// ChangeOf returns what a patch or a replacement holds; nil if v is neither.
func ChangeOf(v any) *Change {
	if e, ok := v.(interface{ opened() *Change }); ok {
		return e.opened()
	}
	return nil
}

// Open returns what an entity holds.
func (e *Entity) Open() *Change { return &e.change }

func (s *sent) opened() *Change { return &s.change }

func (s sent) cell(id *tree.ID) (cell any, given bool) {
	c := &s.change
	if c.Of == nil {
		return nil, false
	}
	cell, ok := c.Of.Cell(id, c.Value)
	if !ok {
		return nil, false
	}
	set, null, _ := c.Of.Carries(id, c.Mask)
	return cell, set && !null
}

func (s sent) missing() string { return s.change.Missing() }

func (s sent) named(name string) *tree.Prop { return s.change.Named(name) }

// Missing says that a property is not a member; it ends the sentence `property "x" is
// not …`.
func (c *Change) Missing() string {
	switch {
	case c.Of == nil:
		return "in a patch or replacement that no request made"
	case c.Mode == tree.Update:
		return "a member that an update of collection \"" + c.Group.Node.Name + "\" can set"
	}
	return "a member that a client can send of collection \"" + c.Group.Node.Name + "\""
}

// Named returns the member with a name.
func (c *Change) Named(name string) *tree.Prop {
	if c.Of == nil {
		return nil
	}
	return c.Group.Node.Named(name)
}
