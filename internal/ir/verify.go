package ir

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Verify collects the faults of declarations. The zero value is ready; it
// visits each collection once, so that recursion ends.
type Verify struct {
	Faults  []Fault
	Modes   bool // the modes of a member must leave it a purpose, which they need not in a test of one of them
	seen    map[*Collection]bool
	visited map[string]bool // collections by what they are made of: a thunk makes them anew
	written map[*Prop]bool  // whose samples have been tried

	untagged bool            // a union without a tag was met
	unlike   map[string]bool // unions whose cases were found to be alike
}

func (v *Verify) add(f Fault, format string, args ...any) {
	f.Message = fmt.Sprintf(format, args...) + f.Message
	v.Faults = append(v.Faults, f)
}

// Prop collects the faults of a property and of everything inside it.
func (v *Verify) Prop(p *Prop) {
	who := about{"property", p.Name}
	for _, f := range p.Faults {
		v.add(f, "%s", who)
	}
	if len(p.Faults) > 0 {
		return // what follows would only echo them
	}
	if !utf8.ValidString(p.Name) {
		v.add(Fault{At: p.At, Message: "the name is not valid UTF-8"}, "%s", who)
	}
	if p.ReadOnly && p.WriteOnly {
		v.add(Fault{At: p.At, Message: "ReadOnly and WriteOnly leave nobody to send it"}, "%s", who)
	}
	before := len(v.Faults)
	switch t := p.Type.(type) {
	case Array:
		v.Prop(t.Item)
	case Map:
		v.Prop(t.Value)
	case Object:
		v.Collection(t.Of())
	case Alternatives:
		v.Union(t.Of)
	}
	if len(v.Faults) > before {
		return
	}
	if p.Default == nil && len(p.Examples) == 0 || v.written[p] {
		return
	}
	if p.Default != nil {
		if _, err := p.Write(*p.Default, Create); err != nil {
			v.add(Fault{At: p.Default.At, Message: "the default " + err.Error()}, "%s", who)
		}
	}
	for _, s := range p.Examples {
		if _, err := p.Write(s, View); err != nil {
			v.add(Fault{At: s.At, Message: "the example " + err.Error()}, "%s", who)
		}
	}
	if len(v.Faults) == before {
		if v.written == nil {
			v.written = map[*Prop]bool{}
		}
		v.written[p] = true
	}
}

// In is Prop for a property that is read and written in one mode.
func (v *Verify) In(p *Prop, mode Mode) {
	before := len(v.Faults)
	if v.Prop(p); len(v.Faults) == before {
		v.apart(p, mode)
	}
}

// Body collects the faults of what a body carries and of its examples.
func (v *Verify) Body(b *Body) {
	v.In(b.Prop, b.Mode)
	if len(b.Examples) == 0 {
		return
	}
	var own Verify
	if own.Prop(b.Prop); len(own.Faults) > 0 {
		return // a value cannot be held against a faulty declaration
	}
	who := fmt.Sprintf("body %q: ", b.Prop.Name)
	for i, x := range b.Examples {
		at := Fault{At: x.Sample.At}
		if x.Name == "" {
			v.add(at, "%san example needs a name", who)
		} else if slices.ContainsFunc(b.Examples[:i], func(other Example) bool { return other.Name == x.Name }) {
			v.add(at, "%stwo examples are named %q", who, x.Name)
		}
		if _, err := b.Prop.Write(x.Sample, b.Mode); err != nil {
			v.add(at, "%sexample %q %v", who, x.Name, err)
		}
	}
}

// Collection collects the faults of a collection and of everything inside it.
func (v *Verify) Collection(c *Collection) {
	if v.seen == nil {
		v.seen, v.visited = map[*Collection]bool{}, map[string]bool{}
	}
	if v.seen[c] {
		return
	}
	v.seen[c] = true
	if made := c.Fingerprint(); c.At.Known() {
		if v.visited[made] {
			return
		}
		v.visited[made] = true
	}
	who := about{"collection", c.Name}
	for _, f := range c.Faults {
		v.add(f, "%s", who)
	}
	switch {
	case c.Name == "" && len(c.Members) == 0: // a fault has said what is wrong
	case !componentName(c.Name):
		v.add(Fault{At: c.At, Message: "the name of a collection is letters, digits, . _ and -, for it names a component of the document"}, "%s", who)
	}
	if len(c.Members) > maxMembers {
		v.add(Fault{At: c.At, Message: fmt.Sprintf("%d members are more than %d", len(c.Members), maxMembers)}, "%s", who)
	}
	names := make(map[string]*Member, len(c.Members))
	for _, m := range c.Members {
		before := len(v.Faults)
		v.Prop(m.Prop)
		switch first := names[m.Prop.Name]; {
		case m.Prop.Name == "" && len(v.Faults) > before: // which is why
		case m.Prop.Name == "":
			v.add(Fault{At: m.Prop.At, Message: "a member needs a name"}, "%s", who)
		case first != nil:
			v.add(Fault{At: m.Prop.At, Message: fmt.Sprintf("two members are named %q; the first is at %s", m.Prop.Name, first.Prop.At)}, "%s", who)
		}
		names[m.Prop.Name] = m
		if m.Key && m.Guarded() {
			v.add(Fault{At: m.ScopesAt, Message: fmt.Sprintf("member %q is a key, which paths, Location and deletions show to all; "+
				"VisibleTo cannot hide it", m.Prop.Name)}, "%s", who)
		}
		if m.nowhere() {
			v.add(Fault{At: m.Prop.At, Message: fmt.Sprintf("member %q is left in no mode", m.Prop.Name)}, "%s", who)
		} else if what := m.incoherent(); v.Modes && what != "" {
			v.add(Fault{At: m.Prop.At, Message: fmt.Sprintf("member %q %s", m.Prop.Name, what)}, "%s", who)
		}
	}
	if c.Rest != nil {
		v.Prop(c.Rest)
		if c.IgnoreUnknown {
			v.add(Fault{At: c.At, Message: "Additional keeps what IgnoreUnknown would pass over; say one of them"}, "%s", who)
		}
	}
	v.across(c, who)
}

// about is what a fault begins with. Most declarations have none, so that the
// words are found when they are printed.
type about struct{ kind, name string }

// String implements fmt.Stringer.
func (a about) String() string {
	if a.name == "" {
		return ""
	}
	return fmt.Sprintf("%s %q: ", a.kind, a.name)
}

// nowhere reports whether no mode has the member, unless its flags say so
// already.
func (m *Member) nowhere() bool {
	if m.Prop.ReadOnly && m.Prop.WriteOnly {
		return false
	}
	return !slices.ContainsFunc(Modes(), m.Has)
}

// incoherent is what the modes of a member leave open, unless a flag says that it is
// meant. A member that clients change and do not create is none: the server may begin.
func (m *Member) incoherent() string {
	sent, shown := m.Has(Create) || m.Has(Update), m.Has(View) || m.Has(List) || m.Has(Delete)
	switch {
	case sent && !shown && !m.Prop.WriteOnly:
		return "is sent by clients, and no answer shows it; if that is meant, say WriteOnly of its property"
	case m.Has(List) && !m.Has(View) && !m.Prop.ReadOnly && !m.Computed:
		return "is listed, and not viewed; if the server makes it for lists, say ReadOnly of its property, or Computed"
	}
	return ""
}

// across checks the rules between the members of a collection.
func (v *Verify) across(c *Collection, who about) {
	for _, placed := range c.ObjectRules {
		at := Fault{At: placed.At}
		rule := wordOf(placed.Rule)
		switch r := placed.Rule.(type) {
		case MinMembers:
			if r.N < 0 {
				v.add(at, "%sMinProperties(%d) is below 0", who, r.N)
			}
		case MaxMembers:
			if r.N < 0 {
				v.add(at, "%sMaxProperties(%d) is below 0", who, r.N)
			} else if m := c.overfull(r.N); m != nil {
				v.add(at, "%sMaxProperties(%d): the default of %q would be one more in a value that has so many; "+
					"leave the default out, or allow as many members as there are", who, r.N, m.Prop.Name)
			}
		case Between:
			switch {
			case !ruleCode(r.Name):
				v.add(at, "%s%s: a code is lower-case letters, digits and _, and begins with a letter", who, rule)
			case r.Message == "":
				v.add(at, "%s%s: a message must say what a value must be", who, rule)
			}
		case RequiredWhen:
			if r.When == nil || len(r.Members) == 0 {
				v.add(at, "%s%s needs a condition and the members that it requires", who, rule)
				continue
			}
			if r.When.Write == nil { // no constructor made it
				v.Prop(r.When)
				continue
			}
			if _, err := r.When.Write(r.Equals, Create); err != nil {
				v.add(Fault{At: r.Equals.At}, "%s%s is never met: %q %v", who, rule, r.When.Name, err)
			}
		default:
			if len(r.Concerns()) < 2 {
				v.add(at, "%s%s needs two members at least", who, rule)
			}
		}
		switch placed.Rule.(type) {
		case MinMembers, MaxMembers:
			if m := c.guarded(); m != nil {
				v.add(at, "%s%s: member %q is for some clients only, and the number would tell others whether it is there", who, rule, m.Prop.Name)
			}
		}
		_, own := placed.Rule.(Between)
		for i, p := range placed.Rule.Concerns() {
			m := c.member(p)
			_, when := placed.Rule.(RequiredWhen)
			switch {
			case m == nil:
				v.add(at, "%s%s: property %q is not a member%s", who, rule, p.Name, Namesake(c.Named(p.Name), p.ID))
			case !own && !(when && i == 0) && !m.Omittable:
				v.add(at, "%s%s: member %q can never be absent; make it optional", who, rule, p.Name)
			case !own && m.Guarded():
				v.add(at, "%s%s: member %q is for some clients only, and what others see and send would break the rule", who, rule, p.Name)
			}
		}
	}
}

// overfull returns a member whose default would be added to a value that has the
// greatest number of members already, so that no update of it would be valid; nil
// if there is none.
func (c *Collection) overfull(most int) *Member {
	in := c.In(Create)
	if len(in) <= most && c.Rest == nil {
		return nil // so many are not there
	}
	for _, m := range in {
		if m.Prop.Default != nil {
			return m
		}
	}
	return nil
}

// wordOf is a rule in the words of the declaration.
func wordOf(r ObjectRule) string {
	switch r := r.(type) {
	case Between:
		return fmt.Sprintf("Rule(%q)", r.Name)
	case MinMembers:
		return fmt.Sprintf("MinProperties(%d)", r.N)
	case MaxMembers:
		return fmt.Sprintf("MaxProperties(%d)", r.N)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", r), "ir.")
}

// MemberOf returns the member that a property is; nil if it is none.
func (c *Collection) MemberOf(p *Prop) *Member { return c.member(p) }

// guarded returns the first member that only some clients see; nil if there is none.
func (c *Collection) guarded() *Member {
	if i := slices.IndexFunc(c.Members, (*Member).Guarded); i >= 0 {
		return c.Members[i]
	}
	return nil
}

func (c *Collection) member(p *Prop) *Member {
	for _, m := range c.Members {
		if m.Prop.ID == p.ID {
			return m
		}
	}
	return nil
}

// ruleCode reports whether s is a code that clients can match on.
func ruleCode(s string) bool {
	return s != "" && s[0] >= 'a' && s[0] <= 'z' &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// maxMembers is how many members the compiled form has room for.
const maxMembers = 256

// componentName reports whether s may name a component (OpenAPI 3.1 §4.8.7).
func componentName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}
