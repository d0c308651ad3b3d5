package tree

import (
	"iter"

	"github.com/tenon-go/tenon/internal/ir"
)

// Event is an event of an API; see package event.
type Event struct{ n *ir.Event }

func eventOf(n *ir.Event) Event { return Event{n} }

// Position returns where the event is declared.
func (e Event) Position() Position { return positionOf(e.n.At) }

// Name returns the name, such as product.created.
func (e Event) Name() string { return e.n.Name }

// Version returns the version of the data; "" if there is none.
func (e Event) Version() string { return e.n.Version }

// Summary returns a short description in plain text.
func (e Event) Summary() string { return e.n.Summary }

// Description returns the description in CommonMark.
func (e Event) Description() string { return e.n.Doc }

// Tags yields the names of the tags.
func (e Event) Tags() iter.Seq[string] { return texts(e.n.Tags) }

// Data returns the body with the data of a message.
func (e Event) Data() Body { return Body{e.n.Data} }

// Key returns the member of the data whose values order messages, and reports whether there is
// one.
func (e Event) Key() (Property, bool) { return Property{e.n.Key}, e.n.Key != nil }

// Audiences yields the audiences that may receive the event; none if everyone may.
func (e Event) Audiences() iter.Seq[string] { return texts(e.n.Audiences) }

// Scopes yields the scopes of all receivers, for members with restricted visibility.
func (e Event) Scopes() iter.Seq[string] { return texts(e.n.Scopes) }

// Deprecated reports whether receivers should no longer use the event.
func (e Event) Deprecated() bool { return e.n.Deprecated }

// Hidden reports whether documents leave the event out.
func (e Event) Hidden() bool { return e.n.Hidden }

// ExternalDocs returns a link to external documentation.
func (e Event) ExternalDocs() Link { return Link{e.n.ExternalDocs} }

// Extensions yields the vendor extensions.
func (e Event) Extensions() iter.Seq[Extension] { return extensions(e.n.Extensions) }
