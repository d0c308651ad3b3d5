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
// What most declarations have are methods of their own: Title, Describe, Example,
// Deprecated.
package meta
