package match

import (
	"cmp"
	"slices"
	"strings"
)

// Kind is what is known of the values of a parameter. The zero value is any text. Kinds decide
// only between parameters at the same place of several templates: a parameter without a
// competitor takes every text, so that its own rules reject what is wrong.
type Kind struct {
	Class  Class
	Values []string // of a Choice
}

// Class is the class of a [Kind]. Of two parameters that could take the same text, that with the
// greater class is tried first.
type Class uint8

// The classes. A text may be of several: each Integer is a Number, too.
const (
	AnyText Class = iota
	Number
	DateTime
	Date
	UUID
	Integer
	Choice // one of a few texts
)

// accepts reports whether a decoded text is of the kind. It may accept too much, such as the date
// 2026-02-30: the parameter has the rules.
func (k Kind) accepts(s string) bool {
	switch k.Class {
	case Choice:
		return slices.Contains(k.Values, s)
	case Integer:
		s = strings.TrimPrefix(s, "-")
		return s != "" && strings.Trim(s, "0123456789") == ""
	case Number:
		return s != "" && strings.Trim(s, "+-.0123456789eE") == "" && strings.ContainsAny(s, "0123456789")
	case UUID:
		return shaped(s, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	case Date:
		return shaped(s, "0000-00-00")
	case DateTime:
		return len(s) > len("0000-00-00T00:00") && shaped(s[:16], "0000-00-00T00:00")
	}
	return true
}

// shaped reports whether s has a digit for each 0 of a shape, a hexadecimal digit for each x, and
// the same text elsewhere.
func shaped(s, shape string) bool {
	if len(s) != len(shape) {
		return false
	}
	for i := range len(s) {
		c, ok := s[i], false
		switch shape[i] {
		case '0':
			ok = isDigit(c)
		case 'x':
			_, ok = unhex(c)
		default:
			ok = c == shape[i]
		}
		if !ok {
			return false
		}
	}
	return true
}

// equals reports whether two kinds have the same texts.
func (k Kind) equals(l Kind) bool {
	return k.Class == l.Class && slices.Equal(k.Values, l.Values)
}

// before returns -1 if k is tried before l, +1 if after, and 0 if nothing decides.
func (k Kind) before(l Kind) int {
	switch {
	case k.Class != l.Class:
		return cmp.Compare(l.Class, k.Class)
	case slices.ContainsFunc(k.Values, func(s string) bool { return slices.Contains(l.Values, s) }):
		return 0
	case k.Class == Choice: // no text is in both, so that any order will do
		return slices.Compare(k.Values, l.Values)
	}
	return 0
}

// SetKind sets the kind of a parameter, before the template is used. Only those of whole segments
// count.
func (t Template) SetKind(name string, k Kind) {
	for i := range t.segments {
		if s := &t.segments[i]; s.param && !s.rest && s.text == name {
			if len(k.Values) > 0 {
				k.Values = slices.Clone(k.Values)
				slices.Sort(k.Values)
			}
			s.kind = k
		}
	}
}
