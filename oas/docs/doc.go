// Package docs serves a page on which people read an API and try it:
//
//	page, err := docs.Page(app)
//	if err != nil {
//		return err
//	}
//	mux.Handle("/", app)
//	mux.Handle("/docs/", page)
//
// The page is Swagger UI, of which everything is in the program: it works
// without a network, and asks nobody but the API and the providers of tokens that
// it declares. Servers and authorisation are
// those of the API; [Client] lets readers log in with OAuth 2. It is light or
// dark as the reader's system is.
//
// The page stands below a path that ends in a slash, together with the documents
// of [oas.Handler]: /docs/openapi.json and its kin. Middlewares of the API come
// around it with app.Wrap(page).
//
// # Security considerations
//
// The Content-Security-Policy of the page lets it run its own scripts and
// nothing that stands in the document or in an answer, and lets it talk to where
// it comes from, to the declared servers and to the declared providers of tokens;
// [Connect] adds to these. Other sites cannot frame it. What readers authorise with
// is forgotten when they leave the page.
//
// The page and the documents are public. Where only some may read them, put a
// middleware around the handler.
//
// # Modules
//
// The package is a module of its own, so that a program without the page has
// nothing of Swagger UI among its requirements.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/documents.md
package docs
