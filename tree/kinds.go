package tree

import "slices"

// Kinds is a set of JSON types.
type Kinds uint8

// The types of JSON.
const (
	KindNull Kinds = 1 << iota
	KindBoolean
	KindString
	KindNumber
	KindObject
	KindArray

	EveryKind = KindNull | KindBoolean | KindString | KindNumber | KindObject | KindArray
)

// KindsOf returns the JSON types of the values of a property.
func KindsOf(p *Prop, nullable bool) (k Kinds) {
	if HasFiles(p) {
		return 0 // which JSON has not
	}
	if t, is := p.Type.(Alternatives); is {
		if k = t.Of().Kinds(); nullable {
			k |= KindNull
		}
		return k
	}
	switch p.Type.Word() {
	case "":
		if e, is := p.Type.(Enum); is {
			for _, text := range e.Values {
				k |= kindOfText(text)
			}
			break
		}
		return EveryKind
	case "boolean":
		k = KindBoolean
	case "string":
		k = KindString
	case "integer", "number":
		k = KindNumber
	case "object":
		k = KindObject
	case "array":
		k = KindArray
	}
	if nullable {
		k |= KindNull
	}
	return k
}

// IsFile reports whether a property is a file.
func IsFile(p *Prop) bool {
	_, is := p.Type.(File)
	return is
}

// DependsOnMode reports whether the schema of a property may differ from mode to mode: it has
// collections or unions, or a map, whose members an update can remove.
func DependsOnMode(p *Prop) bool {
	switch t := p.Type.(type) {
	case Array:
		return DependsOnMode(t.Item)
	case Map, Object, Alternatives:
		return true
	}
	return false
}

// HasFiles reports whether a property is a file or a list of files.
func HasFiles(p *Prop) bool {
	if list, is := p.Type.(Array); is {
		p = list.Item
	}
	return IsFile(p)
}

// MayHaveFiles reports whether a property is a file or a list of files, or a union with such a case.
func MayHaveFiles(p *Prop) bool {
	if t, is := p.Type.(Alternatives); is {
		return slices.ContainsFunc(t.Of().Cases, HasFiles)
	}
	return HasFiles(p)
}

// CollectionsOf returns the collections whose members an object of a property may have: one, or those of
// the cases of a union, and of unions among them.
func CollectionsOf(p *Prop) []*Collection {
	if p == nil {
		return nil
	}
	switch t := p.Type.(type) {
	case Object:
		return []*Collection{t.Of()}
	case Alternatives:
		var all []*Collection
		for _, k := range t.Of().Flat() {
			all = append(all, CollectionsOf(k)...)
		}
		return all
	}
	return nil
}

// Nests reports whether a value may be an object or an array.
func Nests(p *Prop) bool { return KindsOf(p, false)&(KindObject|KindArray) != 0 }

// kindWords are the names of the JSON types in the order of their constants.
var kindWords = [...]string{"null", "boolean", "string", "number", "object", "array"}

// Words returns the names of the JSON types.
func (k Kinds) Words() (words []string) {
	for i, word := range kindWords {
		if k&(1<<i) != 0 {
			words = append(words, word)
		}
	}
	return words
}

// kindOfText returns the JSON type of a JSON text.
func kindOfText(text string) Kinds {
	switch text[0] {
	case 'n':
		return KindNull
	case 't', 'f':
		return KindBoolean
	case '"':
		return KindString
	case '{':
		return KindObject
	case '[':
		return KindArray
	}
	return KindNumber
}
