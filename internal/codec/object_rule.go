package codec

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// objectRules are the object rules of a collection in one mode.
type objectRules []objectRule

// objectRule is a compiled object rule.
type objectRule struct {
	rule      tree.ObjectRule
	members   []int
	when      int    // of RequiredWhen
	equals    []byte // JSON text
	test      func(place.Addr) bool
	issue     *Issue
	hasHidden bool // it names a member with scopes
}

// objectRulesOf compiles the rules of a mode.
func objectRulesOf(o *Object, g *ObjectForm, m tree.Mode) (rules objectRules) {
	for _, placed := range g.Node.ObjectRulesIn(m) {
		a := objectRule{rule: placed.Rule, issue: objectRuleIssue(placed.Rule)}
		for _, p := range placed.Rule.Concerns() {
			i, _ := o.member(p.ID)
			a.members = append(a.members, i)
			a.hasHidden = a.hasHidden || i < len(o.members) && o.members[i].scopes != nil
		}
		switch r := placed.Rule.(type) {
		case tree.RequiredWhen:
			a.when, a.members = a.members[0], a.members[1:]
			a.equals, _ = r.When.Write(r.Equals, tree.Create)
		case tree.Between:
			a.test = g.Tests[r.Name]
		}
		rules = append(rules, a)
	}
	return rules
}

func objectRuleIssue(rule tree.ObjectRule) *Issue {
	var names []string
	for _, p := range rule.Concerns() {
		names = append(names, p.Name)
	}
	switch r := rule.(type) {
	case tree.RequiredWhen:
		equals, _ := r.When.Write(r.Equals, tree.Create)
		return newIssue(r.Code(), tree.TextParam("when", names[0]), tree.Param{Name: "equals", JSON: string(equals)})
	case tree.Between:
		return &Issue{Code: r.Name, Key: r.Name, Params: r.Args, text: r.Message, rule: true}
	case tree.MinMembers:
		return newIssue(r.Code(), tree.Param{Name: "min", JSON: strconv.Itoa(r.N)}).ruled()
	case tree.MaxMembers:
		return newIssue(r.Code(), tree.Param{Name: "max", JSON: strconv.Itoa(r.N)}).ruled()
	}
	return newIssue(rule.Code(), tree.TextsParam("members", names))
}

// check adds the object rules that a value violates. has are its members, and unknown those that may or
// may not be there, whose rules are not checked. since is the mark before the value was read: rules on
// values only see values that are valid.
func (rules objectRules) check(o *Object, r *Report, t place.Addr, has, unknown bits, since int) {
	whole := !r.Since(since)
	known := has.without(&unknown)
	for i := range rules {
		rules[i].check(o, r, t, &known, &unknown, whole)
	}
}

func (a *objectRule) check(o *Object, r *Report, t place.Addr, has, unknown *bits, whole bool) {
	if _, values := a.rule.(tree.Between); r.MembersChecked && !values {
		return
	}
	if a.hasHidden && slices.ContainsFunc(a.members, func(i int) bool { return !isVisible(r.Grants, o.members[i].scopes) }) {
		return // a rule must not reveal hidden members
	}
	if _, when := a.rule.(tree.RequiredWhen); when && unknown.has(a.when) || slices.ContainsFunc(a.members, unknown.has) {
		return
	}
	given := 0
	for _, i := range a.members {
		if has.has(i) {
			given++
		}
	}
	ok := true
	switch rule := a.rule.(type) {
	case tree.ExactlyOne:
		ok = given == 1
	case tree.AtLeastOne:
		ok = given > 0
	case tree.AllOrNone:
		ok = given == 0 || given == len(a.members)
	case tree.MinMembers:
		ok = has.count()+unknown.count()+o.undeclaredCount(t) >= rule.N
	case tree.MaxMembers:
		ok = has.count()+o.undeclaredCount(t) <= rule.N
	case tree.RequiredWhen:
		if whole && given < len(a.members) && has.has(a.when) && a.matches(o, r.Grants, t) {
			a.requireMembers(o, r, has)
		}
	case tree.Between:
		if whole && !a.test(o.visibleTo(r.Grants, t)) {
			mark := r.Mark()
			r.Add(a.issue)
			if len(a.members) > 0 {
				r.Under(mark, o.members[a.members[0]].name)
			}
		}
	}
	if !ok {
		r.Add(a.issue)
	}
}

// matches reports whether the member When has the value.
func (a *objectRule) matches(o *Object, grants Grants, t place.Addr) bool {
	e := Encoder{Grants: grants}
	o.members[a.when].field.encode(&e, t)
	return e.Err() == nil && bytes.Equal(e.B, a.equals)
}

// requireMembers reports each required member that is absent.
func (a *objectRule) requireMembers(o *Object, r *Report, has *bits) {
	for _, i := range a.members {
		if !has.has(i) {
			mark := r.Mark()
			r.Add(a.issue)
			r.Under(mark, o.members[i].name)
		}
	}
}

// present returns the members of a Go value.
func (o *Object) present(t place.Addr) (has bits) {
	for i := range o.members {
		if m := &o.members[i]; !m.node.Omittable || !m.field.omitted(t) {
			has.add(i)
		}
	}
	return has
}

// undeclaredCount returns how many undeclared members a Go value has.
func (o *Object) undeclaredCount(t place.Addr) int {
	if o.additional == nil {
		return 0
	}
	return o.additional.size(t)
}
