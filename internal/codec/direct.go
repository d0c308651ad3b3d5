package codec

import "time"

// direct reads and writes a member whose value has one of the Go types that most
// have, and lies in its place as it is: it is never null or absent, and has no rules
// of the user's own. Calling codec and place by their types costs half of what going
// through [Field] and [Codec] does, of which a short value has more than of work.
type direct[P any] struct {
	kind   directKind
	text   placed[P, string, *text[string]]
	int    placed[P, int, *integer[int]]
	int64  placed[P, int64, *integer[int64]]
	float  placed[P, float64, *float[float64]]
	truth  placed[P, bool, *boolean[bool]]
	moment placed[P, time.Time, *scalar[time.Time]]
}

type placed[P, V any, C Codec[V]] struct {
	codec C
	at    func(P) *V
}

type directKind uint8

const (
	indirect directKind = iota
	directText
	directInt
	directInt64
	directFloat
	directTruth
	directMoment
)

// directOf returns what is direct about a field; it may be nothing.
func directOf[P any](f *Field[P]) (p direct[P]) {
	kind, codec := indirect, f.codec
	switch at := f.direct.(type) {
	case func(P) *string:
		kind = place(&p.text, codec, at, directText)
	case func(P) *int:
		if kind = place(&p.int, codec, at, directInt); kind != indirect && p.int.codec.quoted {
			kind = indirect
		}
	case func(P) *int64:
		if kind = place(&p.int64, codec, at, directInt64); kind != indirect && p.int64.codec.quoted {
			kind = indirect
		}
	case func(P) *float64:
		kind = place(&p.float, codec, at, directFloat)
	case func(P) *bool:
		kind = place(&p.truth, codec, at, directTruth)
	case func(P) *time.Time:
		kind = place(&p.moment, codec, at, directMoment)
	}
	p.kind = kind
	return p
}

func place[P, V any, C codecAt[*V]](p *placed[P, V, C], codec any, at func(P) *V, kind directKind) directKind {
	c, ok := codec.(C)
	if !ok {
		return indirect
	}
	p.codec, p.at = c, at
	return kind
}

// decode reads the value, if the member is direct.
func (p *direct[P]) decode(d *Decoder, t P) bool {
	switch p.kind {
	case directText:
		p.text.codec.Decode(d, p.text.at(t))
	case directInt:
		p.int.codec.Decode(d, p.int.at(t))
	case directInt64:
		p.int64.codec.Decode(d, p.int64.at(t))
	case directFloat:
		p.float.codec.Decode(d, p.float.at(t))
	case directTruth:
		p.truth.codec.Decode(d, p.truth.at(t))
	case directMoment:
		p.moment.codec.Decode(d, p.moment.at(t))
	default:
		return false
	}
	return true
}
