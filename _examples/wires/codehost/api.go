// Package codehost has the wire of GitHub's API: vendor media types, pages with Link headers, entity
// tags, paths of files, changes with null, and errors of their own.
package codehost

import (
	"cmp"
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Media types.
const (
	vendor = "application/vnd.codehost+json"
	plain  = "application/json"
	raw    = "application/vnd.codehost.raw"
	html   = "application/vnd.codehost.html"
)

// NewAPI declares the API with one repository, ann/whale. clock returns the time; users has the users
// by their tokens.
func NewAPI(clock func() time.Time, users map[string]string) tenon.API {
	s := newServer(clock)
	bearer := authn.Bearer("token", func(_ context.Context, token string) (authn.Identity, error) {
		if login := users[token]; login != "" {
			return authn.New(login), nil
		}
		return authn.Identity{}, authn.Invalid("Bad credentials")
	})
	return tenon.New("Code host", "2026-11-23").
		Describe("An API whose wire is that of GitHub's.").
		Authenticate(bearer).
		Renderer(render.NoEnvelope()).
		ProblemFormat(errors).
		Add(s.repositories(), s.stars())
}

// server has the data in memory.
type server struct {
	clock   func() time.Time
	mu      sync.Mutex
	made    int
	repos   map[string]*Repo
	starred map[string]bool
}

// vendored sends JSON with the media type of the API, and as application/json to other clients.
func vendored[T any](b route.Body[T]) route.Body[T] { return route.JSON(b, vendor, plain) }

// fault is an error: {"message": …, "documentation_url": …, "status": "422", "errors": […]}.
type fault struct {
	Message, Status string
	Errors          *[]detail
}

type detail struct{ Field, Code, Message string }

var details = collection.Of("ErrorDetail", func(d *detail) collection.Fields {
	return collection.Fields{
		prop.String("field").At(&d.Field), prop.String("code").At(&d.Code), prop.String("message").At(&d.Message),
	}
})

// errors is the format of errors.
var errors = render.NewFormat(collection.Of("BasicError", func(f *fault) collection.Fields {
	return collection.Fields{
		prop.String("message").At(&f.Message),
		collection.Fixed(prop.Const("documentation_url", "https://docs.codehost.example/rest")),
		prop.String("status").At(&f.Status),
		details.Array("errors").Optional().AtOptional(&f.Errors),
	}
}).View(), func(f render.Fields) fault {
	out := fault{Message: cmp.Or(f.Detail, f.Title), Status: strconv.Itoa(f.Status)}
	if f.Violations != nil {
		out.Errors = new([]detail)
	}
	for _, v := range f.Violations {
		*out.Errors = append(*out.Errors, detail{v.Dotted(), cmp.Or(codes[v.Code], "invalid"), v.Detail})
	}
	return out
}, nil)

// codes are the codes of violations, by those of the library.
var codes = map[string]string{"required": "missing_field", "unknown": "unprocessable"}

// The properties that several objects have.
var (
	owner     = prop.String("owner").Pattern("^[0-9A-Za-z-]{1,39}$")
	repo      = prop.String("repo").Pattern("^[0-9A-Za-z._-]{1,100}$")
	login     = prop.String("login").ReadOnly()
	createdAt = prop.DateTime("created_at").Fraction(0).ReadOnly()
	updatedAt = prop.DateTime("updated_at").Fraction(0).ReadOnly()
)

// A User wrote something.
type User struct{ Login string }

var users = collection.Of("SimpleUser", func(u *User) collection.Fields { return collection.Fields{login.At(&u.Login)} })

// caller returns the user of a request.
func caller(c *route.Call) User { return User{authn.FromContext(c.Context()).Subject()} }

// pages are those of every list: a bare array, with links to other pages.
var pages = paginate.ByPage().Default(30).Max(100).Pagination("").
	Names(paginate.Names{Limit: "per_page", OrderBy: "sort", Direction: "direction"})
