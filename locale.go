package tenon

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
)

// Locales tells every problem in the language of the client. Package l10n has the
// texts of the library in nineteen languages, and takes those of the application:
//
//	tenon.New("Shop", "1.0.0").
//		Locales(l10n.Builtin().
//			Add("de", l10n.Texts{"even": l10n.Message("muss gerade sein")}).
//			Problem("de", "sold_out", "Ausverkauft."))
//
// What a client asks for with Accept-Language is looked up by RFC 4647 §3.4; one
// that asks for nothing that there is gets the catalogue's default. The language
// is that of titles and details: of problems that handlers and middlewares answer
// with, of violations, also those that an application makes itself, and of what
// the library refuses, 404, 405 and the 500 after a panic among them. Codes,
// pointers and arguments are the same in all. What a language does not say is
// told as it is declared; l10n.Catalog.Missing lists it for a test.
//
// Every problem has Content-Language, and Accept-Language in Vary, beside what
// others have put there. Successes have neither: what they say is the
// application's. The document says which languages there are.
//
// A middleware that finds the language elsewhere, such as in a cookie, sets the
// header Accept-Language of the request. Without Locales problems are told as
// they are declared, and no texts are linked.
func (a API) Locales(languages render.Locales) API {
	if languages == nil {
		return a.fault("Locales(nil): a catalogue is needed, such as l10n.Builtin()")
	}
	faults, tags := ir.CatalogOf(languages).Faults(), languages.Tags()
	if len(faults) == 0 && len(tags) == 0 {
		return a.fault("Locales has no language; begin with l10n.Builtin()")
	}
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, faults...)
		d.outside.locales, d.node.Languages = ir.CatalogOf(languages), tags
	})
}

// speaking lets everything within answer in the languages of the API.
func (a *App) speaking(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, problem.WithCatalog(r, a.edge.locales))
	})
}
