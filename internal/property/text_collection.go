package property

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
)

// WholeCollectionText is WholeText for a collection: a line for each member.
func WholeCollectionText(c *ir.Collection) string {
	w := wholeWriter()
	w.later(c)
	w.rest()
	return string(w.b)
}

// declaration writes a collection.
func (w *textWriter) declaration(c *ir.Collection) {
	w.put("collection.Of(", quote(c.Name), ",\n")
	for _, m := range c.Members {
		w.put("\t")
		w.prop(m.Prop)
		w.member(m)
		w.put(",\n")
	}
	if c.Rest != nil {
		w.put("\tcollection.Additional(")
		w.prop(c.Rest)
		w.put(")")
		w.names(c.RestNames)
		w.put(",\n")
	}
	w.put(")", c.ComponentNames.Text)
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
		w.call(".VisibleTo", quotes(m.Scopes...)...)
	}
	w.flag(m.UpdateRequired, "RequiredInUpdate")
	if m.Computed {
		w.put(" /* computed */")
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
		call, args = ".Rule", quotes(r.Name, r.Message)
	}
	for _, p := range members {
		args = append(args, p.Name)
	}
	w.call(call, args...)
}
