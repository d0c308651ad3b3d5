package prop

import (
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/pattern"
)

// Text is a property that carries a string.
type Text[V ~string] struct{ core core }

func (*Text[V]) with(f codec.Form) *Text[V] { return &Text[V]{core{f}} }

// String declares a string.
func String(name string) *Text[string] { return StringOf[string](name) }

// StringOf declares a string of a type of your own.
func StringOf[V ~string](name string) *Text[V] { return textOf[V](name, "") }

// UUID declares a string that is a UUID in text form (RFC 9562 §4), of any
// version, in upper or lower case.
func UUID(name string) *Text[string] { return textOf[string](name, "uuid") }

// Email declares a string that is an e-mail address (RFC 5321 §4.1.2, Mailbox).
func Email(name string) *Text[string] { return textOf[string](name, "email") }

// URI declares a string that is an absolute URI (RFC 3986).
func URI(name string) *Text[string] { return textOf[string](name, "uri") }

// URIReference declares a string that is a URI or a relative reference, such as
// /a?b=c (RFC 3986 §4.1).
func URIReference(name string) *Text[string] { return textOf[string](name, "uri-reference") }

func textOf[V ~string](name, format string) *Text[V] {
	return textType[V](name, ir.Text{Format: format})
}

func textType[V ~string](name string, t ir.Text) *Text[V] {
	return start[V, *Text[V]](codec.Form{
		Node: &ir.Prop{Name: name, Type: t},
		Make: codec.String,
	})
}

// MinLen sets the least number of Unicode code points.
func (p *Text[V]) MinLen(n int) *Text[V] { return p.with(p.core.counted(ir.MinLen{N: n})) }

// MaxLen sets the greatest number of Unicode code points.
func (p *Text[V]) MaxLen(n int) *Text[V] { return p.with(p.core.counted(ir.MaxLen{N: n})) }

// Pattern sets a regular expression that must match somewhere in the text;
// anchor it with ^ and $ to match all of it. It is of the dialect that RE2 and
// ECMA-262 share, so that clients who read the document match alike: no
// look-around, no back-references, no flags. Matching takes linear time.
func (p *Text[V]) Pattern(expr string) *Text[V] { return p.with(p.core.matching(expr)) }

func (c *core) matching(expr string) codec.Form {
	re, err := pattern.Compile(expr)
	if err != nil {
		return c.faulted("Pattern(%q): %s", expr, reason(err))
	}
	return c.ruled(ir.Pattern{Expr: expr, Re: re})
}

// reason says what is wrong with an expression, without repeating it.
func reason(err error) string {
	if e, ok := errors.AsType[*pattern.Error](err); ok {
		return e.Reason
	}
	return err.Error()
}
