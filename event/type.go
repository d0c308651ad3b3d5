package event

import (
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Type declares an event whose data is a T. It is an immutable value: its methods return changed
// copies. It is safe for concurrent use.
type Type[T any] struct {
	node *tree.Event
	body *codec.Body
}

// Any is a [*Type] of any data.
type Any interface{ event() *tree.Event }

// Tree returns the description of an event. One that no function created has a fault.
func Tree(e Any) *tree.Event {
	if e != nil {
		if n := e.event(); n != nil {
			return n
		}
	}
	f := tree.Faultf("an event was not created by event.New")
	return &tree.Event{At: f.At, Faults: []tree.Fault{f}}
}

func (t *Type[T]) event() *tree.Event {
	if t == nil {
		return nil
	}
	return t.node
}

// MaxName is the maximum number of bytes of a name.
const MaxName = 128

// New declares an event with a name and its data: a collection, a union or another value in view
// mode.
//
//	var Created = event.New("product.created", products.View())
//
// A name has words of lower-case letters, digits and underscores between dots, and begins with a
// letter, so that CloudEvents, Standard Webhooks, AsyncAPI and subjects of NATS have the same
// name. A reversed domain name distinguishes the events of several organizations:
// com.example.product.created.
func New[T any](name string, data *collection.Body[T]) *Type[T] {
	n := &tree.Event{At: tree.Here(), Name: name}
	if !validName(name) {
		n.Faults = append(n.Faults, tree.Faultf("event %q: a name must have words of lower-case letters, digits and _ between dots, begin with a letter, and have at most %d bytes", name, MaxName))
	}
	b := codec.BodyOf(data)
	describe(n, b)
	return &Type[T]{n, b}
}

// describe sets the body of the data.
func describe(n *tree.Event, b *codec.Body) {
	switch {
	case b == nil:
		n.Faults = append(n.Faults, tree.Faultf("event %q: the data is nil", n.Name))
	case b.Node.Empty() || b.Codec == nil:
		n.Faults = append(n.Faults, tree.Faultf("event %q has no data; use a collection in view mode", n.Name))
	case b.Node.Mode != tree.View:
		n.Faults = append(n.Faults, tree.Faultf("event %q: the data is %s in %s mode; use View", n.Name, b.Node.Prop.Name, b.Node.Mode))
	default:
		n.Data = b.Node
	}
}

func validName(name string) bool {
	if name == "" || len(name) > MaxName || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	for word := range strings.SplitSeq(name, ".") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			return false
		}
	}
	return true
}

// edit returns a changed copy.
func (t *Type[T]) edit(change func(*tree.Event)) *Type[T] {
	return &Type[T]{Tree(t).Edit(change), t.whole()}
}

// whole returns the body of the data; nil if no function created the event.
func (t *Type[T]) whole() *codec.Body {
	if t == nil {
		return nil
	}
	return t.body
}

// Name returns the name of the event.
func (t *Type[T]) Name() string { return Tree(t).Name }

// Key sets the member of the data whose values order messages: those with the same value are
// delivered in order, those with different ones concurrently. It is a member of the collection, or
// of each collection of a union, that every view has: a text, an integer or an enumeration. An
// empty text, or one with U+0000, is an error of the message. Without a key messages have no order.
func (t *Type[T]) Key(p prop.Prop) *Type[T] {
	if p == nil {
		f := tree.Faultf("event %q: Key(nil): the property is nil", t.Name())
		return t.edit(func(n *tree.Event) { n.Faults = append(n.Faults, f) })
	}
	key := property.NodeOf(p)
	what := ""
	if data := Tree(t).Data; data != nil {
		what = keyFault(data.Prop, key)
	}
	f := tree.Faultf("event %q: Key(%s): %s", t.Name(), key.Name, what)
	return t.edit(func(n *tree.Event) {
		if n.Key = key; what != "" {
			n.Faults = append(n.Faults, f)
		}
	})
}

// Version sets the version of the data, which messages have: up to 32 letters, digits, dots, hyphens
// and underscores, such as 1.2 or 2026-11-22. Receivers need it only to know which members to
// expect.
func (t *Type[T]) Version(version string) *Type[T] {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
	if version == "" || len(version) > 32 || strings.Trim(version, letters) != "" {
		return t.faulty("Version(%q) must have 1 to 32 letters, digits, dots, hyphens and underscores", version)
	}
	return t.edit(func(n *tree.Event) { n.Version = version })
}

// Audience adds the audiences that may receive the event. Without one, everyone may. Publishers
// compare them with those of a destination; documents have the event only for one of them
// (oas.ForAudience).
func (t *Type[T]) Audience(names ...string) *Type[T] {
	if len(names) == 0 || hasEmpty(names) {
		return t.faulty("Audience needs names")
	}
	if strings.Contains(strings.Join(names, ""), "\n") {
		return t.faulty("Audience needs names without line breaks")
	}
	return t.edit(func(n *tree.Event) { n.Audiences = append(n.Audiences, names...) })
}

// Scopes adds scopes that every receiver has: the data has the members that they make visible; see
// [collection.Field.VisibleTo]. Without them, members with restricted visibility are left out.
// Build reports scopes without an Audience, as everyone receives the event then.
func (t *Type[T]) Scopes(scopes ...string) *Type[T] {
	if len(scopes) == 0 || hasEmpty(scopes) {
		return t.faulty("Scopes needs scopes")
	}
	return t.edit(func(n *tree.Event) { n.Scopes = append(n.Scopes, scopes...) })
}

// Summary sets the short description in documents, in plain text.
func (t *Type[T]) Summary(text string) *Type[T] {
	return t.edit(func(n *tree.Event) { n.Summary = text })
}

// Describe sets the description in documents, in CommonMark.
func (t *Type[T]) Describe(text string) *Type[T] { return t.edit(func(n *tree.Event) { n.Doc = text }) }

// Tag adds tags in documents.
func (t *Type[T]) Tag(names ...string) *Type[T] {
	return t.edit(func(n *tree.Event) { n.Tags = append(n.Tags, names...) })
}

// Deprecated marks an event that receivers should no longer use. It is still sent.
func (t *Type[T]) Deprecated() *Type[T] {
	return t.edit(func(n *tree.Event) { n.Deprecated = true })
}

// Docs documents the event with options of package meta: ExternalDocs, Extension, Hidden. None
// changes what is sent.
func (t *Type[T]) Docs(options ...meta.Option) *Type[T] {
	return t.edit(func(n *tree.Event) {
		n.Faults = append(n.Faults, meta.Target{ExternalDocs: &n.ExternalDocs, Extensions: &n.Extensions, Hidden: &n.Hidden}.Apply("events", options)...)
	})
}

func (t *Type[T]) faulty(format string, args ...any) *Type[T] {
	f := tree.Faultf("event %q: "+format, append([]any{t.Name()}, args...)...)
	return t.edit(func(n *tree.Event) { n.Faults = append(n.Faults, f) })
}

func hasEmpty(texts []string) bool {
	for _, text := range texts {
		if text == "" {
			return true
		}
	}
	return false
}
