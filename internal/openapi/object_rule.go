package openapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// objectRules writes the object rules of c, and that clients cannot send members that the
// server sets.
func (w *writer) objectRules(c *tree.Collection, mode tree.Mode, rules []tree.PlacedObjectRule) error {
	empty := w.mark()
	w.list("allOf")
	if !c.IgnoreReadOnly && (c.Rest != nil || c.Open(mode)) {
		switch names := closedNames(c, mode); len(names) {
		case 0:
		case 1:
			w.item()
			w.object("not")
			w.texts("required", []string{names[0].Name})
			w.end()
			w.end()
		default:
			w.item()
			w.object("not")
			w.each("anyOf", names)
			w.end()
			w.end()
		}
	}
	for _, placed := range rules {
		if countsOwn(c, mode) {
			w.ownCount(c, mode, placed.Rule)
		}
		if err := w.between(placed.Rule); err != nil {
			return err
		}
	}
	w.endListOr(empty)
	empty = w.mark()
	w.list("x-rules")
	for _, placed := range rules {
		if r, ok := placed.Rule.(tree.Between); ok {
			w.item()
			if err := w.ownBetween(r); err != nil {
				return err
			}
			w.end()
		}
	}
	w.endListOr(empty)
	return nil
}

// between writes an object rule, if there are keywords for it.
func (w *writer) between(rule tree.ObjectRule) error {
	switch r := rule.(type) {
	case tree.ExactlyOne:
		w.item()
		w.each("oneOf", r.Members)
		w.end()
	case tree.AtLeastOne:
		w.item()
		w.each("anyOf", r.Members)
		w.end()
	case tree.AllOrNone:
		w.item()
		w.list("anyOf")
		w.all(r.Members)
		w.item()
		w.object("not")
		w.each("anyOf", r.Members)
		w.end()
		w.end()
		w.endList()
		w.end()
	case tree.RequiredWhen:
		w.item()
		w.list("anyOf")
		w.all(r.Members)
		w.item()
		w.object("not")
		if err := w.condition(r); err != nil {
			return err
		}
		w.end()
		w.end()
		w.endList()
		w.end()
	case tree.MinMembers, tree.MaxMembers, tree.Between: // written elsewhere
	default:
		return fmt.Errorf("rule %T has no keyword", r)
	}
	return nil
}

// all writes a schema of objects that have all of the members.
func (w *writer) all(members []*tree.Prop) {
	w.item()
	w.list("required")
	for _, p := range members {
		w.line()
		w.value(p.Name)
	}
	w.endList()
	w.end()
}

// each writes for each member a schema of objects that have it.
func (w *writer) each(word string, members []*tree.Prop) {
	w.list(word)
	for i := range members {
		w.all(members[i : i+1])
	}
	w.endList()
}

// condition writes a schema of objects in which a member has the value of the condition.
func (w *writer) condition(r tree.RequiredWhen) error {
	value, err := r.When.Write(r.Equals, tree.Create)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Code(), err)
	}
	w.object("properties")
	w.named(r.When.Name)
	w.list("enum")
	w.line()
	if err := w.raw(string(value)); err != nil {
		return err
	}
	w.endList()
	w.end()
	w.end()
	w.texts("required", []string{r.When.Name})
	return nil
}

// sizes writes bounds on the number of members. Ignored members do not count: where clients may send
// some, the bound is not all; see [writer.ownCount].
func (w *writer) sizes(c *tree.Collection, mode tree.Mode, rules []tree.PlacedObjectRule) {
	for _, placed := range rules {
		switch r := placed.Rule.(type) {
		case tree.MinMembers:
			if _, written := ownSets(c, mode, r); !written || !countsOwn(c, mode) {
				w.count("minProperties", r.N)
			}
		case tree.MaxMembers:
			if !countsOwn(c, mode) {
				w.count("maxProperties", r.N)
			}
		}
	}
}

// mostSets is how many sets of members a schema lists at most.
const mostSets = 100

// ownCount writes a bound on the number of declared members, in an object that may have others. It lists
// sets of members: the object must have all of one set, or of none. It writes nothing if there are
// too many sets: then the description and minProperties remain.
func (w *writer) ownCount(c *tree.Collection, mode tree.Mode, rule tree.ObjectRule) {
	sets, written := ownSets(c, mode, rule)
	if !written || len(sets) == 0 {
		return
	}
	w.item()
	_, most := rule.(tree.MaxMembers)
	if most {
		w.object("not")
	}
	w.list("anyOf")
	for _, members := range sets {
		w.all(members)
	}
	w.endList()
	if most {
		w.end()
	}
	w.end()
}

// ownSets returns the smallest sets of members that satisfy a MinMembers, or violate a MaxMembers,
// beside the members that are required. ok is false if there are too many.
func ownSets(c *tree.Collection, mode tree.Mode, rule tree.ObjectRule) (sets [][]*tree.Prop, ok bool) {
	var n int
	switch r := rule.(type) {
	case tree.MinMembers:
		n = r.N
	case tree.MaxMembers:
		n = r.N + 1
	default:
		return nil, true
	}
	var optional []*tree.Prop
	for _, m := range c.In(mode) {
		if m.Required(mode) {
			n--
		} else {
			optional = append(optional, m.Prop)
		}
	}
	if n <= 0 {
		return nil, true
	}
	sets = [][]*tree.Prop{nil}
	for i := range n { // sets of i+1 members, from those of i
		var larger [][]*tree.Prop
		for _, set := range sets {
			from := 0
			if i > 0 {
				from = slices.Index(optional, set[i-1]) + 1
			}
			for _, p := range optional[from:] {
				larger = append(larger, append(slices.Clip(set), p))
			}
			if len(larger) > mostSets {
				return nil, false
			}
		}
		sets = larger
	}
	return sets, true
}

// countsOwn reports whether objects may have members that rules on their number do not count.
func countsOwn(c *tree.Collection, mode tree.Mode) bool {
	return c.Open(mode) || len(c.Ignored(mode)) > 0
}

// inSentences returns sentences for rules that have no keyword.
func (w *writer) inSentences(c *tree.Collection, mode tree.Mode, rules []tree.PlacedObjectRule) (all []string) {
	for _, placed := range rules {
		switch r := placed.Rule.(type) {
		case tree.MinMembers:
			if countsOwn(c, mode) {
				all = append(all, "It must have at least "+members(r.N)+" of its own.")
			}
		case tree.MaxMembers:
			if countsOwn(c, mode) {
				all = append(all, "It must have at most "+members(r.N)+" of its own.")
			}
		case tree.Between:
			who, first := "it", ""
			if len(r.Members) > 0 {
				first = r.Members[0].Name
				who = "`" + first + "`"
			}
			all = append(all, w.words.sentence(r.Name, who, w.words.custom(first, custom(r))))
		}
	}
	return all
}

// created returns a sentence on what an update must have for an object that it creates. There
// is no keyword, because whether it creates one depends on the entity.
func (w *writer) created(c *tree.Collection, mode tree.Mode) string {
	if this := w.components.collections[c]; mode.Declared() != tree.Update || this == nil || !this.inner {
		return ""
	}
	var needs []string
	filled := false
	for _, m := range c.In(tree.Create) {
		if m.Required(tree.Create) {
			needs = append(needs, "`"+m.Prop.Name+"`")
		}
		filled = filled || m.Prop.Default != nil
	}
	var says []string
	switch n := len(needs); n {
	case 0:
	case 1:
		says = append(says, needs[0]+" is required")
	default:
		says = append(says, strings.Join(needs[:n-1], ", ")+" and "+needs[n-1]+" are required")
	}
	if filled {
		says = append(says, "defaults apply")
	}
	if says == nil {
		return ""
	}
	return "Where an update creates one, " + strings.Join(says, ", and ") + "."
}

// ownBetween describes a custom rule on the object.
func (w *writer) ownBetween(r tree.Between) error {
	first := ""
	if len(r.Members) > 0 {
		first = r.Members[0].Name
	}
	if err := w.ownRule(r.Name, w.words.custom(first, custom(r)), r.Args); err != nil {
		return err
	}
	empty := w.mark()
	w.list("members")
	for _, p := range r.Members {
		w.line()
		w.value(p.Name)
	}
	w.endListOr(empty)
	return nil
}

func custom(r tree.Between) tree.Custom {
	return tree.Custom{Name: r.Name, Message: r.Message, Args: r.Args}
}

func members(n int) string {
	if n == 1 {
		return "1 member"
	}
	return strconv.Itoa(n) + " members"
}
