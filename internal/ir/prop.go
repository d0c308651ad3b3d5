package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Prop describes one property.
type Prop struct {
	ID   *ID
	At   callsite.PC
	Name string
	Type Type

	Rules []Rule

	Nullable   bool // null is a value beside those of Type
	Optional   bool // may be left out
	Deprecated bool
	ReadOnly   bool // only ever sent by the server
	WriteOnly  bool // only ever sent by the client

	Default  *Sample
	Examples []Sample
	// Write encodes a sample as it stands in a mode, or says which of the
	// property's rules it breaks.
	Write func(s Sample, m Mode) ([]byte, error)

	Title        string // plain text
	Doc          string // CommonMark
	ExternalDocs Link   // where more is told
	Extensions   []Extension
	Faults       []Fault
}

// Edit returns a changed copy of p. Slices are clipped, so that an append in
// change cannot reach a sibling copy.
func (p *Prop) Edit(change func(*Prop)) *Prop {
	c := *p
	c.Rules = slices.Clip(c.Rules)
	c.Examples = slices.Clip(c.Examples)
	c.Extensions = slices.Clip(c.Extensions)
	c.Faults = slices.Clip(c.Faults)
	change(&c)
	return &c
}

// MayBeAbsent reports whether a request may leave the property out: it is
// optional, or a default fills it.
func (p *Prop) MayBeAbsent() bool { return p.Optional || p.Default != nil }

// Sample is a value given with a declaration: a default or an example. Its Go
// type is known to the builder, whose Write encodes it.
type Sample struct {
	At    callsite.PC
	Value any
}

// Extension is a vendor extension of the emitted document, such as x-order.
type Extension struct {
	Name string // begins with x-
	JSON string // valid JSON text
}

// ownExtensions are those that documents have without being asked: for what OpenAPI
// has no keyword for, in any version or in an older one.
var ownExtensions = [...]string{
	"x-rules", "x-visible-to", "x-itemSchema", "x-webhooks", "x-summary", "x-identifier", "x-name", "x-parent", "x-kind",
	"x-deviceAuthorization", "x-access", "x-rate-limits", "x-list", "x-pattern",
}

// CheckExtension says what is wrong with a vendor extension; "" is nothing.
func CheckExtension(name, json string) string {
	switch {
	case !strings.HasPrefix(name, "x-"):
		return "the name must begin with x-"
	case slices.Contains(ownExtensions[:], name):
		return "documents have an extension of the library of this name"
	case !jsonx.Valid([]byte(json)):
		return "the value is not JSON text"
	}
	return ""
}

// Extend adds an extension in place of a former one of its name.
func Extend(list []Extension, name, json string) []Extension {
	kept := make([]Extension, 0, len(list)+1)
	for _, e := range list {
		if e.Name != name {
			kept = append(kept, e)
		}
	}
	return append(kept, Extension{Name: name, JSON: json})
}

// Fault is one mistake in a declaration, in the user's words.
type Fault struct {
	At      callsite.PC
	Message string
}

// Faultf makes a fault at the user's call in progress.
func Faultf(format string, args ...any) Fault {
	return Fault{At: callsite.Here(), Message: fmt.Sprintf(format, args...)}
}
