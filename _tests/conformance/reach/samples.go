package main

import (
	"math/big"
	"strings"
)

// sample returns a short value of a schema, if it finds one.
func sample(s *schema) (string, bool) { return sampleOf(s, 0) }

func sampleOf(s *schema, depth int) (string, bool) {
	switch {
	case depth > 30:
		return "", false
	case s == nil:
		return `""`, true
	case s.null:
		return "null", true
	case len(s.cases) > 0:
		for _, k := range s.cases {
			if v, ok := sampleOf(k, depth+1); ok {
				return v, true
			}
		}
		return "", false
	case s.enum != nil:
		return s.enum[0], true
	case s.types&stringKind != 0:
		return sampleText(s)
	case s.types&boolKind != 0:
		return "true", true
	case s.types&integerKind != 0:
		for _, k := range []string{"minimum", "maximum"} {
			if v := s.numbers[k]; v != nil && v.IsInt() {
				return v.Num().String(), true
			}
		}
		return "1", s.numbers["exclusiveMinimum"] == nil
	case s.types&arrayKind != 0:
		n, _ := s.count("minItems")
		if n <= 0 {
			return "[]", true
		}
		item, ok := sampleOf(s.items, depth+1)
		return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]", ok && (n == 1 || !s.unique)
	}
	return sampleObject(s, depth)
}

var formatSamples = map[string]string{
	"date-time": "2030-01-02T03:04:05Z", "date": "2030-01-02", "uuid": "0193e6a0-7c5e-7000-8000-000000000001",
	"email": "ada@example.com", "uri": "https://example.com", "uri-reference": "/a", "hostname": "example.com",
	"ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "time": "03:04:05Z", "duration": "PT1S", "byte": "YWJj",
}

func sampleText(s *schema) (string, bool) {
	v, known := formatSamples[s.strings["format"]]
	if !known {
		v = "text"
		if n := s.numbers["minLength"]; n != nil && n.Cmp(big.NewRat(1000, 1)) < 0 {
			i, _ := s.count("minLength")
			v += strings.Repeat("x", max(0, i-len(v)))
		}
		if n := s.numbers["maxLength"]; n != nil && n.Cmp(big.NewRat(int64(len(v)), 1)) < 0 {
			i, _ := s.count("maxLength")
			v = v[:i]
		}
	}
	return quote(v), s.strings["pattern"] == ""
}

func sampleObject(s *schema, depth int) (string, bool) {
	var parts []string
	for _, name := range sortedKeys(s.required) {
		v, ok := sampleOf(s.members[name], depth+1)
		if !ok {
			return "", false
		}
		parts = append(parts, canonical(name)+":"+v)
	}
	if s.sets != nil && len(s.sets.members) > 0 {
		name := s.sets.members[0]
		v, ok := sampleOf(s.members[name], depth+1)
		if !ok {
			return "", false
		}
		parts = append(parts, canonical(name)+":"+v)
	}
	return "{" + strings.Join(parts, ",") + "}", true
}
