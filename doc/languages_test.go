package doc_test

import (
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var catalog = l10n.Builtin().
	Only("en", "de", "ja").
	Add("de", l10n.Texts{"even": l10n.Message("muss gerade sein")}).
	Override("de", "title", "min_length", l10n.Message("darf nicht leer sein")).
	Problem("de", "no_such_book", "Dieses Buch gibt es nicht.")

func Example_catalog() {
	app := tenon.New("Library", "1.0.0").Locales(catalog).Add(show, create).MustBuild()

	header := send(app, "POST", "/books", `{"title": "", "pages": 12345678}`, "Accept-Language: de-AT, en;q=0.5")
	fmt.Println(header.Get("Content-Language"), header.Values("Vary"))
	send(app, "GET", "/books/018f3c1e-7c1a-7b9e-8f57-000000000000", "", "Accept-Language: de")
	send(app, "GET", "/nowhere", "", "Accept-Language: ja")
	send(app, "GET", "/nowhere", "", "Accept-Language: tlh")

	// Output:
	// 422 {"title":"Inhalt nicht verarbeitbar","status":422,"detail":"Die Anfrage ist ungültig; siehe errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"darf nicht leer sein","pointer":"#/title","params":{"min":1}},{"code":"max","detail":"darf höchstens 10.000 sein","pointer":"#/pages","params":{"max":10000}}]}
	// de [Accept Accept-Language]
	// 404 {"title":"Dieses Buch gibt es nicht.","status":404,"code":"no_such_book"}
	// 404 {"title":"見つかりません","status":404,"detail":"このパスには何もありません。","code":"not_found"}
	// 404 {"title":"Not Found","status":404,"detail":"There is nothing at this path.","code":"not_found"}
}

func Example_plurals() {
	copies := prop.Int("copies").Min(2)
	words := l10n.Builtin().Only("pl").Override("pl", "copies", "min", l10n.Plural("min",
		l10n.One("potrzebny jest {min} egzemplarz"),
		l10n.Few("potrzebne są {min} egzemplarze"),
		l10n.Many("potrzebnych jest {min} egzemplarzy"),
		l10n.Other("potrzeba {min} egzemplarza")))
	order := route.Get("/order", collection.NoContent()).Query(copies).
		Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil })
	app := tenon.New("Library", "1.0.0").Locales(words).Add(order).MustBuild()

	send(app, "GET", "/order?copies=1", "")

	// Output:
	// 422 {"title":"Treść nie do przetworzenia","status":422,"detail":"Żądanie jest nieprawidłowe; zobacz errors.","code":"invalid_request","errors":[{"code":"min","detail":"potrzebne są 2 egzemplarze","in":"query","parameter":"copies","params":{"min":2}}]}
}

func Example_languageFile() {
	const czech = `
language = cs
plurals = one few many other

[counted]
character.one = {n} znak
character.few = {n} znaky
character.many = {n} znaku
character.other = {n} znaků

[rules]
min_length = musí mít alespoň {min character}

[titles]
404 = Nenalezeno

[problems]
no_such_book = Taková kniha neexistuje.
`
	languages := l10n.Builtin().Parse("cs.txt", czech)
	app := tenon.New("Library", "1.0.0").Locales(languages).Add(show).MustBuild()

	send(app, "GET", "/books/018f3c1e-7c1a-7b9e-8f57-000000000000", "", "Accept-Language: cs")
	fmt.Println("missing:", languages.Missing("cs")[0])

	// Output:
	// 404 {"title":"Taková kniha neexistuje.","status":404,"code":"no_such_book"}
	// missing: cs all_or_none
}

func Example_missing() {
	fmt.Println(catalog.Missing("de"))
	fmt.Println(catalog.Missing("ja"))

	// Output:
	// []
	// [ja even ja title.no_such_book ja title: min_length]
}
