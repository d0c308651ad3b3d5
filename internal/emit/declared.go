package emit

import "github.com/tenon-go/tenon/tree"

// Sealed is what public types of events embed. The zero Sealed has no event.
type Sealed struct{ node *tree.Event }

// Seal returns what a public type embeds to be n.
func Seal(n *tree.Event) Sealed { return Sealed{n} }

func (s *Sealed) event() *tree.Event { return s.node }

// Declared is any public type that embeds [Sealed].
type Declared interface{ event() *tree.Event }

// NodeOf returns the description of an event. One that no function created has a fault.
func NodeOf(d Declared) *tree.Event {
	if n := eventOf(d); n != nil {
		return n
	}
	f := tree.Faultf("an event was not created by event.New")
	return &tree.Event{At: f.At, Faults: []tree.Fault{f}}
}

// eventOf returns nil for a nil pointer, whose promoted method panics.
func eventOf(d Declared) (n *tree.Event) {
	defer func() {
		if n == nil {
			_ = recover()
		}
	}()
	return d.event()
}
