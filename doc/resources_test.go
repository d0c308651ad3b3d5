package doc_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type Note struct {
	Name     string
	Text     string
	Revision int
}

var (
	noteName = prop.String("name").Pattern("^[a-z]{1,20}$")
	noteText = prop.String("text").MaxLen(1000)
)

var notes = collection.Of("Note", func(n *Note) collection.Fields {
	return collection.Fields{
		noteName.At(&n.Name).Key().Except(collection.Update),
		noteText.At(&n.Text),
	}
}).Versioned(func(n *Note) collection.Version {
	return collection.Version{Tag: strconv.Itoa(n.Revision)}
})

// Notes is a store. Each method implements an operation of the resource.
type Notes struct {
	mu  sync.Mutex // a database has transactions
	all []Note
}

func (s *Notes) List(_ context.Context, q paginate.Query) (paginate.Result[Note], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return mempage.Select(q, notes, s.all)
}

func (s *Notes) View(_ context.Context, name string) (Note, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.at(name)
	if err != nil {
		return Note{}, err
	}
	return *n, nil
}

func (s *Notes) Create(_ context.Context, in Note) (Note, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.at(in.Name); err == nil {
		return Note{}, render.Conflict
	}
	in.Revision = 1
	s.all = append(s.all, in)
	return in, nil
}

func (s *Notes) Update(_ context.Context, name string, p collection.Patch[Note]) (Note, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.at(name)
	if err != nil {
		return Note{}, err
	}
	if err := p.Apply(n); err != nil { // checks If-Match and the rules
		return Note{}, err
	}
	n.Revision++
	return *n, nil
}

func (s *Notes) Delete(_ context.Context, name string, unchanged func(*Note) error) (Note, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.at(name)
	if err != nil {
		return Note{}, err
	}
	if err := unchanged(n); err != nil { // checks If-Match
		return Note{}, err
	}
	gone := *n
	s.all = slices.DeleteFunc(s.all, func(n Note) bool { return n.Name == name })
	return gone, nil
}

func (s *Notes) at(name string) (*Note, error) {
	i := slices.IndexFunc(s.all, func(n Note) bool { return n.Name == name })
	if i < 0 {
		return nil, render.NotFound
	}
	return &s.all[i], nil
}

func Example_resource() {
	app := tenon.New("Notes", "1.0.0").Add(route.Resource("/notes", notes, noteName, &Notes{})).MustBuild()

	header := send(app, "POST", "/notes", `{"name": "milk", "text": "2 l"}`)
	fmt.Println(header.Get("Location"), header.Get("ETag"))
	send(app, "POST", "/notes", `{"name": "milk", "text": "3 l"}`)
	send(app, "GET", "/notes", "")
	send(app, "PATCH", "/notes/milk", `{"text": "1 l"}`)
	send(app, "PATCH", "/notes/milk", `{"name": "beer"}`)
	send(app, "DELETE", "/notes/milk", "")
	send(app, "GET", "/notes/milk", "")

	// Output:
	// 201 {"data":{"name":"milk","text":"2 l"}}
	// /notes/milk "1"
	// 409 {"title":"The entity conflicts with another.","status":409,"code":"conflict"}
	// 200 {"data":[{"name":"milk","text":"2 l"}],"pagination":{"page":1,"page_size":20,"has_more":false,"total_pages":1}}
	// 200 {"data":{"name":"milk","text":"1 l"}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"read_only","detail":"must not be changed","pointer":"#/name"}]}
	// 200 {"data":{"name":"milk"}}
	// 404 {"title":"No such entity.","status":404,"code":"no_such_entity"}
}

func Example_conditions() {
	app := tenon.New("Notes", "1.0.0").Add(route.Resource("/notes", notes, noteName, &Notes{})).MustBuild()

	tag := send(app, "POST", "/notes", `{"name": "milk", "text": "2 l"}`).Get("ETag")
	send(app, "GET", "/notes/milk", "", "If-None-Match: "+tag)
	send(app, "PATCH", "/notes/milk", `{"text": "1 l"}`, "If-Match: "+tag)
	send(app, "PATCH", "/notes/milk", `{"text": "3 l"}`, "If-Match: "+tag)

	// Output:
	// 201 {"data":{"name":"milk","text":"2 l"}}
	// 304
	// 200 {"data":{"name":"milk","text":"1 l"}}
	// 412 {"title":"Precondition Failed","status":412,"detail":"The resource does not meet the preconditions of the request.","code":"precondition_failed"}
}

func Example_requirePrecondition() {
	app := tenon.New("Notes", "1.0.0").
		Add(route.Resource("/notes", notes, noteName, &Notes{}).
			Set(route.On(route.OpUpdate).RequirePrecondition())).
		MustBuild()

	send(app, "PATCH", "/notes/milk", `{"text": "1 l"}`)

	// Output:
	// 428 {"title":"Precondition Required","status":428,"detail":"The request must include If-Match or If-Unmodified-Since.","code":"precondition_required"}
}

func Example_adjusted() {
	NameTaken := render.NewProblem(409, "name_taken", "The name is taken.")
	archive := route.Post("/notes/{name}/archive", collection.NoContent(), notes.View()).
		Path(noteName).
		Status(200).
		Handle(func(c *route.Call, _ collection.Empty) (Note, error) {
			return Note{Name: noteName.Get(c), Text: "archived"}, nil
		})

	app := tenon.New("Notes", "1.0.0").Add(
		route.Resource("/notes", notes, noteName, &Notes{}).
			Only(route.OpCreate | route.OpView | route.OpDelete).
			Set(route.On(route.OpCreate).Summary("Write a note").Timeout(time.Second)).
			NoContent().
			Conflict(NameTaken).
			With(archive),
	).MustBuild()

	for r := range app.Routes() {
		fmt.Println(strings.TrimSpace(fmt.Sprint(r.Method, " ", r.Path, " ", r.Summary)))
	}
	send(app, "POST", "/notes", `{"name": "milk", "text": "2 l"}`)
	send(app, "POST", "/notes", `{"name": "milk", "text": "2 l"}`)

	// Output:
	// POST /notes Write a note
	// GET /notes/{name} View a note
	// DELETE /notes/{name} Delete a note
	// POST /notes/{name}/archive
	// 201 {"data":{"name":"milk","text":"2 l"}}
	// 409 {"title":"The name is taken.","status":409,"code":"name_taken"}
}

func Example_nestedResource() {
	owner := prop.String("owner").Pattern("^[a-z]+$")
	boards := map[string]*Notes{"ann": {all: []Note{{Name: "milk", Text: "2 l"}}}}

	app := tenon.New("Notes", "1.0.0").Add(
		route.ResourceOf("/boards/{owner}/notes", notes, noteName, func(c *route.Call) *Notes {
			if board := boards[owner.Get(c)]; board != nil {
				return board
			}
			return &Notes{}
		}).Path(owner),
	).MustBuild()

	send(app, "GET", "/boards/ann/notes/milk", "")
	send(app, "GET", "/boards/bob/notes/milk", "")

	// Output:
	// 200 {"data":{"name":"milk","text":"2 l"}}
	// 404 {"title":"No such entity.","status":404,"code":"no_such_entity"}
}
