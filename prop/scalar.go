package prop

import (
	"bytes"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// ScalarProp is a property that is a string in JSON and parameters, and another type in Go.
type ScalarProp[V any] core

func scalar[V any](name, format, pattern string, how codec.Notation) *ScalarProp[V] {
	return scalarType[V](name, tree.Text{Format: format, Pattern: pattern}, how)
}

func scalarType[V any](name string, t tree.Text, how codec.Notation) *ScalarProp[V] {
	return (*ScalarProp[V])(property.New(name, codec.TypeOf[V](), t, scalars(how)))
}

func scalars(how codec.Notation) func(*codec.Compiler, *tree.Prop) codec.Codec {
	return func(_ *codec.Compiler, n *tree.Prop) codec.Codec { return codec.Scalar(n, how) }
}

// TextOf declares a type of the application that has a text form:
//
//	prop.TextOf("id", ulid.Parse, ulid.ULID.String).Format("ulid")
//
// A text that parse rejects is a violation; its error is not sent. parse gets valid UTF-8 only,
// and format must return valid UTF-8: a value for which it does not is a violation, too. parse
// must return an equal value for the result of format. Both must be safe for concurrent use.
func TextOf[V any](name string, parse func(string) (V, error), format func(V) string) *ScalarProp[V] {
	if parse == nil || format == nil {
		p := scalar[V](name, "", "", codec.Notation{})
		return (*ScalarProp[V])((*core)(p).Fault("TextOf needs a function to parse and one to format"))
	}
	return scalarType[V](name, tree.Text{Own: true}, codec.NotationOf(
		func(s string) (V, bool) {
			v, err := parse(s)
			// A value without a valid text could not be sent back.
			return v, err == nil && utf8.ValidString(format(v))
		},
		func(b []byte, v V) ([]byte, bool) {
			s := format(v)
			return append(b, s...), utf8.ValidString(s)
		},
	))
}

// Pattern sets a regular expression that must match somewhere in the text; see
// [StringProp.Pattern] for its dialect.
func (p *ScalarProp[V]) Pattern(expr string) *ScalarProp[V] {
	return (*ScalarProp[V])(matching((*core)(p), expr))
}

// PatternFunc sets an expression that a function matches; see [StringProp.PatternFunc].
func (p *ScalarProp[V]) PatternFunc(expr string, match func(string) bool) *ScalarProp[V] {
	return (*ScalarProp[V])(matchingFunc((*core)(p), expr, match))
}

// Ordered lets lists be sorted by a type of the application. compare returns a negative number,
// 0 or a positive number, as [cmp.Compare] does, and must be safe for concurrent use. bytes is
// the maximum length of a text, for cursors.
//
//	prop.TextOf("id", ulid.Parse, ulid.ULID.String).Ordered(ulid.ULID.Compare, 26)
func (p *ScalarProp[V]) Ordered(compare func(v, w V) int, bytes int) *ScalarProp[V] {
	if compare == nil {
		return (*ScalarProp[V])((*core)(p).Fault("Ordered(nil): the function is nil"))
	}
	return (*ScalarProp[V])(ordered((*core)(p), codec.OrderingOf(compare, bytes)))
}

func ordered(c *core, how codec.Ordering) *core {
	switch {
	case how.Width < 1:
		return c.Fault("Ordered: the length of %d bytes must be positive", how.Width)
	case c.Form().Make == nil:
		return c.Edit(func(*tree.Prop) {}) // a fault
	}
	f := c.Form()
	f.Make = func(compiler *codec.Compiler, n *tree.Prop) codec.Codec {
		return codec.SortBy(c.Form().Make(compiler, n), how)
	}
	return property.Remade(&f, func(*tree.Prop) {})
}

// UUIDOf declares a UUID in text form (RFC 9562 §4), as [UUID] does, with a type of 16 bytes:
//
//	prop.UUIDOf[uuid.UUID]("id")
//
// It is written in lower case, and sorted by its bytes.
func UUIDOf[V ~[16]byte](name string) *ScalarProp[V] {
	how := codec.NotationOf(
		func(s string) (V, bool) { id, ok := format.ParseUUID(s); return id, ok },
		func(b []byte, id V) ([]byte, bool) { return format.AppendUUID(b, id), true })
	how.Plain = true
	how.Ordering = codec.OrderingOf(func(v, w V) int { return bytes.Compare(v[:], w[:]) }, len("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
	return scalar[V](name, "uuid", "", how)
}

// Date declares a calendar date (RFC 3339 full-date), such as 2006-01-02. It is read as
// midnight UTC, and written as the date that the time has in its own location.
func Date(name string) *ScalarProp[time.Time] {
	how := codec.NotationOf(format.ParseDate, func(b []byte, t time.Time) ([]byte, bool) {
		return format.AppendDate(b, t), t.Year() >= 0 && t.Year() <= 9999
	})
	how.Plain, how.Ordering = true, codec.Days()
	return scalar[time.Time](name, "date", format.DatePattern, how)
}
