package emit

import "github.com/tenon-go/tenon/internal/ir"

// Sealed is what public types of events embed. The zero Sealed has no event.
type Sealed struct{ node *ir.Event }

// Seal returns what a public type embeds to be n.
func Seal(n *ir.Event) Sealed { return Sealed{n} }

func (s *Sealed) event() *ir.Event { return s.node }

// Declared is any public type that embeds [Sealed].
type Declared interface{ event() *ir.Event }

// NodeOf returns the description of an event. One that no function created has a fault.
func NodeOf(d Declared) *ir.Event {
	if n := eventOf(d); n != nil {
		return n
	}
	f := ir.Faultf("an event was not created by event.New")
	return &ir.Event{At: f.At, Faults: []ir.Fault{f}}
}

// eventOf returns nil for a nil pointer, whose promoted method panics.
func eventOf(d Declared) (n *ir.Event) {
	defer func() {
		if n == nil {
			_ = recover()
		}
	}()
	return d.event()
}
