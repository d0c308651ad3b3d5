package tenon_test

import (
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/l10n"
)

// Tell problems in the language of the client.
func ExampleAPI_Locales() {
	languages := l10n.Builtin().
		Only("en", "de", "pl").
		Override("de", "title", "min_length", l10n.Plain("darf nicht leer sein")).
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
	// de {"title":"Inhalt nicht verarbeitbar","status":422,"detail":"Die Anfrage entspricht nicht ihrer Deklaration.","code":"invalid_request","errors":[{"code":"min_length","detail":"darf nicht leer sein","pointer":"#/title","params":{"min":1}},{"code":"min","detail":"muss mindestens 1 sein","pointer":"#/pages","params":{"min":1}}]}
	// pl {"title":"Treść nie do przetworzenia","status":422,"detail":"Żądanie nie odpowiada swojej deklaracji.","code":"invalid_request","errors":[{"code":"min_length","detail":"musi mieć co najmniej 1 znak","pointer":"#/title","params":{"min":1}},{"code":"min","detail":"musi wynosić co najmniej 1","pointer":"#/pages","params":{"min":1}}]}
	// en {"title":"Unprocessable Content","status":422,"detail":"The request does not match its declaration.","code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 1 character","pointer":"#/title","params":{"min":1}},{"code":"min","detail":"must be at least 1","pointer":"#/pages","params":{"min":1}}]}
}
