// Package oas writes an API as an OpenAPI document, 3.0.4, 3.1.1 or 3.2.0:
//
//	text, err := oas.JSON(app, oas.V31)
//	text, err = oas.YAML(app, oas.V30)
//	text, err = oas.JSON(app, oas.V32, oas.PathPrefix("/v2"), oas.ForAudience("partners"))
//	mux.Handle("/docs/", oas.Handler(app)) // /docs/openapi.json and others
//
// Options select a part of the API, an audience and a language. The text is written
// directly from the declarations; a program that serves it links no parser of documents.
//
// # Components
//
// Each collection is a component in each mode that a document needs: Product for what the
// server sends, ProductCreate for what a client sends. A mode whose schema equals that of
// view mode shares it, in every version of the document. Built-in problems and headers of
// the library are components too. Components are in the order of their names, everything
// else is in the order of its declaration, and the same API always gives the same bytes.
//
// # Links
//
// The response that creates an entity, and the first entity of a list, link to the
// operation that shows the entity, if their members are its path parameters.
//
// # Accuracy
//
// Schemas reject what the server rejects, as far as OpenAPI can express it. An Int32 has
// its bounds, and an object allows no other members. Custom rules are in x-rules and in the
// description. A format that clients may parse as another type than a string, such as
// date-time, has no pattern, which generators cannot apply to that type: its exact grammar
// is in x-pattern, and Pattern of such a property is in x-rules. Numbers have every digit,
// also those that a float64 cannot hold.
//
// A keyword that a version lacks is an extension with the name and the form of a later
// version, such as x-webhooks; [Downgrades] lists them. What OpenAPI cannot express at all
// is an error with its position: two collections of one name, a header parameter that
// OpenAPI ignores, two paths that differ only in the name of a parameter.
//
// # Specifications
//
// OpenAPI 3.0.4, 3.1.1 and 3.2.0, JSON Schema 2020-12, RFC 7396 for updates, RFC 9457
// for problems. YAML follows the JSON schema of YAML 1.2, and quotes what YAML 1.1 would
// not read as a string.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/documents.md
package oas
