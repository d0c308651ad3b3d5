// Package docs serves a page for reading an API and trying it out:
//
//	page, err := docs.Page(app)
//	if err != nil {
//		return err
//	}
//	mux.Handle("/", app)
//	mux.Handle("/docs/", page)
//
// The page is Swagger UI, which the program embeds: it works without a network, and
// sends requests only to the API and to the providers of tokens that it declares.
// Servers and security schemes are those of the API; [Client] lets readers log in with
// OAuth 2. The page is light or dark as the reader's system is.
//
// Readers choose the OpenAPI version, search the operations by path, summary and parameters,
// and copy code samples for curl, the typed client in Go, and TypeScript. Optional parameters
// are empty, and each request body has a valid example, made from the rules if none is
// declared ([oas.RequestExamples]). The page follows WCAG 2.2 AA.
//
// The embedded Swagger UI is 5.32.4. [Assets] takes another one, such as that of npm. If it
// cannot show OpenAPI 3.2, the page shows the document in 3.1 and says so.
//
// Mount the page below a path that ends in a slash. It includes the documents of
// [oas.Handler], such as /docs/openapi.json. app.Wrap(page) adds the middleware of the
// API.
//
// # Security considerations
//
// The Content-Security-Policy of the page allows its own scripts, and none from the
// document or from a response. It allows requests to its own origin, to the declared
// servers and to the declared providers of tokens; [Connect] adds to these. Other sites
// cannot frame the page. Credentials are forgotten when the reader leaves the page.
//
// The page and the documents are public. To restrict them, put middleware around the
// handler.
//
// # Modules
//
// The package is a module of its own, so that programs without the page do not require
// Swagger UI.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/documents.md
package docs
