package main

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

func number(v any) *big.Rat {
	n, ok := v.(literal)
	if !ok || len(n) > 400 || strings.ContainsAny(string(n), "eE") && len(n) > 30 {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return r
}

// canonical returns JSON with sorted members and numbers in lowest terms.
func canonical(v any) string {
	switch t := v.(type) {
	case literal:
		if r := number(t); r != nil {
			if r.IsInt() {
				return r.Num().String()
			}
			f, _ := r.FloatPrec()
			return r.FloatString(f)
		}
	case []any:
		parts := make([]string, len(t))
		for i, e := range t {
			parts[i] = canonical(e)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case object:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(t)) {
			parts = append(parts, canonical(k)+":"+canonical(t[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case string:
		return quote(t)
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

// written returns a value as JSON text, with numbers as they are written.
func written(v any) string {
	switch t := v.(type) {
	case literal:
		return string(t)
	case []any:
		parts := make([]string, len(t))
		for i, e := range t {
			parts[i] = written(e)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case object:
		var parts []string
		for _, k := range sortedKeys(t) {
			parts = append(parts, quote(k)+":"+written(t[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return canonical(v)
}
