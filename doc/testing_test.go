package doc_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

func TestBookRules(t *testing.T) {
	for text, want := range map[string]string{
		`{"title": "Typee", "pages": 325}`: "",
		`{"title": "", "pages": 325}`:      "#/title: must have at least 1 character (min_length)",
		`{"title": "Typee", "pages": "1"}`: "#/pages: must be an integer (type)",
	} {
		got := ""
		if _, err := books.Create().Parse([]byte(text)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestTitleDeclaration(t *testing.T) {
	want := prop.String("title").MinLen(1).MaxLen(120)
	if !title.Equal(want) {
		t.Errorf("got %v, want %v", title, want)
	}
}

func TestListFiltersAndSorts(t *testing.T) {
	q, err := ListBooks.Parse("min_pages=300&order_by=-title")
	if err != nil {
		t.Fatal(err)
	}
	page, err := shelf.List(t.Context(), q)
	if err != nil || len(page.Items) != 2 || page.Items[0].Title != "Omoo" {
		t.Errorf("%v, %v", page, err)
	}
}

func TestAddedBookIsShown(t *testing.T) {
	c := client.Local(library()) // the whole pipeline, without a socket
	added, err := AddBook.Call(t.Context(), c, Book{Title: "Moby-Dick", Pages: 635, Genre: Novel})
	if err != nil {
		t.Fatal(err)
	}
	shown, err := ShowBook.Call(t.Context(), c, bookID.Is(added.ID))
	if err != nil || shown.Title != added.Title {
		t.Errorf("%v, %v", shown, err)
	}
}

func Example_responseChecks() {
	wrong := route.Get("/wrong", books.View()).
		Handle(func(*route.Call) (Book, error) {
			return Book{ID: mobyDick, Title: "Typee", Pages: -1, Genre: Novel}, nil
		})
	app := tenon.New("Library", "1.0.0").
		CheckResponses(tenon.Always). // the default in tests
		Logger(quiet).
		Add(wrong).
		MustBuild()

	send(app, "GET", "/wrong", "")

	// Output:
	// 500 {"title":"Internal Server Error","status":500,"detail":"The server failed to answer the request.","code":"internal_error"}
}

func Example_identityInTests() {
	ctx := authn.NewContext(context.Background(), authn.New("ann").Scopes("books:read"))
	fmt.Println(authn.FromContext(ctx).Subject(), authn.FromContext(ctx).Has("books:read"))

	// Output:
	// ann true
}

func TestRoutesRequireAKey(t *testing.T) {
	app := tenon.New("Library", "1.0.0").Authenticate(staff).Add(show, create).MustBuild()
	var failure *client.ProblemError
	_, err := ShowBook.Call(t.Context(), client.Local(app), bookID.Is(mobyDick))
	if !errors.As(err, &failure) || failure.Status != http.StatusUnauthorized {
		t.Error(err)
	}
}

func TestNotesKeepWhatClientsWrite(t *testing.T) {
	app := tenon.New("Notes", "1.0.0").Add(route.Resource("/notes", notes, noteName, &Notes{})).MustBuild()
	apitest.Laws(t, app)
	apitest.Histories(t, app)
}

func FuzzNotes(f *testing.F) {
	app := tenon.New("Notes", "1.0.0").Add(route.Resource("/notes", notes, noteName, &Notes{})).MustBuild()
	apitest.Fuzz(f, app)
}

// Forgetful counts a change without storing it.
type Forgetful struct{ *Notes }

func (s Forgetful) Update(ctx context.Context, name string, p collection.Patch[Note]) (Note, error) {
	n, err := s.View(ctx, name)
	if err == nil {
		err = p.Apply(&n)
	}
	n.Revision++
	return n, err
}

func noteApp() *tenon.App {
	return tenon.New("Notes", "1.0.0").
		Use(apitest.Mutant).
		Add(route.Resource("/notes", notes, noteName, &Notes{})).
		MustBuild()
}

func TestNoteLaws(t *testing.T) {
	apitest.Laws(t, noteApp(), apitest.Seed(1))
	apitest.Histories(t, noteApp(), apitest.Seed(1), apitest.Runs(20))
}

func TestNoteMutants(t *testing.T) {
	apitest.Mutants(t, noteApp(), apitest.Tests("^TestNoteLaws$"))
}

func Example_history() {
	build := func() *tenon.App {
		return tenon.New("Notes", "1.0.0").
			Add(route.Resource("/notes", notes, noteName, Forgetful{&Notes{}}).Only(route.OpCreate | route.OpView | route.OpUpdate)).
			MustBuild()
	}
	apitest.Histories(printed{}, build(), apitest.Fresh(func() http.Handler { return build() }), apitest.Seed(1))

	// Output:
	// a view shows the last state
	// GET /notes/{name}: text: "text", not "text2"
	// history: create, patch
	// curl -X POST 'http://localhost:8080/notes' -H 'Content-Type: application/json' -d '{"name":"r","text":"text"}'
	//   # anonymous: 201 {"data":{"name":"r","text":"text"}}
	// curl -X PATCH 'http://localhost:8080/notes/r' -H 'Content-Type: application/merge-patch+json' -d '{"text":"text2"}'
	//   # anonymous: 200 {"data":{"name":"r","text":"text2"}}
	// curl -X GET 'http://localhost:8080/notes/r'
	//   # anonymous: 200 {"data":{"name":"r","text":"text"}}
	// in Go:
	// r1 := apitest.Send(t, app, nil, "POST", "/notes", `{"name":"r","text":"text"}`, "Content-Type", "application/json")
	// apitest.Send(t, app, nil, "PATCH", r1.Location(), `{"text":"text2"}`, "Content-Type", "application/merge-patch+json")
	// apitest.Send(t, app, nil, "GET", r1.Location(), "")
	// seed 1
}

func Example_mock() {
	api := tenon.New("Library", "1.0.0").Add(
		route.Resource("/books", books, bookID, apitest.NoStore[Book, string]{}).
			Filters(paginate.AtLeast(pages)).
			NotFound(NoSuchBook),
		route.Get("/books/{id}/blurb", books.View().Example("omoo", "", Book{ID: omoo, Title: "Omoo", Pages: 375, Genre: Novel})).
			Path(bookID),
	)
	mock := apitest.Mock(api, apitest.Entities(1))

	send(mock, "GET", "/books", "")
	send(mock, "POST", "/books", `{"title": "Moby-Dick", "pages": 635}`)
	send(mock, "GET", "/books?min_pages=600", "")
	send(mock, "POST", "/books", `{"title": "", "pages": 635}`)
	send(mock, "GET", "/books/"+leaves, "")
	send(mock, "GET", "/books/"+leaves+"/blurb", "")

	// Output:
	// 200 {"data":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"text","pages":1,"genre":"novel","note":"text"}],"pagination":{"page":1,"page_size":20,"has_more":false,"total_pages":1}}
	// 201 {"data":{"id":"0aa1b357-c9d9-4279-819c-b2a4ad7cdda1","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
	// 200 {"data":[{"id":"0aa1b357-c9d9-4279-819c-b2a4ad7cdda1","title":"Moby-Dick","pages":635,"genre":"novel","note":null}],"pagination":{"page":1,"page_size":20,"has_more":false,"total_pages":1}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 1 character","pointer":"#/title","params":{"min":1}}]}
	// 404 {"title":"No such book.","status":404,"code":"no_such_book"}
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f59","title":"Omoo","pages":375,"genre":"novel","note":null}}
}

func Example_limitTests() {
	build := func() *tenon.App {
		perConnection := throttle.PerMinute(20).By("client", func(r *http.Request) string { return r.RemoteAddr })
		return tenon.New("Library", "1.0.0").Throttle(perConnection).Add(show).MustBuild()
	}
	apitest.Limits(printed{}, build(), apitest.Fresh(func() http.Handler { return build() }), apitest.Seed(1))

	// Output:
	// what remains of a limit decreases with each request of a client
	// GET /books/{id} responds with 19 remaining requests, as to the request before
	// curl -X GET 'http://localhost:8080/books/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57?no_such_parameter=1'
	//   # anonymous: 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"unknown","detail":"is not recognized","in":"query","parameter…
	//   # and 1 times more
	// in Go:
	// apitest.Send(t, app, nil, "GET", "/books/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57?no_such_parameter=1", "")
	// apitest.Send(t, app, nil, "GET", "/books/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57?no_such_parameter=1", "")
	// seed 1
}

// printed prints the failures about views and limits.
type printed struct{ testing.TB }

func (printed) Helper()             {}
func (printed) Logf(string, ...any) {}
func (printed) Errorf(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); strings.HasPrefix(text, "a view") || strings.HasPrefix(text, "what remains") {
		fmt.Print(text)
	}
}

func TestKeysAreReplayedForADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		added := 0
		add := route.Post("/books", books.Create(), books.View()).
			Idempotent(24*time.Hour, idempotency.Memory()).
			Handle(func(c *route.Call, b Book) (Book, error) { added++; return insert(c.Context(), b) })
		app := tenon.New("Library", "1.0.0").Add(add).MustBuild()
		send := func() {
			apitest.Send(t, app, nil, "POST", "/books", `{"title":"Typee","pages":325}`, "Content-Type", "application/json", "Idempotency-Key", "k1")
		}
		send()
		time.Sleep(24*time.Hour - time.Nanosecond)
		if send(); added != 1 {
			t.Errorf("within a day, the book is added %d times", added)
		}
		time.Sleep(time.Nanosecond)
		if send(); added != 2 {
			t.Errorf("after a day, the book is added %d times", added)
		}
	})
}

func TestKeysExpireByTheClock(t *testing.T) {
	var clock apitest.Clock
	store := idempotency.Memory(idempotency.Clock(clock.Now))
	key, print := idempotency.KeyOf("ann", "k1"), idempotency.FingerprintOf(nil)
	for _, move := range []time.Duration{0, 24 * time.Hour} {
		clock.Move(move)
		out, err := store.Reserve(t.Context(), key, print, 24*time.Hour)
		if err != nil || out.State != idempotency.Started {
			t.Errorf("after %v: %v, %v", move, out.State, err)
		}
	}
}
