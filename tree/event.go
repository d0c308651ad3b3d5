package tree

import (
	"slices"
)

// Event describes an event. An API sends messages when it happens.
type Event struct {
	At      Position
	Name    string // such as product.created
	Version string // of the data; "" for none
	Summary string
	Doc     string
	Tags    []string
	// Data is the body with the data of a message, in view mode.
	Data *Body
	// Key is the member of the data whose values order messages; nil: they have no order.
	Key          *Prop
	Audiences    []string // nil: everyone
	Scopes       []string // those that receivers have, for members with restricted visibility
	Deprecated   bool
	Hidden       bool // sent, but not in documents
	ExternalDocs Link // to more text
	Extensions   []Extension
	Faults       []Fault
}

// Edit returns a changed copy of e.
func (e *Event) Edit(change func(*Event)) *Event {
	c := *e
	c.Tags, c.Audiences, c.Scopes = slices.Clip(c.Tags), slices.Clip(c.Audiences), slices.Clip(c.Scopes)
	c.Extensions, c.Faults = slices.Clip(c.Extensions), slices.Clip(c.Faults)
	change(&c)
	return &c
}
