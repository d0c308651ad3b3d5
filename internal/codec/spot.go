package codec

import "github.com/tenon-go/tenon/internal/place"

// Spot is where a value lies in a struct: in a field of it, or wherever a function says.
type Spot struct {
	offset place.Offset
	at     func(t place.Addr) place.Addr // nil: at the offset
}

// At is the spot of a field.
func At(o place.Offset) Spot { return Spot{offset: o} }

// AtFunc is the spot that a function returns.
func AtFunc(at func(t place.Addr) place.Addr) Spot { return Spot{at: at} }

// in returns the spot in a struct.
func (s *Spot) in(t place.Addr) place.Addr {
	if s.at == nil {
		return t.Plus(s.offset)
	}
	return s.at(t)
}

// In returns the spot in a struct.
func (s Spot) In(t place.Addr) place.Addr { return s.in(t) }
