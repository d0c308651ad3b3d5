package prop

import (
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// DateTimeProp is a property that is a time.
type DateTimeProp core

// DateTime declares a time (RFC 3339 date-time). It is read with any offset, an upper-case T
// and Z, any number of fractional digits, and no leap second. What is finer than a nanosecond
// is ignored. It is written in UTC with six fractional digits, or with nine if it is finer than
// a microsecond; see [DateTimeProp.Fraction] and [DateTimeProp.KeepOffset]. In UTC its year is between 0000 and 9999.
func DateTime(name string) *DateTimeProp {
	return (*DateTimeProp)(property.New(name, codec.TypeOf[time.Time](), tree.Text{Format: "date-time", Pattern: format.DateTimePattern},
		func(_ *codec.Compiler, n *tree.Prop) codec.Codec {
			return codec.Scalar(n, instants(n.Type.(tree.Text).Fraction))
		}))
}

// Fraction sets how many fractional digits a time has, from 0 to 9, for clients that expect as
// many: 3 are the milliseconds of JavaScript. Further digits of a request are ignored.
func (p *DateTimeProp) Fraction(digits int) *DateTimeProp {
	if digits < 0 || digits > 9 {
		return (*DateTimeProp)((*core)(p).Fault("Fraction(%d) is not from 0 to 9", digits))
	}
	return (*DateTimeProp)((*core)(p).Edit(func(n *tree.Prop) {
		t, _ := n.Type.(tree.Text)
		t.Fraction = tree.Digits(digits)
		n.Type = t
	}))
}

// KeepOffset keeps the offset from UTC with which a time is read, as the location of its value, and
// writes a time with the offset of its location, such as 2026-03-29T09:30:00.000000+02:00. An
// offset of zero is written as Z. Offsets have minutes (RFC 3339 §5.6): seconds of an offset are
// left out, and the time is the same. Lists sort and filter by the time, whatever its offset.
func (p *DateTimeProp) KeepOffset() *DateTimeProp {
	f := (*core)(p).Form()
	f.Make = func(_ *codec.Compiler, n *tree.Prop) codec.Codec {
		return codec.Scalar(n, withOffsets(instants(n.Type.(tree.Text).Fraction), n.Type.(tree.Text).Fraction))
	}
	return (*DateTimeProp)(property.Remade(&f, func(n *tree.Prop) {
		t, _ := n.Type.(tree.Text)
		t.KeepsOffset = true
		n.Type = t
	}))
}

// withOffsets returns the notation of times with their offsets.
func withOffsets(how codec.Notation, f tree.Fraction) codec.Notation {
	parse := how.Parse
	how.Parse = func(text string, a place.Addr) bool {
		ok := parse(text, a)
		if t := place.To[time.Time](a); ok {
			*t = format.WithOffset(*t, text)
		}
		return ok
	}
	digits, fixed := f.Digits()
	how.Append = func(b []byte, a place.Addr) ([]byte, bool) {
		t := *place.To[time.Time](a)
		return format.AppendOffsetDateTime(b, t, format.Digits(t, digits, fixed)), format.DateTimeInRange(t)
	}
	return how
}

func instants(f tree.Fraction) codec.Notation {
	digits, fixed := f.Digits()
	unit := time.Nanosecond
	for n := digits; fixed && n < 9; n++ {
		unit *= 10
	}
	how := codec.NotationOf(
		func(s string) (time.Time, bool) {
			t, ok := format.ParseDateTime(s)
			return format.Truncate(t, unit), ok && format.DateTimeInRange(t)
		},
		nil)
	how.Append = func(b []byte, a place.Addr) ([]byte, bool) {
		t := *place.To[time.Time](a)
		return format.AppendDateTime(b, t, format.Digits(t, digits, fixed)), format.DateTimeInRange(t)
	}
	how.Plain, how.Ordering = true, codec.Instants(unit)
	return how
}
