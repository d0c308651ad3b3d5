package tree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// Prop describes one property.
type Prop struct {
	ID   *ID
	At   Position
	Name string
	Type Type
	// Unnamed reports that the name is "" on purpose: As set it.
	Unnamed bool

	Rules []Rule
	// Messages are the texts of the application for violations of built-in rules, in place of those of
	// the library.
	Messages []Message
	// Named is the format in documents, in place of that of the type; nil: that of the type, and
	// "": none.
	Named *string
	// Component is the name of the property's component among the parameters and headers of documents;
	// "" has it where it is used.
	Component string

	Nullable   bool // null is a value in addition to those of Type
	Optional   bool // may be absent
	Deprecated bool
	ReadOnly   bool // only the server sends it
	WriteOnly  bool // only clients send it

	Default *Sample
	// AbsentMeans is the value that absence means, where the property stays absent for the program.
	AbsentMeans *Sample
	// Initial is a value that documents have as the default of a property that is never absent.
	Initial  *Sample
	Examples []Sample
	// Write encodes a sample in a mode, or returns its violations.
	Write func(s Sample, m Mode) ([]byte, error)

	Title        string // plain text
	Doc          string // CommonMark
	ExternalDocs Link   // to more text
	Extensions   []Extension
	Faults       []Fault
}

// Message is the text of the application for violations of a built-in rule. It may have {name} for each
// argument.
type Message struct {
	Of   Rule
	Text string
}

// Message returns the text of the application for violations of a rule, or "". The last one applies.
func (p *Prop) Message(r Rule) string {
	for i := len(p.Messages) - 1; i >= 0; i-- {
		if m := p.Messages[i]; m.Of == r {
			return m.Text
		}
	}
	return ""
}

// Edit returns a changed copy of p. Slices are clipped, so that an append in change cannot
// affect another copy.
func (p *Prop) Edit(change func(*Prop)) *Prop {
	c := *p
	c.Rules, c.Messages = slices.Clip(c.Rules), slices.Clip(c.Messages)
	c.Examples = slices.Clip(c.Examples)
	c.Extensions = slices.Clip(c.Extensions)
	c.Faults = slices.Clip(c.Faults)
	change(&c)
	return &c
}

// MayBeAbsent reports whether requests may omit the property, because it is optional or has a
// default.
func (p *Prop) MayBeAbsent() bool { return p.Optional || p.Default != nil }

// JSON returns a value of the property as JSON text, such as *p.Default in [Create]. It is not ok if
// there is none in the mode: s is nil, or violates a rule.
func (p *Prop) JSON(s *Sample, m Mode) (text string, ok bool) {
	if s == nil {
		return "", false
	}
	b, err := p.Write(*s, m)
	return string(b), err == nil
}

// Documented returns the value that only documents have as the default, or nil.
func (p *Prop) Documented() *Sample {
	if p.AbsentMeans != nil {
		return p.AbsentMeans
	}
	return p.Initial
}

// DocumentedIn returns the mode in which the value that only documents have is written.
func (p *Prop) DocumentedIn() Mode {
	if p.ReadOnly {
		return View
	}
	return Create
}

// Format returns the format of the property in documents, or "".
func (p *Prop) Format() string {
	if p.Named != nil {
		return *p.Named
	}
	switch t := p.Type.(type) {
	case Integer:
		return t.Format
	case Float:
		return t.Format
	case Text:
		if !t.Unregistered {
			return t.Format
		}
	}
	return ""
}

// Sample is a value in a declaration: a default or an example. The builder, whose Write encodes
// it, knows its Go type.
type Sample struct {
	At    Position
	Value any
}

// Extension is a specification extension of documents, such as x-order.
type Extension struct {
	Name string // begins with x-
	JSON string // valid JSON text
}

// ownExtensions are the extensions of the library in documents: keywords that OpenAPI does not
// have, or not in older versions.
var ownExtensions = [...]string{
	"x-rules", "x-visible-to", "x-itemSchema", "x-webhooks", "x-summary", "x-identifier", "x-name", "x-parent", "x-kind", "x-propertyNames",
	"x-deviceAuthorization", "x-query", "x-access", "x-rate-limits", "x-list", "x-pattern", "x-end", "x-edited", "x-emits", MultiSegment, AuthScheme,
}

// MultiSegment is the extension of a path parameter that may have slashes.
const MultiSegment = "x-multi-segment"

// AuthScheme is the extension of a security scheme whose API keys follow an authentication
// scheme.
const AuthScheme = "x-auth-scheme"

// CheckExtension returns what is wrong with an extension, or "".
func CheckExtension(name, json string) string {
	switch {
	case !strings.HasPrefix(name, "x-"):
		return "the name must begin with x-"
	case slices.Contains(ownExtensions[:], name):
		return "the library has an extension with this name"
	case !jsonx.Valid([]byte(json)):
		return "the value is not valid JSON"
	case TooLarge([]byte(json)):
		return "a number is too large for a document"
	}
	return ""
}

// TooLarge reports whether JSON has a number beyond the range of a float64, which many readers of
// documents read as a text or as infinite.
func TooLarge(json []byte) bool {
	var r jsonx.Reader
	r.Reset(json, jsonx.Limits{})
	return hasTooLarge(&r)
}

func hasTooLarge(r *jsonx.Reader) (is bool) {
	switch r.Kind() {
	case jsonx.Object:
		r.Object()
		for _, ok := r.Member(); ok; _, ok = r.Member() {
			is = hasTooLarge(r) || is
		}
	case jsonx.Array:
		for r.Array(); r.Item(); {
			is = hasTooLarge(r) || is
		}
	case jsonx.Number:
		_, err := strconv.ParseFloat(r.Raw(), 64)
		return err != nil
	default:
		r.Skip()
	}
	return is
}

// Extend adds an extension, and replaces one with its name.
func Extend(list []Extension, name, json string) []Extension {
	kept := make([]Extension, 0, len(list)+1)
	for _, e := range list {
		if e.Name != name {
			kept = append(kept, e)
		}
	}
	return append(kept, Extension{Name: name, JSON: json})
}

// Fault is an error in a declaration.
type Fault struct {
	At      Position
	Message string
}

// Faultf returns a fault at the user's call in progress.
func Faultf(format string, args ...any) Fault {
	return Fault{At: Here(), Message: fmt.Sprintf(format, args...)}
}
