package prop

import (
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/pattern"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// StringProp is a property with a string.
type StringProp[V ~string] core

// String declares a string.
func String(name string) *StringProp[string] { return StringOf[string](name) }

// StringOf declares a string with a type of the application.
func StringOf[V ~string](name string) *StringProp[V] { return textOf[V](name, "", nil) }

// UUID declares a UUID in text form (RFC 9562 §4), of any version, in upper or lower case. It is
// read in lower case, unless only the text that was sent satisfies the rules. See [UUIDOf] for types
// of 16 bytes.
func UUID(name string) *StringProp[string] { return textOf[string](name, "uuid", format.UUID) }

// Email declares an email address (RFC 5321 §4.1.2, Mailbox). Its domain is read in lower case; the
// part before it may be case-sensitive (§2.4).
func Email(name string) *StringProp[string] { return textOf[string](name, "email", format.Email) }

// URI declares an absolute URI (RFC 3986). URIs are compared as texts (§6.2.1).
func URI(name string) *StringProp[string] { return textOf[string](name, "uri", format.URI) }

// URIReference declares a URI or a relative reference, such as /a?b=c (RFC 3986 §4.1).
func URIReference(name string) *StringProp[string] {
	return textOf[string](name, "uri-reference", format.URIReference)
}

// textOf returns a property of a format; matches is nil without one.
func textOf[V ~string](name, format string, matches func(string) bool) *StringProp[V] {
	return textType[V](name, tree.Text{Format: format}, matches)
}

func textType[V ~string](name string, t tree.Text, matches func(string) bool) *StringProp[V] {
	return (*StringProp[V])(property.New(name, codec.TypeOf[V](), t, codec.String(matches)))
}

// MinLen sets the minimum number of Unicode code points.
func (p *StringProp[V]) MinLen(n int) *StringProp[V] {
	return (*StringProp[V])(counted((*core)(p), tree.MinLen{N: n}))
}

// MaxLen sets the maximum number of Unicode code points.
func (p *StringProp[V]) MaxLen(n int) *StringProp[V] {
	return (*StringProp[V])(counted((*core)(p), tree.MaxLen{N: n}))
}

// Pattern sets a regular expression that must match somewhere in the text; use ^ and $ to match
// the whole text. It must be in the dialect that RE2 and ECMA-262 share, so that clients which
// read the document match alike: without look-around, back-references and flags. Matching takes
// linear time. The flag (?i) is known: both cases of the letters of ASCII after it match, and the document
// has a class of both in place of each, as [aA] for a.
func (p *StringProp[V]) Pattern(expr string) *StringProp[V] {
	return (*StringProp[V])(matching((*core)(p), expr))
}

// PatternFunc is [StringProp.Pattern] for an expression of ECMA-262 that RE2 does not have, such as one with
// look-ahead. Documents have it, and match reports whether it matches a text:
//
//	prop.String("slug").PatternFunc(`^(?![0-9]+$)[a-z0-9-]+$`, isSlug)
//
// match must be safe for concurrent use, and return in time for texts of any length that the other
// rules allow. Package oastest compares the two.
func (p *StringProp[V]) PatternFunc(expr string, match func(string) bool) *StringProp[V] {
	return (*StringProp[V])(matchingFunc((*core)(p), expr, match))
}

func matchingFunc(c *core, expr string, match func(string) bool) *core {
	switch folded, err := pattern.Fold(expr); {
	case match == nil:
		return c.Fault("PatternFunc(%q, nil): the function is nil", expr)
	case err == nil:
		if _, err := pattern.Compile(folded); err == nil {
			return c.Fault("PatternFunc(%q): Pattern needs no function for this expression", expr)
		}
	}
	return c.Rule(tree.Pattern{Expr: expr, Re: matcher(match)})
}

// matcher is a function as a [tree.Matcher].
type matcher func(string) bool

func (m matcher) MatchString(s string) bool { return m(s) }

func (matcher) String() string { return "" }

func matching(c *core, expr string) *core {
	folded, err := pattern.Fold(expr)
	var re *pattern.Regexp
	if err == nil {
		re, err = pattern.Compile(folded)
	}
	if err != nil {
		return c.Fault("Pattern(%q): %s", expr, reason(err))
	}
	return c.Rule(tree.Pattern{Expr: folded, Re: re})
}

// reason returns what is wrong with an expression, without repeating it.
func reason(err error) string {
	if e, ok := errors.AsType[*pattern.Error](err); ok {
		return e.Reason
	}
	return err.Error()
}
