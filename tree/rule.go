package tree

import (
	"cmp"
	"iter"

	"github.com/tenon-go/tenon/internal/ir"
)

// Rule restricts the values of a property.
type Rule struct {
	n       ir.Rule
	message string // of the application; "": that of the library
}

// Code returns the code of a violation: min_length, or that of a rule of the application.
func (r Rule) Code() string { return r.n.Code() }

// Custom reports whether the rule is a function of the application.
func (r Rule) Custom() bool {
	_, custom := r.n.(ir.Custom)
	return custom
}

// Method returns the method of package prop that declares the rule, such as MinLen; ""
// for a custom rule.
func (r Rule) Method() string { return r.n.Kind().Method }

// Keyword returns the keyword of JSON Schema, such as minLength; "" if none has this meaning
// for all types.
func (r Rule) Keyword() string { return r.n.Kind().Keyword }

// Subject returns the part of a value that the rule applies to.
func (r Rule) Subject() Subject { return Subject(r.n.Kind().About) }

// Message returns the English message of a violation, which the application may word. It may contain
// arguments: {min}.
func (r Rule) Message() string { return cmp.Or(r.message, r.n.Kind().English) }

// Worded reports whether the application words the message of a built-in rule.
func (r Rule) Worded() bool { return r.message != "" }

// Params yields the arguments: the number of a bound, the expression of a pattern, and
// those that the application declares for a custom rule.
func (r Rule) Params() iter.Seq[Param] { return params(r.n.Params()) }

// Subject is the part of a value that a rule applies to.
type Subject uint8

// The subjects.
const (
	AboutValue   Subject = iota // the value as a whole
	AboutNumber                 // a number
	AboutText                   // the characters of a string
	AboutBytes                  // bytes, or those of a file
	AboutItems                  // the items of an array
	AboutMembers                // the members of a map
)

// String returns the name of the subject.
func (s Subject) String() string {
	return nameOf(s, "value", "number", "text", "bytes", "items", "members")
}

// ObjectRule is a rule on several members of a collection.
type ObjectRule struct{ n *ir.PlacedObjectRule }

// ObjectRuleKind is a kind of object rule.
type ObjectRuleKind uint8

// The kinds of object rules.
const (
	ObjectRuleUnknown ObjectRuleKind = iota // of a later version of the library
	ExactlyOne                              // a value has one of the members
	AtLeastOne                              // a value has one or more of the members
	AllOrNone                               // a value has all of the members or none
	RequiredWhen                            // a condition requires the members
	MinMembers                              // the minimum number of members
	MaxMembers                              // the maximum number of members
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

// Members yields the members of the rule; see [Property.ID].
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

// Params yields the arguments of a custom rule.
func (r ObjectRule) Params() iter.Seq[Param] {
	b, _ := r.n.Rule.(ir.Between)
	return params(b.Args)
}

// Message returns the message of a [CustomObjectRule] about the first member; "" for other
// rules. It may contain arguments: {name}.
func (r ObjectRule) Message() string {
	b, _ := r.n.Rule.(ir.Between)
	return b.Message
}
