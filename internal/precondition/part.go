package precondition

import "strings"

// Part makes the entity tag of what some clients are shown of a version, which
// others are shown otherwise; name tells the parts apart. It is the tag of no
// version, for [Tag] leaves no percent sign before a tilde.
func Part(tag, name string) string { return tag[:len(tag)-1] + partMark + name + `"` }

const partMark = "%~"

// whole is the tag of the version that a tag shows, all or a part of it.
func whole(tag string) string {
	if i := strings.LastIndex(tag, partMark); i >= 0 {
		return tag[:i] + `"`
	}
	return tag
}

// fits reports whether a tag is that of the state, or of a part of it that is as
// good.
func (s State) fits(tag string, equal func(a, b string) bool) bool {
	return equal(tag, s.Tag) || s.AnyPart && equal(whole(tag), s.Tag)
}
