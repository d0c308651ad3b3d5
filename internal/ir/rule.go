package ir

import (
	"regexp"
	"strconv"

	"github.com/tenon-go/tenon/internal/pattern"
)

// Rule is one constraint on a value. The set of rules is closed; see
// [AllRules]. Rules are plain data: an interpreter switches on them, none hides
// in a closure except [Custom], which names itself with a code.
type Rule interface {
	rule()
	// Code is the stable name of the rule in a violation.
	Code() string
	// Params are the arguments of the rule in a violation.
	Params() []Param
}

// Param is a named argument of a rule.
type Param struct {
	Name string
	JSON string // the value as JSON text
}

type (
	// Min is the least number allowed.
	Min struct{ Bound Number }
	// Max is the greatest number allowed.
	Max struct{ Bound Number }
	// ExclusiveMin is the number that a value must be greater than.
	ExclusiveMin struct{ Bound Number }
	// ExclusiveMax is the number that a value must be less than.
	ExclusiveMax struct{ Bound Number }
	// MultipleOf is the number that divides a value without a remainder.
	MultipleOf struct{ Of Number }
	// MinLen is the least number of Unicode code points.
	MinLen struct{ N int }
	// MaxLen is the greatest number of Unicode code points.
	MaxLen struct{ N int }
	// Pattern is an expression that must match somewhere in the text.
	Pattern struct {
		Expr string // as declared, and as documented
		Re   *pattern.Regexp
	}
	// NoNUL forbids the character U+0000 in a text, in the names of a map, and in
	// the names and texts of any JSON value.
	NoNUL struct{}
	// MinItems is the least number of items.
	MinItems struct{ N int }
	// MaxItems is the greatest number of items.
	MaxItems struct{ N int }
	// MinBytes is the least number of bytes.
	MinBytes struct{ N int }
	// MaxBytes is the greatest number of bytes.
	MaxBytes struct{ N int }
	// MinProps is the least number of members of a map.
	MinProps struct{ N int }
	// MaxProps is the greatest number of members of a map.
	MaxProps struct{ N int }
	// Unique forbids two equal items.
	Unique struct{}
	// Custom is a rule of the user's own; its test is a function that only the
	// typed half of the property holds.
	Custom struct {
		Name    string // the violation code
		Message string // what a value must be, in English; may hold {param}
		Args    []Param
	}
)

func (Min) rule()          {}
func (Max) rule()          {}
func (ExclusiveMin) rule() {}
func (ExclusiveMax) rule() {}
func (MultipleOf) rule()   {}
func (MinLen) rule()       {}
func (MaxLen) rule()       {}
func (Pattern) rule()      {}
func (NoNUL) rule()        {}
func (MinItems) rule()     {}
func (MaxItems) rule()     {}
func (MinBytes) rule()     {}
func (MaxBytes) rule()     {}
func (MinProps) rule()     {}
func (MaxProps) rule()     {}
func (Unique) rule()       {}
func (Custom) rule()       {}

// Code implements [Rule].
func (Min) Code() string { return "min" }

// Code implements [Rule].
func (Max) Code() string { return "max" }

// Code implements [Rule].
func (ExclusiveMin) Code() string { return "exclusive_min" }

// Code implements [Rule].
func (ExclusiveMax) Code() string { return "exclusive_max" }

// Code implements [Rule].
func (MultipleOf) Code() string { return "multiple_of" }

// Code implements [Rule].
func (MinLen) Code() string { return "min_length" }

// Code implements [Rule].
func (MaxLen) Code() string { return "max_length" }

// Code implements [Rule].
func (Pattern) Code() string { return "pattern" }

// Code implements [Rule].
func (NoNUL) Code() string { return "no_nul" }

// Code implements [Rule].
func (MinItems) Code() string { return "min_items" }

// Code implements [Rule].
func (MaxItems) Code() string { return "max_items" }

// Code implements [Rule].
func (MinBytes) Code() string { return "min_bytes" }

// Code implements [Rule].
func (MaxBytes) Code() string { return "max_bytes" }

// Code implements [Rule].
func (MinProps) Code() string { return "min_properties" }

// Code implements [Rule].
func (MaxProps) Code() string { return "max_properties" }

// Code implements [Rule].
func (Unique) Code() string { return "unique" }

// Code implements [Rule].
func (c Custom) Code() string { return c.Name }

// Params implements [Rule].
func (r Min) Params() []Param { return []Param{{"min", string(r.Bound)}} }

// Params implements [Rule].
func (r Max) Params() []Param { return []Param{{"max", string(r.Bound)}} }

// Params implements [Rule].
func (r ExclusiveMin) Params() []Param { return []Param{{"min", string(r.Bound)}} }

// Params implements [Rule].
func (r ExclusiveMax) Params() []Param { return []Param{{"max", string(r.Bound)}} }

// Params implements [Rule].
func (r MultipleOf) Params() []Param { return []Param{{"of", string(r.Of)}} }

// Params implements [Rule].
func (r MinLen) Params() []Param { return []Param{count("min", r.N)} }

// Params implements [Rule].
func (r MaxLen) Params() []Param { return []Param{count("max", r.N)} }

// Params implements [Rule].
func (r Pattern) Params() []Param { return []Param{TextParam("pattern", r.Expr)} }

// Params implements [Rule].
func (NoNUL) Params() []Param { return nil }

// Params implements [Rule].
func (r MinItems) Params() []Param { return []Param{count("min", r.N)} }

// Params implements [Rule].
func (r MaxItems) Params() []Param { return []Param{count("max", r.N)} }

// Params implements [Rule].
func (r MinBytes) Params() []Param { return []Param{count("min", r.N)} }

// Params implements [Rule].
func (r MaxBytes) Params() []Param { return []Param{count("max", r.N)} }

// Params implements [Rule].
func (r MinProps) Params() []Param { return []Param{count("min", r.N)} }

// Params implements [Rule].
func (r MaxProps) Params() []Param { return []Param{count("max", r.N)} }

// Params implements [Rule].
func (Unique) Params() []Param { return nil }

// Params implements [Rule].
func (c Custom) Params() []Param { return c.Args }

func count(name string, n int) Param { return Param{name, strconv.Itoa(n)} }

// AllRules returns one value of every rule.
func AllRules() []Rule {
	return []Rule{
		Min{"1"}, Max{"9"}, ExclusiveMin{"1"}, ExclusiveMax{"9"}, MultipleOf{"1"},
		MinLen{1}, MaxLen{9}, Pattern{"a", &pattern.Regexp{Regexp: regexp.MustCompile("a")}}, NoNUL{},
		MinItems{1}, MaxItems{9}, Unique{},
		MinBytes{1}, MaxBytes{9}, MinProps{1}, MaxProps{9},
		Custom{Name: "even", Message: "must be even"},
	}
}
