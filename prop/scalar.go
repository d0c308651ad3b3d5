package prop

import (
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/ir"
)

// Scalar is a property that is a string on the wire and another type in Go.
type Scalar[V any] struct{ decl[V, Scalar[V]] }

func (Scalar[V]) with(d decl[V, Scalar[V]]) Scalar[V] { return Scalar[V]{d} }

func scalar[V any](name, format, pattern string, how codec.Notation[V]) Scalar[V] {
	return start[V, Scalar[V]](codec.Form[V]{
		Node: &ir.Prop{Name: name, Type: ir.Text{Format: format, Pattern: pattern}},
		Make: func(_ *codec.Compiler, n *ir.Prop) codec.Codec[V] { return codec.Scalar(n, how) },
	})
}

// Date declares a calendar day (RFC 3339 full-date), such as 2006-01-02. It is
// read as midnight UTC, and written as the day that the time has in its own
// location.
func Date(name string) Scalar[time.Time] {
	return scalar(name, "date", format.DatePattern, codec.Notation[time.Time]{
		Parse: format.ParseDate,
		Append: func(b []byte, t time.Time) ([]byte, bool) {
			return format.AppendDate(b, t), t.Year() >= 0 && t.Year() <= 9999
		},
	})
}

// DateTime declares a point in time (RFC 3339 date-time). It is read with any
// offset, upper-case T and Z, at most six fractional digits and no leap second,
// and always written in UTC with six, so that texts sort as times do.
func DateTime(name string) Scalar[time.Time] {
	return scalar(name, "date-time", format.DateTimePattern, codec.Notation[time.Time]{
		Parse: format.ParseDateTime,
		Append: func(b []byte, t time.Time) ([]byte, bool) {
			return format.AppendDateTime(b, t), format.DateTimeInRange(t)
		},
	})
}
