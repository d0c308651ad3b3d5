package precondition

import "strings"

// Part makes the entity tag of what some clients are shown of an entity; name tells
// what that is. It is the tag of no version, for [Tag] leaves no percent sign before
// a tilde.
func Part(tag, name string) string { return tag[:len(tag)-1] + partMark + name + `"` }

const partMark = "%~"

// partOf returns the name of the part that a tag is of; "" if it is of none.
func partOf(tag string) string {
	i := strings.LastIndex(tag, partMark)
	if i < 0 {
		return ""
	}
	return strings.TrimSuffix(tag[i+len(partMark):], `"`)
}

// fits reports whether a tag is that of the state, or of a part of it that is as
// good.
func (s State) fits(tag string, equal func(a, b string) bool) bool {
	if equal(tag, s.Tag) {
		return true
	}
	if s.Part == nil {
		return false
	}
	name := partOf(tag)
	return name != "" && equal(tag, s.Part(name))
}
