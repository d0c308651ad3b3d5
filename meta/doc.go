// Package meta has the documenting options that few declarations need. Properties,
// collections, routes and the API take them in their method Docs:
//
//	prop.String("sku").Docs(
//		meta.ExternalDocs("https://example.com/sku", "How SKUs are made"),
//		meta.Extension("x-order", "3"),
//	)
//
// The options change documents only, never what is served. An option that does not fit
// the declaration is a fault, which Build reports with the file and line of the option.
//
// Common ones are methods of their own: Title, Summary, Describe, Example, Deprecated.
// Docs of a group or a resource documents each of its operations.
package meta
