package shapes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// field prints a member.
func (w *goWriter) field(m *ir.Member, names scope) (f field, err error) {
	p := m.Prop
	f = field{member: m, name: names.free(exported(p.Name))}
	f.handle = w.taken.free(unexported(w.about) + f.name)
	e, err := w.expr(p)
	if err != nil {
		return f, err
	}
	f.typ, f.notes = e.typ, e.notes
	f.expr = e.text
	w.flag(&f)
	if m.Computed {
		f.notes = append(f.notes, fmt.Sprintf("%q was computed; here it is a field.", p.Name))
	}
	switch constant, _ := p.Type.(ir.Enum); {
	case constant.Const && !p.Nullable && !p.Optional:
		f.typ = ""
		f.bind = "collection.Fixed(" + f.handle + ")"
	case p.Optional && !p.Nullable && p.Default == nil:
		f.typ = "*" + f.typ
		f.bind = f.handle + ".AtOptional(&v." + f.name + ")"
	default:
		f.bind = f.handle + ".At(&v." + f.name + ")"
	}
	f.bind += w.modes(m)
	return f, nil
}

// flag adds the calls that say what a property is beside its type and rules. They
// stand outside of Nullable.
func (w *goWriter) flag(f *field) {
	p := f.member.Prop
	if p.Optional {
		f.expr += ".Optional()"
	}
	if p.Default != nil {
		if x, ok := w.value(p, p, *p.Default); ok {
			f.expr += ".Default(" + x + ")"
		} else {
			f.notes = append(f.notes, fmt.Sprintf("Not printed: the default of %q.", p.Name))
		}
	}
	if p.ReadOnly || f.member.Computed {
		f.expr += ".ReadOnly()"
	}
	if p.WriteOnly {
		f.expr += ".WriteOnly()"
	}
}

// modes returns the calls that say where a member is.
func (w *goWriter) modes(m *ir.Member) string {
	var b strings.Builder
	if m.Key {
		b.WriteString(".Key()")
	}
	var in, out []string
	for _, mode := range ir.Modes() {
		if m.Modes.Has(mode) {
			in = append(in, "collection."+mode.String())
		} else {
			out = append(out, "collection."+mode.String())
		}
	}
	switch {
	case m.Named != 0:
		b.WriteString(".Only(" + strings.Join(in, ", ") + ")")
	case len(out) > 0:
		b.WriteString(".Except(" + strings.Join(out, ", ") + ")")
	}
	if m.Scopes != nil {
		b.WriteString(".VisibleTo(" + quoted(m.Scopes) + ")")
	}
	return b.String()
}

func quoted(all []string) string {
	var q []string
	for _, s := range all {
		q = append(q, strconv.Quote(s))
	}
	return strings.Join(q, ", ")
}

// said returns a call with a text; "" is none.
func said(call, text string) string {
	if text == "" {
		return ""
	}
	return "." + call + "(" + strconv.Quote(text) + ")"
}

// calls returns the calls after the bindings of a collection.
func (w *goWriter) calls(c *ir.Collection, fields []field) (calls []string) {
	add := func(text string, args ...any) { calls = append(calls, fmt.Sprintf(text, args...)) }
	if c.Title != "" {
		add("Title(%q)", c.Title)
	}
	if c.Doc != "" {
		add("Describe(%q)", c.Doc)
	}
	if c.IgnoreUnknown {
		add("IgnoreUnknown()")
	}
	for _, x := range c.Extensions {
		add("Extension(%q, %q)", x.Name, x.JSON)
	}
	handles := func(props []*ir.Prop) string {
		var all []string
		for _, p := range props {
			for _, f := range fields {
				if f.member.Prop.ID == p.ID {
					all = append(all, f.handle)
				}
			}
		}
		return strings.Join(all, ", ")
	}
	for _, placed := range c.ObjectRules {
		switch r := placed.Rule.(type) {
		case ir.ExactlyOne:
			add("ExactlyOne(%s)", handles(r.Members))
		case ir.AtLeastOne:
			add("AtLeastOne(%s)", handles(r.Members))
		case ir.AllOrNone:
			add("AllOrNone(%s)", handles(r.Members))
		case ir.RequiredWhen:
			if value, ok := w.value(r.When, r.When, r.Equals); ok {
				add("RequiredWhen(collection.Equals(%s, %s), %s)", handles([]*ir.Prop{r.When}), value, handles(r.Members))
			}
		case ir.MinMembers:
			add("MinProperties(%d)", r.N)
		case ir.MaxMembers:
			add("MaxProperties(%d)", r.N)
		}
	}
	return calls
}

// unsaid returns what of a collection cannot be printed.
func (w *goWriter) unsaid(c *ir.Collection) (notes []string) {
	for _, placed := range c.ObjectRules {
		switch r := placed.Rule.(type) {
		case ir.ExactlyOne, ir.AtLeastOne, ir.AllOrNone, ir.MinMembers, ir.MaxMembers:
		case ir.RequiredWhen:
			if _, ok := w.value(r.When, r.When, r.Equals); !ok {
				notes = append(notes, fmt.Sprintf("Not printed: the rule %q about %q.", r.Code(), r.When.Name))
			}
		default:
			notes = append(notes, fmt.Sprintf("Not printed, as it is a function: the rule %q.", r.Code()))
		}
	}
	return notes
}
