package dynamic

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// Record is the value of most objects.
type Record = collection.Record

// Any is a property with any JSON.
func Any() *Property { return scalar(prop.Any("v")) }

// Bool is a boolean.
func Bool() *Property { return scalar(prop.Bool("v")) }

// Bytes are bytes in base64.
func Bytes() *Property { return scalar(prop.Bytes("v")) }

// DateTime is a time.
func DateTime() *Property { return scalar(prop.DateTime("v")) }

// String is a property with text.
func String(p *prop.StringProp[string]) *Property { return scalar(p) }

// Integer is a property with an integer.
func Integer(p *prop.NumberProp[int64]) *Property { return scalar(p) }

// Integer32 is a property with an integer of 32 bits.
func Integer32(p *prop.NumberProp[int32]) *Property { return scalar(p) }

// Whole is a property with an integer of a rare size.
func Whole[V prop.Integers](p *prop.NumberProp[V]) *Property { return nested(p) }

// Number is a property with a number.
func Number(p *prop.NumberProp[float64]) *Property { return scalar(p) }

// Object is a property with an object.
func Object(p *prop.ObjectProp[Record]) *Property { return scalar(p) }

// Union is a property with a union.
func Union(p *prop.UnionProp[any]) *Property { return scalar(p) }

// Strings is an enumeration.
func Strings(values []string) *Property { return scalar(prop.Enum("v", values...)) }

// Integers is an enumeration.
func Integers(values []int64) *Property { return scalar(prop.Enum("v", values...)) }

// Bools is an enumeration.
func Bools(values []bool) *Property { return scalar(prop.Enum("v", values...)) }

// Values is an enumeration.
func Values(values []prop.JSON) *Property { return scalar(prop.Enum("v", values...)) }

// Scalar returns the property of a format with a Go type of its own, or nil.
func Scalar(format string) *Property {
	switch format {
	case "date-time":
		return DateTime()
	case "date":
		return scalar(prop.Date("v"))
	case "ipv4":
		return scalar(prop.IPv4("v"))
	case "ipv6":
		return scalar(prop.IPv6("v"))
	case "duration":
		return scalar(prop.Duration("v").Format("duration"))
	case "byte":
		return Bytes()
	}
	return nil
}

// RecordCase is an object as a case of a union.
func RecordCase(o *collection.Collection[Record], i int) collection.Variant[any] {
	return collection.Case(collection.Shape[Record](o),
		func(r Record) any { return Picked{i, r} },
		func(v any) (Record, bool) {
			p, _ := v.(Picked)
			r, ok := p.Value.(Record)
			return r, ok && p.Index == i
		})
}
