package route

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// builder is the bound on Self: a builder, which may be nil, makes a copy of
// itself with another operation.
type builder[Self any] interface {
	with(*Operation) Self
}

// described is what a document tells of an operation, whoever serves it. Self is a
// pointer: the compiler makes the methods once for all pointers, but anew for every
// struct.
type described[Self builder[Self]] struct {
	op   *Operation
	self Self // the builder around it; nil in a zero builder
}

// edit is the one place where a route is copied.
func (d *described[Self]) edit(change func(*Operation)) Self {
	return d.self.with(d.op.edit(change))
}

func (d *described[Self]) node(change func(*ir.Operation)) Self {
	return d.edit(func(o *Operation) { change(o.Node) })
}

func (d *described[Self]) fault(f ir.Fault) Self {
	return d.node(func(n *ir.Operation) { n.Faults = append(n.Faults, f) })
}

// Summary sets the short text shown in lists of operations.
func (d *described[Self]) Summary(text string) Self {
	return d.node(func(n *ir.Operation) { n.Summary = text })
}

// Describe sets the long text for readers of the document; it is CommonMark.
func (d *described[Self]) Describe(text string) Self {
	return d.node(func(n *ir.Operation) { n.Doc = text })
}

// Tag puts the operation into groups of the document.
func (d *described[Self]) Tag(names ...string) Self {
	return d.node(func(n *ir.Operation) { n.Tags = append(n.Tags, names...) })
}

// ID sets the operationId, which generated clients name their functions after
// and gorilla routers their routes. Without it, it is made of method and path. Where
// another operation that is declared before has the same, the path of the group is
// added: showStatus in the groups /shop and /admin is showStatus and showStatusAdmin.
func (d *described[Self]) ID(id string) Self {
	return d.node(func(n *ir.Operation) { n.ID = id })
}

// Deprecated marks an operation that clients should stop using.
func (d *described[Self]) Deprecated() Self {
	return d.node(func(n *ir.Operation) { n.Deprecated = true })
}

// Audience says who reads of the operation: it stands only in the documents that
// are for one of them (oas.For). Without it everybody reads of it. It is served to
// everybody all the same.
func (d *described[Self]) Audience(names ...string) Self {
	if slices.Contains(names, "") || len(names) == 0 {
		return d.fault(ir.Faultf("Audience needs names"))
	}
	return d.node(func(n *ir.Operation) { n.Audiences = append(n.Audiences, names...) })
}

// More says where more is told, and of what, in CommonMark; that may be "".
func (d *described[Self]) More(url, text string) Self {
	if what := ir.LinkMistake(url); what != "" {
		return d.fault(ir.Faultf("More(%q): %s", url, what))
	}
	return d.node(func(n *ir.Operation) { n.More = ir.Link{Name: text, URL: url} })
}

// Hidden leaves the operation out of documents.
func (d *described[Self]) Hidden() Self {
	return d.node(func(n *ir.Operation) { n.Hidden = true })
}

// Extension adds a vendor extension to the operation. The name begins with x-,
// and value is JSON text.
func (d *described[Self]) Extension(name, value string) Self {
	if what := ir.ExtensionMistake(name, value); what != "" {
		return d.fault(ir.Faultf("Extension(%q): %s", name, what))
	}
	return d.node(func(n *ir.Operation) { n.Extensions = ir.Extend(n.Extensions, name, value) })
}

// Query declares query parameters. A list is a repeated parameter; [CSV] and
// [DeepObject] choose other styles.
func (d *described[Self]) Query(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) { o.add(ir.InQuery, props) })
}

// Header declares request headers. A list is separated by commas.
func (d *described[Self]) Header(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) { o.add(ir.InHeader, props) })
}

// Cookie declares cookies.
func (d *described[Self]) Cookie(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) { o.add(ir.InCookie, props) })
}

// Status sets the status of a success: 201 for Post, 204 where nothing is
// answered, 200 otherwise.
func (d *described[Self]) Status(code int) Self {
	if !success(code) {
		return d.fault(ir.Faultf("Status(%d) is not from 200 to 299", code))
	}
	return d.node(func(n *ir.Operation) { n.Success.Status = code })
}

// Returns sets the text that describes a success in the document.
func (d *described[Self]) Returns(text string) Self {
	return d.node(func(n *ir.Operation) { n.Success.Doc = text })
}
