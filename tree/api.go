package tree

import (
	"iter"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/ir"
)

// API is everything that an app serves.
type API struct{ n *ir.API }

// Of returns the tree of an app.
func Of(app *tenon.App) API { return API{ir.APIOf(app)} }

// Title returns the title.
func (a API) Title() string { return a.n.Title }

// Version returns the version of the API, which is not that of OpenAPI.
func (a API) Version() string { return a.n.Version }

// Summary returns a short description in plain text; "" if there is none.
func (a API) Summary() string { return a.n.Summary }

// Description returns the description in CommonMark; "" if there is none.
func (a API) Description() string { return a.n.Doc }

// TermsOfService returns the URL of the terms of service; "" if there is none.
func (a API) TermsOfService() string { return a.n.Terms }

// License returns the license. Its name is "" if there is none.
func (a API) License() License { return License(a) }

// Contact returns the contact of the API.
func (a API) Contact() Contact { return Contact{a.n.Contact} }

// ExternalDocs returns a link to external documentation.
func (a API) ExternalDocs() Link { return Link{a.n.ExternalDocs} }

// Servers yields the addresses at which the API is served.
func (a API) Servers() iter.Seq[Server] {
	return each(a.n.Servers, func(n *ir.Server) Server { return Server{n} })
}

// Tags yields the declared tags.
func (a API) Tags() iter.Seq[Tag] {
	return each(a.n.Tags, func(n *ir.Tag) Tag { return Tag{n} })
}

// Envelope returns the name of the member that holds the body of a success; "" if
// bodies are sent as they are.
func (a API) Envelope() string { return a.n.Envelope }

// Operations yields the operations in the order of their declaration, hidden ones too.
func (a API) Operations() iter.Seq[Operation] {
	return eachOf(a.n.Operations, func(n *ir.Operation) Operation { return Operation{n} })
}

// Events yields the events: those of the operations, and others that no operation emits.
func (a API) Events() iter.Seq[Event] { return eachOf(a.n.Events, eventOf) }

// Webhooks yields the webhooks: requests that the API sends. Each event is one of the last.
func (a API) Webhooks() iter.Seq[OutgoingRequest] {
	return each(a.n.Webhooks, func(n *ir.Webhook) OutgoingRequest {
		return OutgoingRequest{&ir.Callback{At: n.At, Name: n.Name, Operation: n.Operation}}
	})
}

// Schemes yields the security schemes.
func (a API) Schemes() iter.Seq[Scheme] { return eachOf(a.n.Schemes, schemeOf) }

// Languages yields the tags of the languages of problems (RFC 5646); none if there is
// no choice.
func (a API) Languages() iter.Seq[string] { return texts(a.n.Languages) }

// RequestIDs reports whether requests and responses have an X-Request-Id.
func (a API) RequestIDs() bool { return a.n.Traced }

// ProblemFormat returns how problems of requests without an operation are represented.
func (a API) ProblemFormat() ProblemFormat { return ProblemFormat{a.n.ProblemFormat} }

// CustomProblems reports whether a function of the application writes problems, so that
// their bodies are unknown.
func (a API) CustomProblems() bool { return a.n.CustomProblems }

// Extensions yields the vendor extensions.
func (a API) Extensions() iter.Seq[Extension] { return extensions(a.n.Extensions) }

// License is the license of an API.
type License struct{ n *ir.API }

// Name returns the name; "" if there is no license.
func (l License) Name() string { return l.n.License.Name }

// URL returns where the license is; "" if the identifier names it.
func (l License) URL() string { return l.n.License.URL }

// Identifier returns the SPDX identifier; "" if there is none.
func (l License) Identifier() string { return l.n.SPDX }

// Contact is the contact of an API. Its texts are "" if they are not declared.
type Contact struct{ n ir.Contact }

// Name returns the name of a person or an organization.
func (c Contact) Name() string { return c.n.Name }

// URL returns the address of a page.
func (c Contact) URL() string { return c.n.URL }

// Email returns the email address.
func (c Contact) Email() string { return c.n.Email }

// Link is a link to external documentation.
type Link struct{ n ir.Link }

// Text returns the description of the link; "" if there is none.
func (l Link) Text() string { return l.n.Name }

// URL returns the URL; "" if there is no link.
func (l Link) URL() string { return l.n.URL }

// Server is an address at which an API is served.
type Server struct{ n *ir.Server }

// Position returns where the server is declared.
func (s Server) Position() Position { return positionOf(s.n.At) }

// Name returns the name; "" if there is none.
func (s Server) Name() string { return s.n.Name }

// URL returns the address, which may be relative, and may hold variables: {region}.
func (s Server) URL() string { return s.n.URL }

// Description returns the description in CommonMark.
func (s Server) Description() string { return s.n.Doc }

// Variables yields the variables of the URL.
func (s Server) Variables() iter.Seq[Variable] {
	return each(s.n.Variables, func(n *ir.Variable) Variable { return Variable{n} })
}

// Variable is a variable of a server's URL.
type Variable struct{ n *ir.Variable }

// Name returns the name.
func (v Variable) Name() string { return v.n.Name }

// Default returns the default value.
func (v Variable) Default() string { return v.n.Default }

// Description returns the description in CommonMark.
func (v Variable) Description() string { return v.n.Doc }

// Values yields the possible values; none if any text is possible.
func (v Variable) Values() iter.Seq[string] { return texts(v.n.Values) }

// Tag is a group of operations in documents.
type Tag struct{ n *ir.Tag }

// Position returns where the tag is declared.
func (t Tag) Position() Position { return positionOf(t.n.At) }

// Name returns the name.
func (t Tag) Name() string { return t.n.Name }

// Summary returns a short title; "" if there is none.
func (t Tag) Summary() string { return t.n.Summary }

// Description returns the description in CommonMark.
func (t Tag) Description() string { return t.n.Doc }

// Parent returns the name of the parent tag; "" if there is none.
func (t Tag) Parent() string { return t.n.Parent }

// Kind returns the kind, such as nav, badge or audience; "" if there is none.
func (t Tag) Kind() string { return t.n.Kind }

// ExternalDocs returns a link to external documentation.
func (t Tag) ExternalDocs() Link { return Link{t.n.ExternalDocs} }

// Extension is a vendor extension of the document.
type Extension struct{ n *ir.Extension }

// Name returns the name, which begins with x-.
func (x Extension) Name() string { return x.n.Name }

// JSON returns the value as JSON text.
func (x Extension) JSON() string { return x.n.JSON }

func extensions(list []ir.Extension) iter.Seq[Extension] {
	return each(list, func(n *ir.Extension) Extension { return Extension{n} })
}

// Edits returns the names of the edits of its documents.
func (a API) Edits() iter.Seq[string] {
	return each(a.n.Edits, func(n *ir.DocumentEdit) string { return n.Name })
}
