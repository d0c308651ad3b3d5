package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"strconv"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/docs"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

type Book struct {
	ISBN   string
	Title  string
	Pages  int
	Genre  Genre
	Series *string
	Volume *int
	Note   *string

	Revision int
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
		isbn.At(&b.ISBN).Key().Except(collection.Update),
		title.At(&b.Title),
		pages.At(&b.Pages),
		genre.At(&b.Genre),
		series.AtOptional(&b.Series),
		volume.AtOptional(&b.Volume),
		note.AtOptional(&b.Note).VisibleTo(writeBooks),
	}
}).AllOrNone(series, volume).
	Versioned(func(b *Book) collection.Version {
		return collection.Version{Tag: strconv.Itoa(b.Revision)}
	})

var (
	noSuchBook = render.NewProblem(404, "no_such_book", "No such book.")
	bookExists = render.NewProblem(409, "book_exists", "The library has this book already.")
)

func main() {
	store, err := openStore("library.db")
	if err != nil {
		log.Fatal(err)
	}
	app, err := newAPI(store).Build()
	if err != nil {
		log.Fatal(err) // every fault in the declarations, with file and line
	}
	mux := http.NewServeMux()
	mux.Handle("/", app)
	mux.Handle("/openapi.json", oas.Handler(app))
	mux.Handle("/docs/", docs.MustPage(app, docs.Version(oas.V31)))
	mux.Handle("/{$}", http.RedirectHandler("/docs/", http.StatusFound))
	log.Fatal(tenon.Serve(context.Background(), "localhost:8080", mux, tenon.OnListen(func(a net.Addr) {
		log.Printf("listening on http://%s", a)
	})))
}
