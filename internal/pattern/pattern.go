package pattern

import (
	"regexp"
	"regexp/syntax"
)

// Compile checks that expr belongs to the dialect and compiles it with the meaning
// that ECMA-262 gives it. The error is an *[Error].
//
// The String of the result is a translation for RE2; what a schema has to show is
// expr itself.
func Compile(expr string) (*Regexp, error) {
	s := scanner{expr: expr}
	if err := s.scan(); err != nil {
		return nil, err
	}
	re, err := regexp.Compile(string(s.out))
	if err != nil {
		// The scanner lets nothing through that RE2 does not know, so what is left
		// are its bounds on memory.
		return nil, &Error{Expr: expr, Reason: tooLarge(err)}
	}
	return &Regexp{re, sequenceOf(re.String())}, nil
}

func tooLarge(err error) string {
	if e, ok := err.(*syntax.Error); ok && e.Code == syntax.ErrNestingDepth {
		return "the expression is nested too deep for RE2"
	}
	return "the expression is too large for RE2"
}
