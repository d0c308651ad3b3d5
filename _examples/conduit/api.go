package main

import (
	"cmp"
	"strings"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// server has what handlers need.
type server struct {
	store  *Store
	tokens *Tokens
}

// newAPI declares the API.
func newAPI(store *Store, tokens *Tokens, origins []string) (*tenon.App, error) {
	s := server{store, tokens}
	api := tenon.New("RealWorld Conduit API", "1.1.0").
		Describe("Conduit API documentation").
		Contact("RealWorld", "https://realworld-docs.netlify.app/", "").
		License("MIT License", "https://opensource.org/licenses/MIT").
		Tag("Articles", "").Tag("Comments", "").Tag("Favorites", "").
		Tag("Profile", "").Tag("Tags", "").Tag("User and Authentication", "").
		Authenticate(s.scheme()).
		ProblemFormat(errorFormat).
		IgnoreUnknownMembers().
		Limits(route.Limits{Body: 256 << 10}).
		Timeout(10*time.Second).
		SecurityHeaders(tenon.HeaderPolicy{}).
		Add(s.userRoutes(), s.profileRoutes()).
		Add(s.articleLists(), s.articleRoutes(), s.favoriteRoutes(), s.commentRoutes(), s.tagRoutes())
	if len(origins) > 0 {
		api = api.CORS(cors.Origins(origins...).MaxAge(time.Hour))
	}
	return api.Build()
}

// guesses limits how often an address can try passwords, and learn whether an email address or
// a username is taken.
var guesses = throttle.PerMinute(60).Name("guesses")

// errorFormat is that of RealWorld: {"errors": {"body": ["title is required"]}}. It has one status
// for all bad requests, and a 401 without content.
var errorFormat = render.NewFormat(collection.Of("GenericErrorModel", func(e *[]string) collection.Fields {
	return collection.Fields{
		collection.Of("Errors", func(e *[]string) collection.Fields {
			return collection.Fields{prop.Array(prop.String("body")).At(e)}
		}).Object().As("errors").At(e),
	}
}).View(), messages, nil).Status(400, 422).NoContent(401)

// messages returns the texts of a problem: one for each violation.
func messages(f render.Fields) (list []string) {
	for _, v := range f.Violations {
		list = append(list, v.Parameter+strings.TrimPrefix(v.Pointer, "#/")+" "+v.Detail)
	}
	if list == nil {
		list = []string{cmp.Or(f.Detail, f.Title)}
	}
	return list
}

// wrapped returns the collection of an object with an object of c in it, such as {"user": {…}}.
func wrapped[T any](c *collection.Collection[T], name, member string) *collection.Collection[T] {
	object := c.Object().As(member)
	return collection.Of(name, func(t *T) collection.Fields { return collection.Fields{object.At(t)} }).
		RequiredInUpdate(object)
}

// text declares a string that both databases can store.
func text(name string, max int) *prop.StringProp[string] {
	return prop.String(name).MaxLen(max).NoNUL()
}
