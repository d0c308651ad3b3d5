package property

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
)

// CollectionText is Text for a collection: a line for each member.
func CollectionText(c *ir.Collection) string {
	var w textWriter
	w.collection(c)
	return w.b.String()
}

// WholeCollectionText is WholeText for a collection.
func WholeCollectionText(c *ir.Collection) string {
	w := textWriter{seen: map[string]bool{}}
	w.later(c)
	w.rest()
	return w.b.String()
}

// later has a collection written, once, after what leads to it.
func (w *textWriter) later(c *ir.Collection) {
	key := c.Name + " " + c.At.String()
	if w.seen == nil || w.seen[key] {
		return
	}
	w.seen[key] = true
	w.todo = append(w.todo, c)
}

func (w *textWriter) rest() {
	for len(w.todo) > 0 {
		next := w.todo[0]
		w.todo = w.todo[1:]
		if w.b.Len() > 0 {
			w.b.WriteByte('\n')
		}
		w.collection(next)
	}
}

func (w *textWriter) collection(c *ir.Collection) {
	w.b.WriteString("collection.Of(" + strconv.Quote(c.Name) + ",\n")
	for _, m := range c.Members {
		w.b.WriteByte('\t')
		w.prop(m.Prop)
		w.member(m)
		w.b.WriteString(",\n")
	}
	if c.Rest != nil {
		w.b.WriteString("\tcollection.Additional(")
		w.prop(c.Rest)
		w.b.WriteByte(')')
		w.names(c.RestNames)
		w.b.WriteString(",\n")
	}
	w.b.WriteByte(')')
	w.b.WriteString(c.ComponentNames.Text)
	w.quoted(".Title", c.Title)
	w.quoted(".Describe", c.Doc)
	w.flag(c.IgnoreUnknown, "IgnoreUnknown")
	w.flag(c.RejectUnknown, "RejectUnknown")
	w.flag(c.IgnoreReadOnly, "IgnoreReadOnly")
	w.modes("Closed", c.Closed)
	for _, placed := range c.ObjectRules {
		w.objectRule(placed.Rule)
	}
	w.docs(c.ExternalDocs, c.Extensions)
	w.faults(c.Faults)
}

// modes writes a call with modes, unless there are none.
func (w *textWriter) modes(call string, set ir.ModeSet) {
	var modes []string
	for _, mode := range ir.Modes() {
		if set.Has(mode) {
			modes = append(modes, "collection."+mode.String())
		}
	}
	if modes != nil {
		w.call("."+call, modes...)
	}
}

// member writes how a property is a member.
func (w *textWriter) member(m *ir.Member) {
	w.flag(m.Key, "Key")
	if m.Modes != ir.EveryMode {
		w.modes("Only", m.Modes)
	}
	if m.Scopes != nil {
		scopes := slices.Clone(m.Scopes)
		for i := range scopes {
			scopes[i] = strconv.Quote(scopes[i])
		}
		w.call(".VisibleTo", scopes...)
	}
	w.flag(m.UpdateRequired, "RequiredInUpdate")
	if m.Computed {
		w.b.WriteString(" /* computed */")
	}
}

func (w *textWriter) objectRule(r ir.ObjectRule) {
	var call string
	var args []string
	members := r.Concerns()
	switch r := r.(type) {
	case ir.ExactlyOne:
		call = ".ExactlyOne"
	case ir.AtLeastOne:
		call = ".AtLeastOne"
	case ir.AllOrNone:
		call = ".AllOrNone"
	case ir.RequiredWhen:
		equals := "?"
		if r.When != nil && r.When.Write != nil {
			equals = sampleText(r.When, r.Equals)
		}
		call, args, members = ".RequiredWhen", []string{"collection.Equals(" + r.When.Name + ", " + equals + ")"}, r.Members
	case ir.MinMembers:
		call, args = ".MinProperties", []string{strconv.Itoa(r.N)}
	case ir.MaxMembers:
		call, args = ".MaxProperties", []string{strconv.Itoa(r.N)}
	case ir.Between:
		call, args = ".Rule", []string{strconv.Quote(r.Name), strconv.Quote(r.Message)}
	}
	for _, p := range members {
		args = append(args, p.Name)
	}
	w.call(call, args...)
}
