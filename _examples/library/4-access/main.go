package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"sync"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/docs"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type Book struct {
	ISBN   string
	Title  string
	Pages  int
	Genre  Genre
	Series *string
	Volume *int
	Note   *string
}

var (
	isbn = prop.String("isbn").Pattern("^97[89][0-9]{10}$").Example("9780142437247").
		Rule("check_digit", "must end in its check digit", hasCheckDigit)
	title  = prop.String("title").MinLen(1).MaxLen(120).Example("Moby-Dick")
	pages  = prop.Int("pages").Min(1).Max(10_000).Example(720)
	series = prop.String("series").MinLen(1).MaxLen(120).Optional()
	volume = prop.Int("volume").Min(1).Optional()
	note   = prop.String("note").MaxLen(500).Optional().Describe("A note for the staff.")
)

var books = collection.Of("Book", func(b *Book) collection.Fields {
	return collection.Fields{
		isbn.At(&b.ISBN).Key(),
		title.At(&b.Title),
		pages.At(&b.Pages),
		genre.At(&b.Genre),
		series.AtOptional(&b.Series),
		volume.AtOptional(&b.Volume),
		note.AtOptional(&b.Note).VisibleTo(writeBooks),
	}
}).AllOrNone(series, volume)

var (
	noSuchBook = render.NewProblem(404, "no_such_book", "No such book.")
	bookExists = render.NewProblem(409, "book_exists", "The library has this book already.")
)

var shelf sync.Map // the books by their ISBN

var add = route.Post("/books", books.Create(), books.View()).
	Summary("Add a book").
	Scopes(writeBooks).
	Fails(bookExists).
	Handle(func(c *route.Call, in Book) (Book, error) {
		if _, exists := shelf.LoadOrStore(in.ISBN, in); exists {
			return Book{}, bookExists
		}
		return in, nil
	})

var show = route.Get("/books/{isbn}", books.View()).
	Summary("Show a book").
	Public().
	Path(isbn).
	Fails(noSuchBook).
	Handle(func(c *route.Call) (Book, error) {
		b, ok := shelf.Load(isbn.Get(c))
		if !ok {
			return Book{}, noSuchBook
		}
		return b.(Book), nil
	})

var api = tenon.New("Library", "1.0.0").
	Authenticate(keys).
	Add(add, show, list)

func main() {
	app, err := api.Build()
	if err != nil {
		log.Fatal(err) // every fault in the declarations, with file and line
	}
	mux := http.NewServeMux()
	mux.Handle("/", app)
	mux.Handle("/openapi.json", oas.Handler(app))
	mux.Handle("/docs/", docs.MustPage(app))
	mux.Handle("/{$}", http.RedirectHandler("/docs/", http.StatusFound))
	log.Fatal(tenon.Serve(context.Background(), "localhost:8080", mux, tenon.OnListen(func(a net.Addr) {
		log.Printf("listening on http://%s", a)
	})))
}
