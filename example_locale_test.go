package tenon_test

import (
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Tell problems in the language of the client.
func ExampleAPI_Locales() {
	languages := l10n.Builtin().
		Only("en", "de", "pl").
		Override("de", "title", "min_length", l10n.Message("darf nicht leer sein")).
		Problem("de", "no_such_book", "Dieses Buch gibt es nicht.")

	app := tenon.New("Books", "1.0.0").
		Locales(languages).
		Add(show, create).
		MustBuild()

	for _, tag := range []string{"de-AT, en;q=0.5", "pl", "tlh"} {
		r := httptest.NewRequest("POST", "/books", strings.NewReader(`{"title":"","pages":0}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Language", tag)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(w.Header().Get("Content-Language"), w.Body)
	}
	// Output:
	// de {"title":"Inhalt nicht verarbeitbar","status":422,"detail":"Die Anfrage ist ungültig; siehe errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"darf nicht leer sein","pointer":"#/title","params":{"min":1}},{"code":"min","detail":"muss mindestens 1 sein","pointer":"#/pages","params":{"min":1}}]}
	// pl {"title":"Treść nie do przetworzenia","status":422,"detail":"Żądanie jest nieprawidłowe; zobacz errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"musi mieć co najmniej 1 znak","pointer":"#/title","params":{"min":1}},{"code":"min","detail":"musi wynosić co najmniej 1","pointer":"#/pages","params":{"min":1}}]}
	// en {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 1 character","pointer":"#/title","params":{"min":1}},{"code":"min","detail":"must be at least 1","pointer":"#/pages","params":{"min":1}}]}
}

// An application adds what it says itself, says better what the library says, and
// lets a test list what a language lacks.
func Example_languages() {
	isbn := prop.String("isbn").
		Rule("check_digit", "must end in its check digit", func(s string) bool { return s == "9780142437247" })
	search := route.Get("/books", collection.NoContent()).Query(isbn, pages).
		Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil })

	languages := l10n.Builtin().Only("en", "de", "ja").
		Add("de", l10n.Texts{"check_digit": l10n.Message("muss mit der Prüfziffer enden")}).
		Override("de", "pages", "min", l10n.Plural("min",
			l10n.One("braucht wenigstens eine Seite"), l10n.Other("braucht wenigstens {min} Seiten")))
	fmt.Println("Missing:", languages.Missing())

	app := tenon.New("Library", "1.0.0").Locales(languages).Add(search).MustBuild()
	for _, accepted := range []string{"de-AT, en;q=0.5", "ja", "tlh"} {
		r := httptest.NewRequest("GET", "/books?isbn=9780142437240&pages=0", nil)
		r.Header.Set("Accept-Language", accepted)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(w.Header().Get("Content-Language"), w.Body)
	}

	// Output:
	// Missing: [ja check_digit ja pages: min]
	// de {"title":"Inhalt nicht verarbeitbar","status":422,"detail":"Die Anfrage ist ungültig; siehe errors.","code":"invalid_request","errors":[{"code":"check_digit","detail":"muss mit der Prüfziffer enden","in":"query","parameter":"isbn"},{"code":"min","detail":"braucht wenigstens eine Seite","in":"query","parameter":"pages","params":{"min":1}}]}
	// ja {"title":"処理できないコンテンツ","status":422,"detail":"リクエストが無効です。errors を参照してください。","code":"invalid_request","errors":[{"code":"check_digit","detail":"must end in its check digit","in":"query","parameter":"isbn"},{"code":"min","detail":"1 以上である必要があります","in":"query","parameter":"pages","params":{"min":1}}]}
	// en {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"check_digit","detail":"must end in its check digit","in":"query","parameter":"isbn"},{"code":"min","detail":"must be at least 1","in":"query","parameter":"pages","params":{"min":1}}]}
}
