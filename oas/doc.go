// Package oas writes an API as an OpenAPI document, 3.0.4, 3.1.1 or 3.2.0:
//
//	text, err := oas.JSON(app, oas.V31)
//	text, err = oas.YAML(app, oas.V30)
//	text, err = oas.JSON(app, oas.V32, oas.PathPrefix("/v2"), oas.ForAudience("partners"))
//	mux.Handle("/docs/", oas.Handler(app)) // /docs/openapi.json and its kin
//
// Options choose a part of the API, its readers and their language. The text is
// written straight from the declarations; a program that serves it links no
// reader of documents.
//
// # Components
//
// Each collection is a component in each mode that a document needs: Product is
// what the server shows, ProductCreate what a client sends. A mode whose schema
// is that of view mode shares it, in every version of the document alike.
// So are the problems that the library answers with and its headers. Components
// stand in the order of their names, everything else in the order of its
// declaration, and the same API always gives the same bytes.
//
// # Links
//
// From the answer that made an entity, and from the first of a list, a link
// leads to the operation that shows it, where the members of the one are what the
// path of the other asks for.
//
// # What a document says
//
// Schemas are exact: what the server refuses, they refuse, as far as OpenAPI has
// words for it. An Int32 documents its bounds, an object that it takes no other
// members. Rules of an application's own stand in x-rules and in the
// description. A format that clients may read as another type than a string, such as
// date-time, stands without a pattern, which generators cannot apply to that type: the
// exact grammar is in x-pattern, and Pattern of such a property in x-rules. Numbers have every digit, which a float64 would not.
//
// What a version has no keyword for is an extension with the name and the form of
// the keyword in a later one, such as x-webhooks, and [Downgrades] tells which
// there are. What OpenAPI cannot express at all is an error that names the place, and never a
// document that says something else: two collections of one name, a header
// parameter that OpenAPI ignores, two paths that only differ in the name of a
// parameter.
//
// # Specifications
//
// OpenAPI 3.0.4, 3.1.1 and 3.2.0, JSON Schema 2020-12, RFC 7396 for updates, RFC 9457
// for problems. YAML is of the JSON schema of YAML 1.2, with quotes around what
// YAML 1.1 would take for something else than text.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/documents.md
package oas
