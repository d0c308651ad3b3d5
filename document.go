package tenon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// Summary sets the short description of the API. OpenAPI has it since 3.1; older documents have
// it as the extension x-summary.
func (a API) Summary(text string) API {
	return a.edit(func(d *declaration) { d.node.Summary = text })
}

// Terms sets the URL of the terms of service.
func (a API) Terms(url string) API {
	if what := tree.CheckLink(url); what != "" {
		return a.fault("Terms(%q): %s", url, what)
	}
	return a.edit(func(d *declaration) { d.node.Terms = url })
}

// Docs documents the API with options of package meta: ExternalDocs and Extension.
func (a API) Docs(options ...meta.Option) API {
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, meta.Target{ExternalDocs: &d.node.ExternalDocs, Extensions: &d.node.Extensions}.Apply("APIs", options)...)
	})
}

// SPDX sets the license as an SPDX expression (Annex D of SPDX 2.3), such as MIT or Apache-2.0
// OR MIT, in place of the URL of [API.License]. The expression is also the name of the license
// unless License sets one. OpenAPI has it since 3.1; older documents have it as the extension
// x-identifier.
func (a API) SPDX(expression string) API {
	const bytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-+:() "
	if expression == "" || strings.Trim(expression, bytes) != "" {
		return a.fault("SPDX(%q) is not a license expression such as Apache-2.0", expression)
	}
	return a.edit(func(d *declaration) { d.node.SPDX = expression })
}

// Server is an address of an API. It is an immutable value.
type Server struct{ node tree.Server }

// NewServer returns a server with a URL, absolute or relative to the document, which may have
// {variables}:
//
//	tenon.NewServer("https://{region}.example.com").
//		Variable("region", "eu", "The region of the data.", "eu", "us")
func NewServer(url string) Server { return Server{tree.Server{At: tree.Here(), URL: url}} }

func (s Server) edit(change func(*tree.Server)) Server {
	s.node.Variables = slices.Clip(s.node.Variables)
	change(&s.node)
	return s
}

// Name sets the name of the server. OpenAPI has it since 3.2; older documents have it as the
// extension x-name.
func (s Server) Name(name string) Server { return s.edit(func(n *tree.Server) { n.Name = name }) }

// Describe sets the description in documents, in CommonMark.
func (s Server) Describe(text string) Server { return s.edit(func(n *tree.Server) { n.Doc = text }) }

// Variable declares a variable of the URL: its default, its description in CommonMark, and its
// values. Without values, it may have any.
func (s Server) Variable(name, value, text string, values ...string) Server {
	v := tree.Variable{Name: name, Default: value, Doc: text, Values: slices.Clone(values)}
	return s.edit(func(n *tree.Server) { n.Variables = append(n.Variables, v) })
}

// Server adds an address of the API, absolute or relative to the document; see [API.Servers].
// The default is the BaseURL.
func (a API) Server(url, description string) API {
	s := Server{tree.Server{At: tree.Here(), URL: url, Doc: description}}
	return a.Servers(s)
}

// Servers adds addresses of the API. Clients use the first by default.
func (a API) Servers(servers ...Server) API {
	at := tree.Here()
	return a.edit(func(d *declaration) {
		for _, s := range servers {
			if !s.node.At.Known() {
				s.node.At = at
			}
			d.node.Servers = append(d.node.Servers, s.node)
		}
	})
}

// Tag is a group of operations in documents. Routes refer to it by name. It is an immutable
// value.
type Tag struct {
	node   tree.Tag
	faults []tree.Fault
}

// NewTag returns a tag with a name.
func NewTag(name string) Tag { return Tag{node: tree.Tag{At: tree.Here(), Name: name}} }

// Summary sets the short text that lists of tags show. OpenAPI has it, Parent and Kind since
// 3.2; older documents have them as the extensions x-summary, x-parent and x-kind.
func (t Tag) Summary(text string) Tag {
	t.node.Summary = text
	return t
}

// Describe sets the description in documents, in CommonMark.
func (t Tag) Describe(text string) Tag {
	t.node.Doc = text
	return t
}

// Parent sets the parent of the tag by name. The API must declare it.
func (t Tag) Parent(name string) Tag {
	t.node.Parent = name
	return t
}

// Kind sets the purpose of the tag, such as nav, badge or audience.
func (t Tag) Kind(kind string) Tag {
	t.node.Kind = kind
	return t
}

// Docs documents the tag with an option of package meta: ExternalDocs.
func (t Tag) Docs(options ...meta.Option) Tag {
	faults := meta.Target{ExternalDocs: &t.node.ExternalDocs}.Apply("tags", options)
	for i := range faults {
		faults[i].Message = "tag " + strconv.Quote(t.node.Name) + ": " + faults[i].Message
	}
	t.faults = append(slices.Clip(t.faults), faults...)
	return t
}

// Tag describes a group of operations in documents. Routes refer to it by name; see [API.Tags].
func (a API) Tag(name, description string) API {
	return a.Tags(Tag{node: tree.Tag{At: tree.Here(), Name: name, Doc: description}})
}

// Tags describes groups of operations in documents, in their order there. Routes refer to them
// by name.
func (a API) Tags(tags ...Tag) API {
	at := tree.Here()
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

// EditDocument changes the OpenAPI documents of the API, for what a declaration cannot express:
//
//	api.EditDocument("gateway.overlay.yaml", addGatewayExtensions)
//
// edit gets the document of a version as JSON and returns the changed document, with the same
// version. All users of documents see the result: package oas with its handlers and pages, golden
// files, and the tests of package oastest. Several edits run in the order of their declaration. The
// member x-edited of a document has their names, because the library does not know what they
// change: Equivalent compares an edited schema with what the server does, but nothing checks other
// parts.
//
// edit must always return the same for the same document. An error is one of oas.JSON.
func (a API) EditDocument(name string, edit func(document []byte) ([]byte, error)) API {
	switch {
	case name == "":
		return a.fault("EditDocument needs a name, which documents have in x-edited")
	case edit == nil:
		return a.fault("EditDocument(%q): the function is nil", name)
	}
	at := tree.Here()
	return a.edit(func(d *declaration) {
		for _, other := range d.node.Edits {
			if other.Name == name {
				d.faults = append(d.faults, tree.Fault{At: at, Message: "two edits of documents are named " + strconv.Quote(name) + "; the first is at " + other.At.String()})
			}
		}
		d.node.Edits = append(slices.Clip(d.node.Edits), tree.DocumentEdit{At: at, Name: name, Edit: edit})
	})
}

// Webhook documents requests that the API sends to subscribers, one for each method, under a
// name. Documents of OpenAPI 3.0 have them as the extension x-webhooks. The library does not
// send them.
//
//	Webhook("order_placed", route.Outgoing(http.MethodPost, orders.View()).Summary("An order was placed"))
func (a API) Webhook(name string, requests ...*route.OutgoingRequest) API {
	if len(requests) == 0 {
		return a.fault("Webhook(%q) has no request", name)
	}
	at := tree.Here()
	return a.edit(func(d *declaration) {
		for _, r := range requests {
			d.webhooks = append(d.webhooks, endpoint.Sent{At: at, Name: name, Op: requestOf(r), Callback: -1})
		}
	})
}

// requestOf returns the operation of a request, which may be nil.
func requestOf(r *route.OutgoingRequest) *endpoint.Operation {
	if r != nil {
		if o := endpoint.OutgoingOf(r); o != nil {
			return o
		}
	}
	return endpoint.Faulty(tree.Position{}, "", tree.Faultf("a request was not created by route.OutgoingRequest"))
}
