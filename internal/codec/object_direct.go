package codec

import (
	"github.com/tenon-go/tenon/internal/place"
)

// direct is a member in a field of a common Go type that is never null or absent and has no
// custom rules. Calling its codec by its concrete type takes half the time of a call through [Field]
// and [Codec], which for a short value is most of the work.
type direct struct {
	kind   directKind
	offset place.Offset
	codec  Codec // of the type of the kind
}

type directKind uint8

const (
	indirect directKind = iota
	directText
	directEnum
	directInt
	directFloat
	directTruth
	directMoment
	directTexts
	directObject
)

// directOf returns the direct access to a field; its kind is indirect if there is none.
func directOf(f *Field) direct {
	if !f.plain {
		return direct{}
	}
	kind := indirect
	switch c := f.codec.(type) {
	case *text:
		kind = directText
	case *enum:
		kind = directEnum
	case *integer[int64]:
		if !c.quoted {
			kind = directInt
		}
	case *float:
		kind = directFloat
	case *boolean:
		kind = directTruth
	case *scalar:
		kind = directMoment
	case *textArray:
		if c.strings {
			kind = directTexts
		}
	case *Object:
		kind = directObject
	}
	return direct{kind, f.location.offset, f.codec}
}
