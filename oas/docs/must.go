package docs

import (
	"net/http"

	"github.com/tenon-go/tenon"
)

// MustPage is like [Page], and panics if that returns an error.
//
//	mux.Handle("/docs/", docs.MustPage(app))
func MustPage(app *tenon.App, opts ...Option) http.Handler {
	page, err := Page(app, opts...)
	if err != nil {
		panic(err)
	}
	return page
}
