package tree

import (
	"iter"

	"github.com/tenon-go/tenon/internal/ir"
)

// Rule is a constraint on a value.
type Rule struct{ n ir.Rule }

// RuleKind is a kind of rule.
type RuleKind uint8

// The kinds of rules.
const (
	RuleUnknown       RuleKind = iota // of a later version of the library
	RuleMin                           // the least number
	RuleMax                           // the greatest number
	RuleExclusiveMin                  // the number that a value must exceed
	RuleExclusiveMax                  // the number that a value must be below
	RuleMultipleOf                    // the number that divides a value
	RuleMinLen                        // the least number of Unicode code points
	RuleMaxLen                        // the greatest number of Unicode code points
	RulePattern                       // a regular expression
	RuleNoNUL                         // no U+0000
	RuleMinItems                      // the least number of items
	RuleMaxItems                      // the greatest number of items
	RuleUnique                        // no two items are equal
	RuleMinBytes                      // the least number of bytes
	RuleMaxBytes                      // the greatest number of bytes
	RuleMinProperties                 // the least number of members of a map
	RuleMaxProperties                 // the greatest number of members of a map
	RuleCustom                        // a function of the application
)

// String returns the name of the kind.
func (k RuleKind) String() string {
	return nameOf(k, "unknown", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "min_length", "max_length",
		"pattern", "no_nul", "min_items", "max_items", "unique", "min_bytes", "max_bytes", "min_properties", "max_properties", "custom")
}

// Kind returns the kind.
func (r Rule) Kind() RuleKind {
	switch r.n.(type) {
	case ir.Min:
		return RuleMin
	case ir.Max:
		return RuleMax
	case ir.ExclusiveMin:
		return RuleExclusiveMin
	case ir.ExclusiveMax:
		return RuleExclusiveMax
	case ir.MultipleOf:
		return RuleMultipleOf
	case ir.MinLen:
		return RuleMinLen
	case ir.MaxLen:
		return RuleMaxLen
	case ir.Pattern:
		return RulePattern
	case ir.NoNUL:
		return RuleNoNUL
	case ir.MinItems:
		return RuleMinItems
	case ir.MaxItems:
		return RuleMaxItems
	case ir.Unique:
		return RuleUnique
	case ir.MinBytes:
		return RuleMinBytes
	case ir.MaxBytes:
		return RuleMaxBytes
	case ir.MinProps:
		return RuleMinProperties
	case ir.MaxProps:
		return RuleMaxProperties
	case ir.Custom:
		return RuleCustom
	}
	return RuleUnknown
}

// Code returns the code of a violation.
func (r Rule) Code() string { return r.n.Code() }

// Params yields the arguments: a number for bounds and sizes, a string for a pattern,
// and those that the application declares for a rule of its own.
func (r Rule) Params() iter.Seq[Param] { return params(r.n.Params()) }

// Param returns the only argument of a rule as JSON text; "" if it has none or several.
func (r Rule) Param() string {
	if all := r.n.Params(); len(all) == 1 {
		return all[0].JSON
	}
	return ""
}

// Pattern returns the regular expression of a [RulePattern]; "" for other rules.
func (r Rule) Pattern() string {
	p, _ := r.n.(ir.Pattern)
	return p.Expr
}

// Message returns what a value must be, for a [RuleCustom]; "" for other rules. It may
// hold arguments: {name}.
func (r Rule) Message() string {
	c, _ := r.n.(ir.Custom)
	return c.Message
}

// ObjectRule is a rule between the members of a collection.
type ObjectRule struct{ n *ir.PlacedObjectRule }

// ObjectRuleKind is a kind of rule between members.
type ObjectRuleKind uint8

// The kinds of rules between members.
const (
	ObjectRuleUnknown ObjectRuleKind = iota // of a later version of the library
	ExactlyOne                              // a value has one of the members
	AtLeastOne                              // a value has one or more of the members
	AllOrNone                               // a value has all of the members or none
	RequiredWhen                            // a condition requires the members
	MinMembers                              // the least number of members
	MaxMembers                              // the greatest number of members
	CustomObjectRule                        // a function of the application
)

// String returns the name of the kind.
func (k ObjectRuleKind) String() string {
	return nameOf(k, "unknown", "exactly_one", "at_least_one", "all_or_none", "required_when", "min_properties", "max_properties", "custom")
}

// Kind returns the kind.
func (r ObjectRule) Kind() ObjectRuleKind {
	switch r.n.Rule.(type) {
	case ir.ExactlyOne:
		return ExactlyOne
	case ir.AtLeastOne:
		return AtLeastOne
	case ir.AllOrNone:
		return AllOrNone
	case ir.RequiredWhen:
		return RequiredWhen
	case ir.MinMembers:
		return MinMembers
	case ir.MaxMembers:
		return MaxMembers
	case ir.Between:
		return CustomObjectRule
	}
	return ObjectRuleUnknown
}

// Position returns where the rule is declared.
func (r ObjectRule) Position() Position { return positionOf(r.n.At) }

// Code returns the code of a violation.
func (r ObjectRule) Code() string { return r.n.Rule.Code() }

// Members yields the members that the rule is about; see [Property.ID].
func (r ObjectRule) Members() iter.Seq[Property] {
	members := r.n.Rule.Concerns()
	if w, is := r.n.Rule.(ir.RequiredWhen); is {
		members = w.Members
	}
	return eachOf(members, propertyOf)
}

// Condition returns the member and its value, as JSON text, with which a [RequiredWhen]
// requires the others. It is not ok for other rules.
func (r ObjectRule) Condition() (member Property, json string, ok bool) {
	w, is := r.n.Rule.(ir.RequiredWhen)
	if !is {
		return Property{}, "", false
	}
	json, ok = sample(w.When, w.Equals, ir.Create)
	return Property{w.When}, json, ok
}

// N returns the number of a [MinMembers] or [MaxMembers]; 0 for other rules.
func (r ObjectRule) N() int {
	switch n := r.n.Rule.(type) {
	case ir.MinMembers:
		return n.N
	case ir.MaxMembers:
		return n.N
	}
	return 0
}

// Params yields the arguments that the application declares for a rule of its own.
func (r ObjectRule) Params() iter.Seq[Param] {
	b, _ := r.n.Rule.(ir.Between)
	return params(b.Args)
}

// Message returns what the first member must be, for a [CustomObjectRule]; "" for other
// rules. It may hold arguments: {name}.
func (r ObjectRule) Message() string {
	b, _ := r.n.Rule.(ir.Between)
	return b.Message
}
