package main

import (
	"math/big"
	"regexp"

	"github.com/dlclark/regexp2"

	"github.com/tenon-go/tenon/prop"

	"github.com/tenon-go/tenon/_tests/conformance/reach/dynamic"
)

func (c *converter) enum(s *schema) *dynamic.Property {
	switch s.types {
	case stringKind:
		return c.formatted(s, dynamic.Strings(decoded(s, textIn)))
	case integerKind:
		for _, v := range s.enum {
			if n, ok := new(big.Rat).SetString(v); !ok || !n.Num().IsInt64() {
				s.miss("enum: an integer beyond int64")
				return dynamic.Any()
			}
		}
		return c.formatted(s, dynamic.Integers(decoded(s, integerIn)))
	case boolKind:
		return c.formatted(s, dynamic.Bools(decoded(s, booleanIn)))
	}
	all := make([]prop.JSON, len(s.enum))
	for i, v := range s.enum {
		all[i] = prop.JSON(v)
	}
	return c.formatted(s, dynamic.Values(all))
}

// decoded returns the values of an enumeration.
func decoded[V any](s *schema, read func(text string) (V, bool)) []V {
	all := make([]V, len(s.enum))
	for i, v := range s.enum {
		var ok bool
		if all[i], ok = read(v); !ok {
			s.miss("enum: a value of another type")
		}
	}
	return all
}

var textFormats = map[string]func(string) *prop.StringProp[string]{
	"": prop.String, "uuid": prop.UUID, "email": prop.Email, "uri": prop.URI, "uri-reference": prop.URIReference,
	"hostname": prop.Hostname, "time": prop.Time,
}

func (c *converter) text(s *schema) *dynamic.Property {
	format := s.strings["format"]
	rules := len(s.numbers) > 0 || s.strings["pattern"] != ""
	if s.strings["contentEncoding"] != "" || s.strings["contentMediaType"] != "" {
		if s.strings["contentEncoding"] == "base64" && s.strings["contentMediaType"] == "" && !rules && format == "" {
			return dynamic.Bytes()
		}
		s.miss("keyword: contentEncoding, contentMediaType")
	}
	if !rules {
		if p := dynamic.Scalar(format); p != nil {
			return p
		}
	}
	make, native := textFormats[format]
	if !native {
		make = prop.String
	}
	p := make("v")
	if n, ok := s.count("minLength"); ok {
		p = p.MinLen(n)
	}
	if n, ok := s.count("maxLength"); ok {
		p = p.MaxLen(n)
	}
	if expr := s.strings["pattern"]; expr != "" {
		if _, err := regexp.Compile(expr); err == nil {
			p = p.Pattern(expr)
		} else if re, err := regexp2.Compile(expr, regexp2.ECMAScript|regexp2.Unicode); err == nil {
			p = p.PatternFunc(expr, func(text string) bool { ok, err := re.MatchString(text); return err == nil && ok })
		} else {
			s.miss("pattern: not of ECMA-262")
		}
	}
	e := dynamic.String(p)
	if !native {
		e = e.Format(format)
	}
	return e
}

func (c *converter) integer(s *schema) *dynamic.Property {
	switch f := s.strings["format"]; f {
	case "int32":
		return dynamic.Integer32(bounded(s, prop.Int32("v")))
	case "int64":
		return dynamic.Integer(bounded(s, prop.Int64("v")))
	case "int8":
		return dynamic.Whole(bounded(s, prop.IntOf[int8]("v")))
	case "int16":
		return dynamic.Whole(bounded(s, prop.IntOf[int16]("v")))
	case "uint8":
		return dynamic.Whole(bounded(s, prop.IntOf[uint8]("v")))
	case "uint16":
		return dynamic.Whole(bounded(s, prop.IntOf[uint16]("v")))
	case "uint32":
		return dynamic.Whole(bounded(s, prop.IntOf[uint32]("v")))
	case "uint64":
		return dynamic.Whole(bounded(s, prop.Uint64("v")))
	default:
		least, most := s.numbers["minimum"], s.numbers["maximum"]
		switch {
		case s.unsigned && least != nil && least.Sign() >= 0:
			return dynamic.Whole(bounded(s, prop.Uint64("v"))).Format(f)
		case within(least, (*big.Int).IsInt64) && within(most, (*big.Int).IsInt64):
			return dynamic.Integer(bounded(s, prop.Int64("v"))).Format(f)
		case least != nil && within(least, (*big.Int).IsUint64) && within(most, (*big.Int).IsUint64):
			return dynamic.Whole(bounded(s, prop.Uint64("v"))).Format(f)
		}
		s.miss("bound: beyond 64 bits")
		return dynamic.Any()
	}
}

// within reports whether a Go type has a bound, if there is one.
func within(bound *big.Rat, of func(*big.Int) bool) bool {
	return bound == nil || !bound.IsInt() || of(bound.Num())
}

func (c *converter) number(s *schema) *dynamic.Property {
	return dynamic.Number(bounded(s, prop.Float64("v"))).Format(s.strings["format"])
}

// bounded adds the bounds of a number, if the Go type can represent them.
func bounded[V prop.Integers | float64](s *schema, p *prop.NumberProp[V]) *prop.NumberProp[V] {
	for k, add := range map[string]func(V) *prop.NumberProp[V]{
		"minimum":          func(v V) *prop.NumberProp[V] { return p.Min(v) },
		"maximum":          func(v V) *prop.NumberProp[V] { return p.Max(v) },
		"exclusiveMinimum": func(v V) *prop.NumberProp[V] { return p.ExclusiveMin(v) },
		"exclusiveMaximum": func(v V) *prop.NumberProp[V] { return p.ExclusiveMax(v) },
		"multipleOf":       func(v V) *prop.NumberProp[V] { return p.MultipleOf(v) },
	} {
		if r := s.numbers[k]; r != nil {
			f, _ := r.Float64()
			v := V(f)
			switch n := r.Num(); {
			case r.IsInt() && n.IsInt64():
				v = V(n.Int64())
			case r.IsInt() && n.IsUint64():
				v = V(n.Uint64())
			}
			if r.IsInt() && rational(v).Cmp(r) != 0 {
				s.miss("bound: not of the Go type")
				continue
			}
			p = add(v)
		}
	}
	return p
}

// rational returns the number that a Go value is.
func rational[V prop.Integers | float64](v V) *big.Rat {
	switch {
	case V(1)/2 != 0:
		return new(big.Rat).SetFloat64(float64(v))
	case v < 0:
		return new(big.Rat).SetInt64(int64(v))
	}
	return new(big.Rat).SetUint64(uint64(v))
}
