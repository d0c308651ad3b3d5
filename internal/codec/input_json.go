package codec

import "github.com/tenon-go/tenon/internal/place"

// jsonInput is an input whose text is JSON.
type jsonInput struct{ *input }

func (s *jsonInput) Shape() Shape { return Single }

func (s *jsonInput) Parser() func(*Report, string, place.Addr) {
	return func(r *Report, text string, a place.Addr) {
		decodeJSON(r, text, func(d *Decoder) { s.codec.Decode(d, a) })
	}
}

func (s *jsonInput) Text(b []byte, cell any) []byte {
	var e Encoder
	s.codec.Encode(&e, s.At(cell))
	return append(b, e.B...)
}
