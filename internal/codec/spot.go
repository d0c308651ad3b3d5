package codec

import "github.com/tenon-go/tenon/internal/place"

// Location is where a value lies in a struct: in a field of it, or wherever a function says.
type Location struct {
	offset place.Offset
	at     func(t place.Addr) place.Addr // nil: at the offset
}

// At is the spot of a field.
func At(o place.Offset) Location { return Location{offset: o} }

// AtFunc is the spot that a function returns.
func AtFunc(at func(t place.Addr) place.Addr) Location { return Location{at: at} }

// in returns the spot in a struct.
func (s *Location) in(t place.Addr) place.Addr {
	if s.at == nil {
		return t.Plus(s.offset)
	}
	return s.at(t)
}

// In returns the spot in a struct.
func (s Location) In(t place.Addr) place.Addr { return s.in(t) }
