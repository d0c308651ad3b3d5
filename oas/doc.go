// Package oas writes an API as an OpenAPI document, 3.0.4 or 3.1.1:
//
//	text, err := oas.YAML(app, oas.V30)
//	text, err = oas.JSON(app, oas.V31)
//	mux.Handle("/docs/", oas.Handler(app)) // /docs/openapi.json and its kin
//
// [Document] is the same as a libopenapi model, for tools that change or examine
// it.
//
// # Components
//
// Each collection is a component in each mode that a document needs: Product is
// what the server shows, ProductCreate what a client sends. A mode whose schema
// is that of view mode shares it, in every version of the document alike.
// Components stand in the order of their names, everything else in the order of
// its declaration, and the same API always gives the same bytes.
//
// # What a document says
//
// Schemas are exact: what the server refuses, they refuse, as far as OpenAPI has
// words for it. An Int32 documents its bounds, an object that it takes no other
// members. Rules of an application's own stand in x-rules and in the
// description. Numbers have every digit, which a float64 would not.
//
// What OpenAPI cannot express is an error that names the place, and never a
// document that says something else: two collections of one name, a header
// parameter that OpenAPI ignores, two paths that only differ in the name of a
// parameter.
//
// # Specifications
//
// OpenAPI 3.0.4 and 3.1.1, JSON Schema 2020-12, RFC 7396 for updates, RFC 9457
// for problems. YAML is of the JSON schema of YAML 1.2, with quotes around what
// YAML 1.1 would take for something else than text.
package oas
