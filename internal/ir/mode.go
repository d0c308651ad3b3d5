package ir

// Mode is a mode of a collection: the members that are read or written for one purpose.
type Mode uint8

// The modes.
const (
	Create Mode = iota // a client creates an entity
	View               // the server shows one entity
	Update             // a client changes an entity
	Delete             // the server confirms which entity was deleted
	List               // the server shows an entity in a list
)

// Modes returns all modes in their fixed order.
func Modes() []Mode { return []Mode{Create, View, Update, Delete, List} }

// String returns the name of the mode, with which component names end.
func (m Mode) String() string {
	switch m {
	case Create:
		return "Create"
	case View:
		return "View"
	case Update:
		return "Update"
	case Delete:
		return "Delete"
	case List:
		return "List"
	}
	return "Mode(?)"
}

// Input reports whether clients send this mode; the server sends the others.
func (m Mode) Input() bool { return m == Create || m == Update }

// ModeSet is a set of modes.
type ModeSet uint8

// EveryMode is the set of all modes.
const EveryMode ModeSet = 1<<(List+1) - 1

// SetOf returns the set of the given modes.
func SetOf(ms ...Mode) (s ModeSet) {
	for _, m := range ms {
		s |= 1 << m
	}
	return s
}

// Has reports whether m is in the set.
func (s ModeSet) Has(m Mode) bool { return s&(1<<m) != 0 }

// Nested returns the mode of a collection inside an array: an update replaces an array as a
// whole (RFC 7396), so that its items are complete.
func (m Mode) Nested() Mode {
	if m == Update {
		return Create
	}
	return m
}
