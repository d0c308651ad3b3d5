package tree

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

// The modes of bodies whose operation ignores members that no collection declares, unless the
// collection rejects them.
const (
	CreateOpen Mode = Create | opened
	UpdateOpen Mode = Update | opened
)

// opened is the bit that distinguishes these modes from those of declarations.
const opened = 8

// Declared returns the mode that a declaration has for m.
func (m Mode) Declared() Mode { return m &^ opened }

// Opened returns the mode of a body of m whose operation ignores undeclared members.
func (m Mode) Opened() Mode {
	if m.Input() {
		return m | opened
	}
	return m
}

// Modes returns the modes of declarations in their fixed order.
func Modes() []Mode { return []Mode{Create, View, Update, Delete, List} }

// OpenModes returns the modes of bodies whose operation ignores undeclared members.
func OpenModes() []Mode { return []Mode{CreateOpen, UpdateOpen} }

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
	case CreateOpen:
		return "CreateOpen"
	case UpdateOpen:
		return "UpdateOpen"
	}
	return "Mode(?)"
}

// Input reports whether clients send this mode; the server sends the others.
func (m Mode) Input() bool { return m.Declared() == Create || m.Declared() == Update }

// ModeSet is a set of modes.
type ModeSet uint8

// EveryMode is the set of all modes.
const EveryMode ModeSet = 1<<(List+1) - 1

// SetOf returns the set of the given modes.
func SetOf(ms ...Mode) (s ModeSet) {
	for _, m := range ms {
		s |= 1 << m.Declared()
	}
	return s
}

// Has reports whether m is in the set.
func (s ModeSet) Has(m Mode) bool { return s&(1<<m.Declared()) != 0 }

// Nested returns the mode of a collection inside an array: an update replaces an array as a
// whole (RFC 7396), so that its items are complete.
func (m Mode) Nested() Mode {
	switch m {
	case Update:
		return Create
	case UpdateOpen:
		return CreateOpen
	}
	return m
}

// Has reports whether a mode has the member.
func (m *Member) Has(mode Mode) bool {
	if mode.Input() && (m.Prop.ReadOnly || m.Computed) || !mode.Input() && m.Prop.WriteOnly {
		return false
	}
	if !m.Modes.Has(mode) {
		return false
	}
	if mode == Delete {
		return m.Key || m.Named.Has(Delete)
	}
	return true
}

// In returns the members of a mode in the order of their declaration. It is not inlined, because it is
// large and has many callers.
//
//go:noinline
func (c *Collection) In(mode Mode) []*Member {
	var in []*Member
	for _, m := range c.Members {
		if m.Has(mode) {
			in = append(in, m)
		}
	}
	return in
}

// Shown reports whether any response has the member. A store need not load a member that no
// response has.
func (m *Member) Shown() bool { return m.Has(View) || m.Has(List) || m.Has(Delete) }

// MemberIn returns the member with a name in a mode, or nil.
func (c *Collection) MemberIn(mode Mode, name string) *Member {
	for _, m := range c.Members {
		if m.Prop.Name == name && m.Has(mode) {
			return m
		}
	}
	return nil
}

// Required reports whether an object in the given mode must have m. Requests may omit members
// that are optional or have a default; an update may omit all members but those that it requires;
// the server omits only members whose Go value means absent, and those that the client may not see.
func (m *Member) Required(mode Mode) bool {
	switch mode.Declared() {
	case Create:
		return !m.Prop.MayBeAbsent()
	case Update:
		return m.UpdateRequired
	default:
		return !m.Omittable && !m.Guarded()
	}
}

// Alike reports whether a member is in both modes or in none, and as required and nullable in both.
func (m *Member) Alike(a, b Mode) bool {
	has := m.Has(a)
	return has == m.Has(b) && (!has || m.Required(a) == m.Required(b) && m.Nullable(a) == m.Nullable(b))
}

// Nullable reports whether m may be null in the given mode. null removes a member in a merge
// patch (RFC 7396 §1), so that the member must be optional.
func (m *Member) Nullable(mode Mode) bool {
	return m.Prop.Nullable || mode.Declared() == Update && m.Omittable
}

// Guarded reports whether the member has a restricted visibility.
func (m *Member) Guarded() bool { return m.Scopes != nil }
