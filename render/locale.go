package render

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// Locales are the languages of an API: an l10n.Catalog. It is an interface, because package l10n
// imports golang.org/x/text, which this package does not (ADR 26).
type Locales interface {
	// Tags returns the language tags (RFC 5646).
	Tags() []string

	catalog
}

type catalog = tree.SealedCatalog

// Language returns the tag of the language in which a problem would be sent: of those of
// the API, the one that the client prefers. It is "" in an API without Locales. The
// response depends on it: add Accept-Language to Vary, or call Language of the route's
// call, which does.
func Language(r *http.Request) string {
	if l := problem.Locale(r); l != nil {
		return l.Tag()
	}
	return ""
}
