package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tenon-go/tenon/_tests/conformance/reach/dynamic"
)

var notNameRune = regexp.MustCompile(`[^A-Za-z0-9]+`)

// name returns a name for a component, which is that of the document where there is one.
func (c *converter) name(s *schema) string {
	parts := strings.Split(strings.TrimPrefix(s.ref, "#/components/schemas/"), "/")
	name := ""
	for _, p := range parts {
		for _, w := range notNameRune.Split(p, -1) {
			if w != "" {
				name += strings.ToUpper(w[:1]) + w[1:]
			}
		}
	}
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "S" + name
	}
	if s.requestSchema {
		name += "Input"
	}
	if strings.Contains(name, "Problem") || name == "Violation" {
		name = "Own" + name // the library's names of its own problems
	}
	c.names[name]++
	if n := c.names[name]; n > 1 {
		return fmt.Sprintf("%sV%d", name, n)
	}
	return name
}

// count returns a bound that is a number of things.
func (s *schema) count(keyword string) (int, bool) {
	v := s.numbers[keyword]
	if v == nil {
		return -1, false
	}
	if !v.IsInt() || !v.Num().IsInt64() {
		s.miss("bound: " + keyword + " is no count")
		return -1, false
	}
	return int(v.Num().Int64()), true
}

func (s *schema) counts(of string) (c dynamic.Counts) {
	c.Min, _ = s.count("min" + of)
	c.Max, _ = s.count("max" + of)
	c.Unique = s.unique
	return c
}
