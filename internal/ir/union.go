package ir

import "github.com/tenon-go/tenon/internal/callsite"

// Union is one of several collections.
type Union struct {
	At         callsite.PC
	Name       string // the component name in the emitted document
	Title, Doc string
	// Tag is the name of the member that tells the cases apart, a constant in
	// each of them; "" where the members of a value and their types do.
	Tag    string
	Cases  []*Collection
	Faults []Fault
}

// TagOf returns the value of the tag in a case, and whether it has one.
func (u *Union) TagOf(c *Collection) (value string, ok bool) {
	if m := u.tagMember(c); m != nil {
		return m.Prop.Type.(Enum).Values[0], true
	}
	return "", false
}

func (u *Union) tagMember(c *Collection) *Member {
	for _, m := range c.Members {
		if e, is := m.Prop.Type.(Enum); is && m.Prop.Name == u.Tag && e.Const {
			return m
		}
	}
	return nil
}

// Union collects the faults of a union and of its cases.
func (v *Verify) Union(u *Union) {
	v.untagged = v.untagged || u.Tag == ""
	who := about{"union", u.Name}
	for _, f := range u.Faults {
		v.add(f, "%s", who)
	}
	if len(u.Faults) > 0 {
		return // what follows would only echo them
	}
	if !componentName(u.Name) {
		v.add(Fault{At: u.At, Message: "the name of a union is letters, digits, . _ and -, for it names a component of the document"}, "%s", who)
	}
	if len(u.Cases) < 2 {
		v.add(Fault{At: u.At, Message: "a union needs two cases at least"}, "%s", who)
	}
	names, tags := map[string]bool{}, map[string]string{}
	for _, c := range u.Cases {
		if names[c.Name] {
			v.add(Fault{At: u.At}, "%scase %q stands twice", who, c.Name)
		}
		names[c.Name] = true
		if u.Tag != "" {
			switch tag, ok := u.TagOf(c); {
			case !ok:
				v.add(Fault{At: u.At}, "%scase %q has no constant %q; give it one with collection.Fixed", who, c.Name, u.Tag)
			case tags[tag] != "":
				v.add(Fault{At: u.At}, "%scases %q and %q both have %q for %s", who, tags[tag], c.Name, tag, u.Tag)
			case u.tagMember(c).Guarded():
				v.add(Fault{At: u.tagMember(c).ScopesAt}, "%sconstant %q of case %q is what tells the cases apart, and must be VisibleTo all", who, u.Tag, c.Name)
			default:
				tags[tag] = c.Name
			}
		}
		v.Collection(c)
	}
}
