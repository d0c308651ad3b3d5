package codec

// JSONInput returns an input whose text is JSON.
func JSONInput(in Input) Input {
	if s, ok := in.(*input); ok {
		return &jsonInput{s}
	}
	return in
}

type jsonInput struct{ *input }

func (s *jsonInput) Shape() Shape { return Single }

func (s *jsonInput) Parse(r *Report, text string, cell any) {
	decodeJSON(r, text, func(d *Decoder) { s.codec.Decode(d, s.at(cell)) })
}

func (s *jsonInput) Text(b []byte, cell any) []byte {
	var e Encoder
	s.codec.Encode(&e, s.at(cell))
	return append(b, e.B...)
}
