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
	// One of these is the codec.
	text   *text
	int    *integer[int64]
	float  *float
	truth  *boolean
	moment *scalar
}

type directKind uint8

const (
	indirect directKind = iota
	directText
	directInt
	directFloat
	directTruth
	directMoment
)

// directOf returns the direct access to a field; its kind is indirect if there is none.
func directOf(f *Field) (p direct) {
	if !f.plain {
		return p
	}
	p.offset = f.location.offset
	switch c := f.codec.(type) {
	case *text:
		p.kind, p.text = directText, c
	case *integer[int64]:
		if !c.quoted {
			p.kind, p.int = directInt, c
		}
	case *float:
		p.kind, p.float = directFloat, c
	case *boolean:
		p.kind, p.truth = directTruth, c
	case *scalar:
		p.kind, p.moment = directMoment, c
	}
	return p
}

// decode reads the value if the member is direct.
func (p *direct) decode(d *Decoder, t place.Addr) bool {
	switch at := t.Plus(p.offset); p.kind {
	case directText:
		p.text.decode(d, place.To[string](at))
	case directInt:
		p.int.decode(d, place.To[int64](at))
	case directFloat:
		p.float.decode(d, place.To[float64](at))
	case directTruth:
		p.truth.Decode(d, at)
	case directMoment:
		p.moment.Decode(d, at)
	default:
		return false
	}
	return true
}
