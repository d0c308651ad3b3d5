package property

import (
	"strconv"

	"github.com/tenon-go/tenon/tree"
)

// WholeCollectionText is WholeText for a collection: a line for each member.
func WholeCollectionText(c *tree.Collection) string {
	w := wholeWriter()
	w.later(c)
	w.rest()
	return string(w.b)
}

// declaration writes a collection.
func (w *textWriter) declaration(c *tree.Collection) {
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
func (w *textWriter) modes(call string, set tree.ModeSet) {
	var modes []string
	for _, mode := range tree.Modes() {
		if set.Has(mode) {
			modes = append(modes, "collection."+mode.String())
		}
	}
	if modes != nil {
		w.call("."+call, modes...)
	}
}

// member writes how a property is a member.
func (w *textWriter) member(m *tree.Member) {
	w.flag(m.Key, "Key")
	if m.Modes != tree.EveryMode {
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

func (w *textWriter) objectRule(r tree.ObjectRule) {
	var call string
	var args []string
	members := r.Concerns()
	switch r := r.(type) {
	case tree.ExactlyOne:
		call = ".ExactlyOne"
	case tree.AtLeastOne:
		call = ".AtLeastOne"
	case tree.AllOrNone:
		call = ".AllOrNone"
	case tree.RequiredWhen:
		equals := "?"
		if r.When != nil && r.When.Write != nil {
			equals = sampleText(r.When, r.Equals)
		}
		call, args, members = ".RequiredWhen", []string{"collection.Equals(" + r.When.Name + ", " + equals + ")"}, r.Members
	case tree.MinMembers:
		call, args = ".MinProperties", []string{strconv.Itoa(r.N)}
	case tree.MaxMembers:
		call, args = ".MaxProperties", []string{strconv.Itoa(r.N)}
	case tree.Between:
		call, args = ".Rule", quotes(r.Name, r.Message)
	}
	for _, p := range members {
		args = append(args, p.Name)
	}
	w.call(call, args...)
}
