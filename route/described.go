package route

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

//go:generate go run ../internal/builders/write route

// The methods of an Operation that begin with set are those of all builders, which
// package builders writes: setSummary is Summary of a [ReadRoute], a [WriteRoute] and so on.
// Those in this file are also of an [OutgoingRequest].

// change is edit of the description.
func (o *Operation) change(change func(*ir.Operation)) *Operation {
	return o.edit(func(o *Operation) { change(o.Node) })
}

// faulted notes a mistake.
func (o *Operation) faulted(f ir.Fault) *Operation {
	return o.change(func(n *ir.Operation) { n.Faults = append(n.Faults, f) })
}

// members is what a builder amounts to.
func (o *Operation) members() []*Operation {
	if o == nil {
		o = o.edit(func(*Operation) {})
	}
	return []*Operation{o}
}

// Summary sets the short text shown in lists of operations.
func (o *Operation) setSummary(text string) *Operation {
	return o.change(func(n *ir.Operation) { n.Summary = text })
}

// Describe sets the long text for readers of the document; it is CommonMark.
func (o *Operation) setDescribe(text string) *Operation {
	return o.change(func(n *ir.Operation) { n.Doc = text })
}

// Tag puts the operation into groups of the document.
func (o *Operation) setTag(names ...string) *Operation {
	return o.change(func(n *ir.Operation) { n.Tags = append(n.Tags, names...) })
}

// ID sets the operationId, which generated clients name their functions after
// and gorilla routers their routes. Without it, it is made of method and path. Where
// another operation that is declared before has the same, the path of the group is
// added: showStatus in the groups /shop and /admin is showStatus and showStatusAdmin.
func (o *Operation) setID(id string) *Operation {
	return o.change(func(n *ir.Operation) { n.ID = id })
}

// Deprecated marks an operation that clients should stop using.
func (o *Operation) setDeprecated() *Operation {
	return o.change(func(n *ir.Operation) { n.Deprecated = true })
}

// Audience says who reads of the operation: it stands only in the documents that
// are for one of them (oas.ForAudience). Without it everybody reads of it. It is served to
// everybody all the same.
func (o *Operation) setAudience(names ...string) *Operation {
	if slices.Contains(names, "") || len(names) == 0 {
		return o.faulted(ir.Faultf("Audience needs names"))
	}
	return o.change(func(n *ir.Operation) { n.Audiences = append(n.Audiences, names...) })
}

// More says where more is told, and of what, in CommonMark; that may be "".
func (o *Operation) setExternalDocs(url, text string) *Operation {
	if what := ir.CheckLink(url); what != "" {
		return o.faulted(ir.Faultf("ExternalDocs(%q): %s", url, what))
	}
	return o.change(func(n *ir.Operation) { n.ExternalDocs = ir.Link{Name: text, URL: url} })
}

// Hidden leaves the operation out of documents.
func (o *Operation) setHidden() *Operation {
	return o.change(func(n *ir.Operation) { n.Hidden = true })
}

// Extension adds a vendor extension to the operation. The name begins with x-,
// and value is JSON text.
func (o *Operation) setExtension(name, value string) *Operation {
	if what := ir.CheckExtension(name, value); what != "" {
		return o.faulted(ir.Faultf("Extension(%q): %s", name, what))
	}
	return o.change(func(n *ir.Operation) { n.Extensions = ir.Extend(n.Extensions, name, value) })
}

// Query declares query parameters. A list is a repeated parameter; [CSV] and
// [DeepObject] choose other styles.
func (o *Operation) setQuery(props ...prop.Prop) *Operation {
	return o.edit(func(o *Operation) { o.add(ir.InQuery, props) })
}

// Header declares request headers. A list is separated by commas.
func (o *Operation) setHeader(props ...prop.Prop) *Operation {
	return o.edit(func(o *Operation) { o.add(ir.InHeader, props) })
}

// Cookie declares cookies.
func (o *Operation) setCookie(props ...prop.Prop) *Operation {
	return o.edit(func(o *Operation) { o.add(ir.InCookie, props) })
}

// Status sets the status of a success: 201 for Post, 204 where nothing is
// answered, 200 otherwise.
func (o *Operation) setStatus(code int) *Operation {
	if !success(code) {
		return o.faulted(ir.Faultf("Status(%d) is not from 200 to 299", code))
	}
	return o.change(func(n *ir.Operation) { n.Success.Status = code })
}

// Returns sets the text that describes a success in the document.
func (o *Operation) setReturns(text string) *Operation {
	return o.change(func(n *ir.Operation) { n.Success.Doc = text })
}
