package prop

import "github.com/tenon-go/tenon/tree"

// Mode is a mode of a collection: the members that are read or written for one purpose. Package
// collection has the same constants.
type Mode = tree.Mode

// The modes.
const (
	Create = tree.Create // a client creates an entity
	View   = tree.View   // the server shows one entity
	Update = tree.Update // a client changes an entity
	Delete = tree.Delete // the server confirms which entity was deleted
	List   = tree.List   // the server shows an entity in a list
)
