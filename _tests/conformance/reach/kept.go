package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rewriting finds what a tree has changed of an example that it has read and written again. Members that
// no schema declares are dropped, as the documentation says, and so are those of another side.
type rewriting struct {
	document *document
	request  bool
}

// lost compares an example with what was written, at a place with some schemas.
func (w rewriting) lost(schemas []object, want, got any) string {
	switch a := want.(type) {
	case object:
		b, ok := got.(object)
		if !ok {
			return "an object is written as another value"
		}
		return w.lostMember(schemas, a, b)
	case []any:
		b, ok := got.([]any)
		if !ok || len(a) != len(b) {
			return "a list is written as another value"
		}
		items := w.below(schemas, "items")
		for i := range a {
			if why := w.lost(items, a[i], b[i]); why != "" {
				return why
			}
		}
		return ""
	}
	if canonical(want) != canonical(got) && !alike(want, got) {
		return "a value is written differently" + formatsOf(schemas)
	}
	return ""
}

// alike reports whether two texts are the same time (prop.DateTime is written in UTC), or the same
// duration (prop.Duration is written in hours, minutes and seconds).
func alike(want, got any) bool {
	a, okA := want.(string)
	b, okB := got.(string)
	if !okA || !okB {
		return false
	}
	x, errX := time.Parse(time.RFC3339Nano, strings.ToUpper(a))
	y, errY := time.Parse(time.RFC3339Nano, b)
	if errX == nil && errY == nil {
		return x.Equal(y)
	}
	s, okA := seconds(a)
	t, okB := seconds(b)
	return okA && okB && s == t
}

var durationParts = regexp.MustCompile(`^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$`)

// seconds returns the length of a duration of ISO 8601 without years, months and fractions.
func seconds(text string) (total int, ok bool) {
	m := durationParts.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	for i, unit := range []int{604800, 86400, 3600, 60, 1} {
		n, _ := strconv.Atoi(m[i+1]) // of digits, or absent
		total += n * unit
	}
	return total, true
}

func (w rewriting) lostMember(schemas []object, want, got object) string {
	for _, name := range sortedKeys(want) {
		v, ok := got[name]
		members := w.member(schemas, name)
		switch {
		case ok:
			if why := w.lost(members, want[name], v); why != "" {
				return why
			}
		case len(members) == 0: // not declared
		case slices.ContainsFunc(members, func(s object) bool {
			return isTrue(s[map[bool]string{true: "readOnly", false: "writeOnly"}[w.request]])
		}):
		case want[name] == nil:
			return "null of a member is lost"
		default:
			return "a declared member is lost"
		}
	}
	for _, name := range sortedKeys(got) {
		if _, ok := want[name]; !ok && !w.fallback(schemas, name, got[name]) {
			return "a member is added"
		}
	}
	return ""
}

// fallback reports whether a value is the default of a member.
func (w rewriting) fallback(schemas []object, name string, value any) bool {
	return slices.ContainsFunc(w.member(schemas, name), func(s object) bool {
		v, ok := s["default"]
		return ok && (canonical(v) == canonical(value) || v == canonical(value) || alike(v, value)) // in quotes, too
	})
}

// member returns the schemas that declare a member: an object that only has others takes none.
func (w rewriting) member(schemas []object, name string) (all []object) {
	for _, s := range schemas {
		members, _ := s["properties"].(object)
		if v, ok := members[name]; ok {
			all = append(all, w.expand(v, 0)...)
			if len(all) == 0 {
				all = append(all, object{}) // a boolean
			}
		}
	}
	if len(all) > 0 {
		return all
	}
	return w.below(schemas, "additionalProperties")
}

func (w rewriting) below(schemas []object, keyword string) (all []object) {
	for _, s := range schemas {
		all = append(all, w.expand(s[keyword], 0)...)
	}
	return all
}

// expand returns a schema, and those that it refers to and combines.
func (w rewriting) expand(v any, depth int) []object {
	const deepest = 16
	s, ok := v.(object)
	if !ok || depth > deepest {
		return nil
	}
	all := []object{s}
	if ref, ok := s["$ref"].(string); ok {
		all = append(all, w.expand(w.document.at(ref), depth+1)...)
	}
	for _, k := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range list(s[k]) {
			all = append(all, w.expand(part, depth+1)...)
		}
	}
	return all
}

// formatsOf names the formats of some schemas.
func formatsOf(schemas []object) string {
	var names []string
	for _, s := range schemas {
		if f := text(s["format"]); f != "" && !slices.Contains(names, f) {
			names = append(names, f)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ": " + strings.Join(names, ", ")
}
