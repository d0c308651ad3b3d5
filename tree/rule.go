package tree

import (
	"regexp"
	"strconv"
	"strings"
)

// Rule restricts the values of a property. The set of rules is closed; see [AllRules].
// Rules are plain data: readers switch on them or on what [RuleKind] says. Only
// [Custom] hides its test in a function, and names itself with a code.
type Rule interface {
	// Kind describes the rule.
	Kind() *RuleKind
	// Code returns the stable name of the rule in a violation.
	Code() string
	// Params returns the arguments of the rule in a violation.
	Params() []Param
}

// RuleKind describes a rule to everything that reads rules: the codec, documents,
// messages, the generator of oastest and the printer of shapes. A rule on strings that
// has no arguments needs nothing else; see [NoNUL].
type RuleKind struct {
	Code    string // in violations
	Method  string // of the builder, which shapes prints: MinLen
	Keyword string // of JSON Schema; "" if none has this meaning for all types
	About   Subject
	English string // the message; {name} stands for an argument
	One     string // the message for an argument of 1; "" if it is the same

	// A rule that a text satisfies or violates as a whole has an expression that
	// exactly the texts which satisfy it match, in the dialect that package regexp and ECMA-262 share;
	// [Satisfied] is the same as a function.
	Pattern string
}

// Satisfied reports whether a text satisfies a rule whose kind has an expression.
func Satisfied(r Rule, text string) bool {
	switch r.(type) {
	case NoNUL:
		return strings.IndexByte(text, 0) < 0
	}
	return true
}

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

// Param is a named argument of a rule.
type Param struct {
	Name string
	JSON string // the value as JSON text
}

type (
	// Min is the minimum.
	Min struct{ Bound Number }
	// Max is the maximum.
	Max struct{ Bound Number }
	// ExclusiveMin is the exclusive minimum.
	ExclusiveMin struct{ Bound Number }
	// ExclusiveMax is the exclusive maximum.
	ExclusiveMax struct{ Bound Number }
	// MultipleOf is the divisor of values.
	MultipleOf struct{ Of Number }
	// MinLen is the minimum number of Unicode code points.
	MinLen struct{ N int }
	// MaxLen is the maximum number of Unicode code points.
	MaxLen struct{ N int }
	// Pattern is an expression that must match somewhere in the text.
	Pattern struct {
		Expr string // as declared, and as documented
		Re   Matcher
	}
	// NoNUL forbids the character U+0000 in a text, in the names of a map, and in
	// the names and texts of any JSON value.
	NoNUL struct{}
	// MinItems is the minimum number of items.
	MinItems struct{ N int }
	// MaxItems is the maximum number of items.
	MaxItems struct{ N int }
	// Unique forbids two equal items.
	Unique struct{}
	// MinBytes is the minimum number of bytes.
	MinBytes struct{ N int }
	// MaxBytes is the maximum number of bytes.
	MaxBytes struct{ N int }
	// MinProps is the minimum number of members of a map.
	MinProps struct{ N int }
	// MaxProps is the maximum number of members of a map.
	MaxProps struct{ N int }
	// Custom is a rule of the application; its test is a function that only the
	// codec has.
	Custom struct {
		Name    string // the violation code
		Message string // what a value must be, in English; may hold {param}
		Args    []Param
	}
)

// Matcher is a compiled expression. It is an interface, because the compiled ones of the library
// match many expressions in one pass without package regexp, whose Regexp is a Matcher, too.
type Matcher interface {
	MatchString(s string) bool
	String() string // in the syntax of package regexp; "" for a function of the application
}

var (
	kindMin          = RuleKind{Code: "min", Method: "Min", Keyword: "minimum", About: AboutNumber, English: "must be at least {min}"}
	kindMax          = RuleKind{Code: "max", Method: "Max", Keyword: "maximum", About: AboutNumber, English: "must be at most {max}"}
	kindExclusiveMin = RuleKind{Code: "exclusive_min", Method: "ExclusiveMin", Keyword: "exclusiveMinimum", About: AboutNumber, English: "must be greater than {min}"}
	kindExclusiveMax = RuleKind{Code: "exclusive_max", Method: "ExclusiveMax", Keyword: "exclusiveMaximum", About: AboutNumber, English: "must be less than {max}"}
	kindMultipleOf   = RuleKind{Code: "multiple_of", Method: "MultipleOf", Keyword: "multipleOf", About: AboutNumber, English: "must be a multiple of {of}"}
	kindMinLen       = RuleKind{Code: "min_length", Method: "MinLen", Keyword: "minLength", About: AboutText, English: "must have at least {min} characters", One: "must have at least 1 character"}
	kindMaxLen       = RuleKind{Code: "max_length", Method: "MaxLen", Keyword: "maxLength", About: AboutText, English: "must have at most {max} characters", One: "must have at most 1 character"}
	kindPattern      = RuleKind{Code: "pattern", Method: "Pattern", Keyword: "pattern", About: AboutText, English: "must match the pattern {pattern}"}
	kindNoNUL        = RuleKind{Code: "no_nul", Method: "NoNUL", About: AboutText, English: "must not contain the character U+0000", Pattern: `^[^\x00]*$`}
	kindMinItems     = RuleKind{Code: "min_items", Method: "MinItems", Keyword: "minItems", About: AboutItems, English: "must have at least {min} items", One: "must have at least 1 item"}
	kindMaxItems     = RuleKind{Code: "max_items", Method: "MaxItems", Keyword: "maxItems", About: AboutItems, English: "must have at most {max} items", One: "must have at most 1 item"}
	kindUnique       = RuleKind{Code: "unique", Method: "Unique", Keyword: "uniqueItems", About: AboutItems, English: "must differ from every item before it"}
	kindMinBytes     = RuleKind{Code: "min_bytes", Method: "MinBytes", About: AboutBytes, English: "must have at least {min} bytes", One: "must have at least 1 byte"}
	kindMaxBytes     = RuleKind{Code: "max_bytes", Method: "MaxBytes", About: AboutBytes, English: "must have at most {max} bytes", One: "must have at most 1 byte"}
	kindMinProps     = RuleKind{Code: "min_properties", Method: "MinProperties", Keyword: "minProperties", About: AboutMembers, English: "must have at least {min} members", One: "must have at least 1 member"}
	kindMaxProps     = RuleKind{Code: "max_properties", Method: "MaxProperties", Keyword: "maxProperties", About: AboutMembers, English: "must have at most {max} members", One: "must have at most 1 member"}
)

// ruleKinds are those of the rules of the library.
var ruleKinds = [...]*RuleKind{
	&kindMin, &kindMax, &kindExclusiveMin, &kindExclusiveMax, &kindMultipleOf, &kindMinLen, &kindMaxLen, &kindPattern, &kindNoNUL,
	&kindMinItems, &kindMaxItems, &kindUnique, &kindMinBytes, &kindMaxBytes, &kindMinProps, &kindMaxProps,
}

// RuleKinds returns the kinds of all rules but [Custom].
func RuleKinds() []*RuleKind { return ruleKinds[:] }

// The methods of [Rule].

func (Min) Kind() *RuleKind          { return &kindMin }
func (Max) Kind() *RuleKind          { return &kindMax }
func (ExclusiveMin) Kind() *RuleKind { return &kindExclusiveMin }
func (ExclusiveMax) Kind() *RuleKind { return &kindExclusiveMax }
func (MultipleOf) Kind() *RuleKind   { return &kindMultipleOf }
func (MinLen) Kind() *RuleKind       { return &kindMinLen }
func (MaxLen) Kind() *RuleKind       { return &kindMaxLen }
func (Pattern) Kind() *RuleKind      { return &kindPattern }
func (NoNUL) Kind() *RuleKind        { return &kindNoNUL }
func (MinItems) Kind() *RuleKind     { return &kindMinItems }
func (MaxItems) Kind() *RuleKind     { return &kindMaxItems }
func (Unique) Kind() *RuleKind       { return &kindUnique }
func (MinBytes) Kind() *RuleKind     { return &kindMinBytes }
func (MaxBytes) Kind() *RuleKind     { return &kindMaxBytes }
func (MinProps) Kind() *RuleKind     { return &kindMinProps }
func (MaxProps) Kind() *RuleKind     { return &kindMaxProps }
func (r Custom) Kind() *RuleKind     { return &RuleKind{Code: r.Name, English: r.Message} }

func (Min) Code() string          { return kindMin.Code }
func (Max) Code() string          { return kindMax.Code }
func (ExclusiveMin) Code() string { return kindExclusiveMin.Code }
func (ExclusiveMax) Code() string { return kindExclusiveMax.Code }
func (MultipleOf) Code() string   { return kindMultipleOf.Code }
func (MinLen) Code() string       { return kindMinLen.Code }
func (MaxLen) Code() string       { return kindMaxLen.Code }
func (Pattern) Code() string      { return kindPattern.Code }
func (NoNUL) Code() string        { return kindNoNUL.Code }
func (MinItems) Code() string     { return kindMinItems.Code }
func (MaxItems) Code() string     { return kindMaxItems.Code }
func (Unique) Code() string       { return kindUnique.Code }
func (MinBytes) Code() string     { return kindMinBytes.Code }
func (MaxBytes) Code() string     { return kindMaxBytes.Code }
func (MinProps) Code() string     { return kindMinProps.Code }
func (MaxProps) Code() string     { return kindMaxProps.Code }
func (r Custom) Code() string     { return r.Name }

func (r Min) Params() []Param          { return []Param{{"min", string(r.Bound)}} }
func (r Max) Params() []Param          { return []Param{{"max", string(r.Bound)}} }
func (r ExclusiveMin) Params() []Param { return []Param{{"min", string(r.Bound)}} }
func (r ExclusiveMax) Params() []Param { return []Param{{"max", string(r.Bound)}} }
func (r MultipleOf) Params() []Param   { return []Param{{"of", string(r.Of)}} }
func (r MinLen) Params() []Param       { return []Param{count("min", r.N)} }
func (r MaxLen) Params() []Param       { return []Param{count("max", r.N)} }
func (r Pattern) Params() []Param      { return []Param{TextParam("pattern", r.Expr)} }
func (NoNUL) Params() []Param          { return nil }
func (r MinItems) Params() []Param     { return []Param{count("min", r.N)} }
func (r MaxItems) Params() []Param     { return []Param{count("max", r.N)} }
func (Unique) Params() []Param         { return nil }
func (r MinBytes) Params() []Param     { return []Param{count("min", r.N)} }
func (r MaxBytes) Params() []Param     { return []Param{count("max", r.N)} }
func (r MinProps) Params() []Param     { return []Param{count("min", r.N)} }
func (r MaxProps) Params() []Param     { return []Param{count("max", r.N)} }
func (r Custom) Params() []Param       { return r.Args }

func count(name string, n int) Param { return Param{name, strconv.Itoa(n)} }

// Count returns the number in a rule that bounds a count; ok is false for other rules.
func Count(r Rule) (n int, ok bool) {
	switch r := r.(type) {
	case MinLen:
		return r.N, true
	case MaxLen:
		return r.N, true
	case MinItems:
		return r.N, true
	case MaxItems:
		return r.N, true
	case MinBytes:
		return r.N, true
	case MaxBytes:
		return r.N, true
	case MinProps:
		return r.N, true
	case MaxProps:
		return r.N, true
	}
	return 0, false
}

// IsLower reports whether a rule is a lower bound.
func (k *RuleKind) IsLower() bool { return strings.Contains(k.Method, "Min") }

// IsUpper reports whether a rule is an upper bound.
func (k *RuleKind) IsUpper() bool { return strings.Contains(k.Method, "Max") }

// AllRules returns one value of every rule.
func AllRules() []Rule {
	return []Rule{
		Min{"1"}, Max{"9"}, ExclusiveMin{"1"}, ExclusiveMax{"9"}, MultipleOf{"1"},
		MinLen{1}, MaxLen{9}, Pattern{"a", regexp.MustCompile("a")}, NoNUL{},
		MinItems{1}, MaxItems{9}, Unique{},
		MinBytes{1}, MaxBytes{9}, MinProps{1}, MaxProps{9},
		Custom{Name: "even", Message: "must be even"},
	}
}
