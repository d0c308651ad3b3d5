package tenon

import (
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Tag is a group of operations in documents, which routes name. It is an immutable
// value.
type Tag struct {
	node   ir.Tag
	faults []ir.Fault
}

// NewTag starts a tag with its name.
func NewTag(name string) Tag { return Tag{node: ir.Tag{At: callsite.Here(), Name: name}} }

// Summary sets the short text that lists of tags show. OpenAPI has it from 3.2 on,
// as Parent and Kind; before, they are the extensions x-summary, x-parent and x-kind.
func (t Tag) Summary(text string) Tag {
	t.node.Summary = text
	return t
}

// Describe sets the long text for readers of the document; it is CommonMark.
func (t Tag) Describe(text string) Tag {
	t.node.Doc = text
	return t
}

// Parent names the tag that this one belongs to, which the API must have.
func (t Tag) Parent(name string) Tag {
	t.node.Parent = name
	return t
}

// Kind says what the tag is for, such as nav, badge or audience.
func (t Tag) Kind(kind string) Tag {
	t.node.Kind = kind
	return t
}

// ExternalDocs says where more is told, and of what, in CommonMark; that may be "".
func (t Tag) ExternalDocs(url, text string) Tag {
	if what := ir.CheckLink(url); what != "" {
		t.faults = append(t.faults[:len(t.faults):len(t.faults)], ir.Faultf("tag %q: ExternalDocs(%q): %s", t.node.Name, url, what))
		return t
	}
	t.node.ExternalDocs = ir.Link{Name: text, URL: url}
	return t
}

// Tag describes a group of operations in documents; routes name it. See
// [API.Tags].
func (a API) Tag(name, description string) API {
	return a.Tags(Tag{node: ir.Tag{At: callsite.Here(), Name: name, Doc: description}})
}

// Tags describes groups of operations in documents, in their order there; routes
// name them.
func (a API) Tags(tags ...Tag) API {
	at := callsite.Here()
	return a.edit(func(d *declaration) {
		for _, t := range tags {
			if !t.node.At.Known() {
				t.node.At = at
			}
			d.node.Tags = append(d.node.Tags, t.node)
			d.faults = append(d.faults, t.faults...)
		}
	})
}
