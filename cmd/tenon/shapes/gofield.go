package shapes

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/tree"
)

// field prints a member.
func (w *goWriter) field(m tree.Member, names scope) (f field, err error) {
	p := m.Property()
	f = field{member: m, name: names.free(exported(p.Name()))}
	f.handle = w.taken.free(unexported(w.about) + f.name)
	e, err := w.expr(p)
	if err != nil {
		return f, err
	}
	f.typ, f.notes = e.typ, e.notes
	f.expr = e.text
	if p.Name() == "" {
		f.expr += `.As("")`
	}
	w.flag(&f)
	if m.Computed() {
		f.notes = append(f.notes, fmt.Sprintf("%q was computed; here it is a field.", p.Name()))
	}
	_, filled := p.Default()
	switch constant, _ := p.Type().(tree.Enum); {
	case constant.Const() && !p.Nullable() && !p.Optional():
		f.typ = ""
		f.bind = "collection.Fixed(" + f.handle + ")"
	case p.Optional() && !p.Nullable() && !filled:
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
	p := f.member.Property()
	meant, means := p.AbsentMeans()
	if p.Optional() && !means {
		f.expr += ".Optional()"
	}
	if means {
		if x, ok := w.literal(meant, p, p.Nullable()); ok {
			f.expr += ".AbsentMeans(" + x + ")"
		} else {
			f.expr += ".Optional()"
			f.notes = append(f.notes, fmt.Sprintf("Not printed: the value that the absence of %q means.", p.Name()))
		}
	}
	if text, filled := p.Default(); filled {
		if x, ok := w.literal(text, p, p.Nullable()); ok {
			f.expr += ".Default(" + x + ")"
		} else {
			f.notes = append(f.notes, fmt.Sprintf("Not printed: the default of %q.", p.Name()))
		}
	}
	if text, ok := p.Initial(); ok {
		if x, ok := w.literal(text, p, p.Nullable()); ok {
			f.expr += ".Initial(" + x + ")"
		} else {
			f.notes = append(f.notes, fmt.Sprintf("Not printed: the initial value of %q.", p.Name()))
		}
	}
	if p.ReadOnly() || f.member.Computed() {
		f.expr += ".ReadOnly()"
	}
	if p.WriteOnly() {
		f.expr += ".WriteOnly()"
	}
}

// modes returns the calls that set the modes and the visibility of a member.
func (w *goWriter) modes(m tree.Member) string {
	var b strings.Builder
	if m.Key() {
		b.WriteString(".Key()")
	}
	var in, out []string
	declared := slices.Collect(m.Modes())
	for mode := collection.Create; mode <= collection.List; mode++ {
		if slices.Contains(declared, mode) {
			in = append(in, "collection."+mode.String())
		} else {
			out = append(out, "collection."+mode.String())
		}
	}
	switch {
	case m.Only():
		b.WriteString(".Only(" + strings.Join(in, ", ") + ")")
	case len(out) > 0:
		b.WriteString(".Except(" + strings.Join(out, ", ") + ")")
	}
	if m.Restricted() {
		b.WriteString(".VisibleTo(" + quoted(m.VisibleTo()) + ")")
	}
	return b.String()
}

func quoted(all iter.Seq[string]) string {
	var q []string
	for s := range all {
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
func componentNames(name func(collection.Mode) string) (calls []string) {
	for _, mode := range modes {
		if name := name(mode); name != "" {
			calls = append(calls, fmt.Sprintf("ComponentName(collection.%s, %q)", mode, name))
		}
	}
	return calls
}

// calls returns the calls after the bindings of a collection.
func (w *goWriter) calls(c tree.Collection, fields []field) (calls []string) {
	add := func(text string, args ...any) { calls = append(calls, fmt.Sprintf(text, args...)) }
	calls = append(calls, componentNames(c.ComponentName)...)
	if c.Title() != "" {
		add("Title(%q)", c.Title())
	}
	if c.Description() != "" {
		add("Describe(%q)", c.Description())
	}
	if c.IgnoreReadOnly() {
		add("IgnoreReadOnly()")
	}
	if c.IgnoreUnknown() {
		add("IgnoreUnknown()")
	}
	if c.RejectUnknown() {
		add("RejectUnknown()")
	}
	var closed []string
	for mode := collection.Create; mode <= collection.List; mode++ {
		if c.Closed(mode) {
			closed = append(closed, "collection."+mode.String())
		}
	}
	if closed != nil {
		add("Closed(%s)", strings.Join(closed, ", "))
	}
	for x := range c.Extensions() {
		calls = append(calls, w.extension(x))
	}
	handles := func(props iter.Seq[tree.Property]) string {
		var all []string
		for p := range props {
			for _, f := range fields {
				if f.member.Property().ID() == p.ID() {
					all = append(all, f.handle)
				}
			}
		}
		return strings.Join(all, ", ")
	}
	for r := range c.Rules() {
		switch r.Kind() {
		case tree.ExactlyOne:
			add("ExactlyOne(%s)", handles(r.Members()))
		case tree.AtLeastOne:
			add("AtLeastOne(%s)", handles(r.Members()))
		case tree.AllOrNone:
			add("AllOrNone(%s)", handles(r.Members()))
		case tree.RequiredWhen:
			if when, value, ok := w.condition(r); ok {
				add("RequiredWhen(collection.Equals(%s, %s), %s)", handles(one(when)), value, handles(r.Members()))
			}
		case tree.MinMembers:
			add("MinProperties(%d)", r.N())
		case tree.MaxMembers:
			add("MaxProperties(%d)", r.N())
		}
	}
	return calls
}

// condition prints the value of a condition; it is not ok if there is no expression.
func (w *goWriter) condition(r tree.ObjectRule) (when tree.Property, value string, ok bool) {
	when, text, ok := r.Condition()
	if ok {
		value, ok = w.literal(text, when, when.Nullable())
	}
	return when, value, ok
}

func one(p tree.Property) iter.Seq[tree.Property] {
	return func(yield func(tree.Property) bool) { yield(p) }
}

// unprintable returns notes on what of a collection cannot be printed.
func (w *goWriter) unprintable(c tree.Collection) (notes []string) {
	for r := range c.Rules() {
		switch r.Kind() {
		case tree.ExactlyOne, tree.AtLeastOne, tree.AllOrNone, tree.MinMembers, tree.MaxMembers:
		case tree.RequiredWhen:
			if when, _, ok := w.condition(r); !ok {
				notes = append(notes, fmt.Sprintf("Not printed: the rule %q about %q.", r.Code(), when.Name()))
			}
		default:
			notes = append(notes, fmt.Sprintf("Not printed, as it is a function: the rule %q.", r.Code()))
		}
	}
	return notes
}
