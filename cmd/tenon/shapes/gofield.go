package shapes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/tree"
)

// field prints a member.
func (w *goWriter) field(m *tree.Member, names scope) (f field, err error) {
	p := m.Prop
	f = field{member: m, name: names.free(exported(p.Name))}
	f.handle = w.taken.free(unexported(w.about) + f.name)
	e, err := w.expr(p)
	if err != nil {
		return f, err
	}
	f.typ, f.notes = e.typ, e.notes
	f.expr = e.text
	if p.Name == "" {
		f.expr += `.As("")`
	}
	w.flag(&f)
	if m.Computed {
		f.notes = append(f.notes, fmt.Sprintf("%q was computed; here it is a field.", p.Name))
	}
	switch constant, _ := p.Type.(tree.Enum); {
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

// flag adds the calls of flags and of the default, which come after Nullable.
func (w *goWriter) flag(f *field) {
	p := f.member.Prop
	meant, means := p.JSON(p.AbsentMeans, p.DocumentedIn())
	if p.Optional && !means {
		f.expr += ".Optional()"
	}
	if means {
		if x, ok := w.literal(meant, p, p.Nullable); ok {
			f.expr += ".AbsentMeans(" + x + ")"
		} else {
			f.expr += ".Optional()"
			f.notes = append(f.notes, fmt.Sprintf("Not printed: the value that the absence of %q means.", p.Name))
		}
	}
	if text, filled := p.JSON(p.Default, collection.Create); filled {
		if x, ok := w.literal(text, p, p.Nullable); ok {
			f.expr += ".Default(" + x + ")"
		} else {
			f.notes = append(f.notes, fmt.Sprintf("Not printed: the default of %q.", p.Name))
		}
	}
	if text, ok := p.JSON(p.Initial, p.DocumentedIn()); ok {
		if x, ok := w.literal(text, p, p.Nullable); ok {
			f.expr += ".Initial(" + x + ")"
		} else {
			f.notes = append(f.notes, fmt.Sprintf("Not printed: the initial value of %q.", p.Name))
		}
	}
	if p.ReadOnly || f.member.Computed {
		f.expr += ".ReadOnly()"
	}
	if p.WriteOnly {
		f.expr += ".WriteOnly()"
	}
}

// modes returns the calls that set the modes and the visibility of a member.
func (w *goWriter) modes(m *tree.Member) string {
	var b strings.Builder
	if m.Key {
		b.WriteString(".Key()")
	}
	var in, out []string
	for _, mode := range tree.Modes() {
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
	if m.Guarded() {
		b.WriteString(".VisibleTo(" + quoted(m.Scopes...) + ")")
	}
	return b.String()
}

func quoted(all ...string) string {
	var q []string
	for _, s := range all {
		q = append(q, strconv.Quote(s))
	}
	return strings.Join(q, ", ")
}

// callOf returns a call with a text; "" if the text is empty.
func callOf(call, text string) string {
	if text == "" {
		return ""
	}
	return "." + call + "(" + strconv.Quote(text) + ")"
}

// componentNames returns the calls that name components.
func componentNames(names tree.ComponentNames) (calls []string) {
	for _, mode := range modes {
		if name := names.Of(mode); name != "" {
			calls = append(calls, fmt.Sprintf("ComponentName(collection.%s, %q)", mode, name))
		}
	}
	return calls
}

// calls returns the calls after the bindings of a collection.
func (w *goWriter) calls(c *tree.Collection, fields []field) (calls []string) {
	add := func(text string, args ...any) { calls = append(calls, fmt.Sprintf(text, args...)) }
	calls = append(calls, componentNames(c.ComponentNames)...)
	if c.Title != "" {
		add("Title(%q)", c.Title)
	}
	if c.Doc != "" {
		add("Describe(%q)", c.Doc)
	}
	if c.IgnoreReadOnly {
		add("IgnoreReadOnly()")
	}
	if c.IgnoreUnknown {
		add("IgnoreUnknown()")
	}
	if c.RejectUnknown {
		add("RejectUnknown()")
	}
	var closed []string
	for _, mode := range tree.Modes() {
		if c.Closed.Has(mode) {
			closed = append(closed, "collection."+mode.String())
		}
	}
	if closed != nil {
		add("Closed(%s)", strings.Join(closed, ", "))
	}
	for _, x := range c.Extensions {
		calls = append(calls, w.extension(x))
	}
	handles := func(props ...*tree.Prop) string {
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
	for _, r := range c.ObjectRules {
		switch r := r.Rule.(type) {
		case tree.ExactlyOne:
			add("ExactlyOne(%s)", handles(r.Members...))
		case tree.AtLeastOne:
			add("AtLeastOne(%s)", handles(r.Members...))
		case tree.AllOrNone:
			add("AllOrNone(%s)", handles(r.Members...))
		case tree.RequiredWhen:
			if value, ok := w.condition(r); ok {
				add("RequiredWhen(collection.Equals(%s, %s), %s)", handles(r.When), value, handles(r.Members...))
			}
		case tree.MinMembers:
			add("MinProperties(%d)", r.N)
		case tree.MaxMembers:
			add("MaxProperties(%d)", r.N)
		}
	}
	return calls
}

// condition prints the value of a condition; it is not ok if there is no expression.
func (w *goWriter) condition(r tree.RequiredWhen) (value string, ok bool) {
	text, ok := r.When.JSON(&r.Equals, collection.Create)
	if !ok {
		return "", false
	}
	return w.literal(text, r.When, r.When.Nullable)
}

// unprintable returns notes on what of a collection cannot be printed.
func (w *goWriter) unprintable(c *tree.Collection) (notes []string) {
	for _, r := range c.ObjectRules {
		switch r := r.Rule.(type) {
		case tree.ExactlyOne, tree.AtLeastOne, tree.AllOrNone, tree.MinMembers, tree.MaxMembers:
		case tree.RequiredWhen:
			if _, ok := w.condition(r); !ok {
				notes = append(notes, fmt.Sprintf("Not printed: the rule %q about %q.", r.Code(), r.When.Name))
			}
		default:
			notes = append(notes, fmt.Sprintf("Not printed, as it is a function: the rule %q.", r.Code()))
		}
	}
	return notes
}
