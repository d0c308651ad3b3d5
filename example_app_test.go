package tenon_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

func Example_call() {
	show := route.Get("/books/{id}", books.View()).Path(bookID).Fails(NoSuchBook)
	app := tenon.New("Library", "1.0.0").Add(
		show.Handle(func(c *route.Call) (Book, error) { return find(c.Context(), bookID.Get(c)) }),
	).MustBuild()

	c := client.Local(app) // or client.New("https://api.example.com")
	book, err := show.Call(context.Background(), c, bookID.Is(mobyDick))
	fmt.Println(book.Title, err)

	_, err = show.Call(context.Background(), c, bookID.Is("018f3c1e-7c1a-7b9e-8f57-000000000000"))
	fmt.Println(errors.Is(err, NoSuchBook))

	_, err = show.Call(context.Background(), c, bookID.Is("42")) // not sent
	fmt.Println(err)

	// Output:
	// Moby-Dick <nil>
	// true
	// path parameter id: must be a UUID such as 123e4567-e89b-12d3-a456-426614174000 (format)
}

// The declared security requirements are enforced and documented.
func Example_access() {
	keys := authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
		authn.NewSecret("a-reader").Hash(): authn.New("ann").Scopes("books:read"),
	}))
	app := tenon.New("Library", "1.0.0").
		Authenticate(keys).
		Throttle(throttle.PerMinute(600)).
		Group("/v1",
			route.Resource("/books", books, bookID, Shelf{}).ReadScopes("books:read").WriteScopes("books:write"),
			route.Delete("/books", collection.NoContent()).
				Scopes("books:write").
				Throttle(throttle.PerHour(5).ByIdentity().Name("clearing")).
				Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
			route.Health("/health"),
		).MustBuild()
	defer app.Close()

	for _, tt := range []struct{ method, path, key string }{
		{"GET", "/v1/health", ""},
		{"GET", "/v1/books", ""},
		{"GET", "/v1/books", "a-reader"},
		{"DELETE", "/v1/books", "a-reader"},
	} {
		r := httptest.NewRequest(tt.method, tt.path, nil)
		r.Header.Set("X-Api-Key", tt.key)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(tt.method, tt.path, w.Code)
	}

	// Output:
	// GET /v1/health 200
	// GET /v1/books 401
	// GET /v1/books 200
	// DELETE /v1/books 403
}

// Send problems in the language of the client.
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

// Add texts of the application, override those of the library, and list what a language lacks.
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

// Keep rendered documents between runs of a program.
func ExampleNewDirCache() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	var cache tenon.Cache = tenon.NewDirCache(filepath.Join(dir, "shop"))
	ctx := context.Background()
	if err := cache.Put(ctx, "document 2f6c", []byte(`{"openapi":"3.0.4"}`)); err != nil {
		fmt.Println(err)
	}
	text, ok := cache.Get(ctx, "document 2f6c")
	fmt.Println(string(text), ok)
	_, ok = cache.Get(ctx, "document 91aa")
	fmt.Println(ok)
	// Output:
	// {"openapi":"3.0.4"} true
	// false
}
