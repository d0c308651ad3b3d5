// Package chat has the wire of OpenAI's API: a completion that is JSON or a stream of events, contents
// that are a text or a list of parts, any JSON, files in forms, and lists by the key of an entity.
package chat

import (
	"cmp"
	"context"
	"fmt"
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

// NewAPI declares the API. clock returns the time, and key is the key of the account.
func NewAPI(clock func() time.Time, key string) tenon.API {
	s := &server{clock: clock}
	secret := authn.NewSecret(key).Hash()
	bearer := authn.Bearer("ApiKeyAuth", func(_ context.Context, token string) (authn.Identity, error) {
		if !authn.NewSecret(token).Matches(secret) {
			return authn.Identity{}, authn.Invalid("Incorrect API key provided.")
		}
		return authn.New("org-1"), nil
	})
	return tenon.New("Chat", "2026-11-23").
		Describe("An API whose wire is that of OpenAI's.").
		Authenticate(bearer).
		Renderer(render.NoEnvelope()).
		ProblemFormat(errors).
		Add(route.Group("/v1", s.completions(), s.files(), s.models()))
}

// server has the data in memory.
type server struct {
	clock  func() time.Time
	mu     sync.Mutex
	made   int
	stored []Completion
	kept   []File
}

// next returns an ID of a kind. The server must be locked.
func (s *server) next(prefix string) string {
	s.made++
	return fmt.Sprintf("%s%04d", prefix, s.made)
}

// fault is an error: {"error": {"message": …, "type": …, "param": …, "code": …}}.
type fault struct {
	Message, Type string
	Param, Code   *string
}

// errors is the format of errors. Requests that violate the declaration have 400 in place of 422.
var errors = render.NewFormat(collection.Of("ErrorResponse", func(f *fault) collection.Fields {
	return collection.Fields{collection.Of("Error", func(f *fault) collection.Fields {
		return collection.Fields{
			prop.String("message").At(&f.Message),
			prop.String("type").At(&f.Type),
			prop.Nullable(prop.String("param")).At(&f.Param),
			prop.Nullable(prop.String("code")).At(&f.Code),
		}
	}).Object().As("error").At(f)}
}).View(), func(f render.Fields) fault {
	out := fault{Message: cmp.Or(f.Detail, f.Title), Type: "invalid_request_error", Code: &f.Code}
	if f.Status >= 500 {
		out.Type = "server_error"
	}
	for i, v := range f.Violations {
		path := v.Dotted()
		if text := fmt.Sprintf("'%s' %s.", path, v.Detail); i > 0 {
			out.Message += " " + text
		} else {
			out.Message, out.Param, out.Code = text, &path, &v.Code
		}
	}
	return out
}, nil).Status(422, 400)

// NotFound is the problem of an ID that nothing has.
var NotFound = render.NewProblem(404, "not_found", "There is no such object.")

// The properties that objects share.
var (
	created  = prop.UnixTime("created").ReadOnly()
	metadata = prop.Map(prop.String("metadata").MaxLen(512)).MaxProperties(16).Default(map[string]string{})
	listed   = render.Envelope("data")
)

// object declares the member that names the kind of an object.
func object(name string) collection.Field {
	return collection.Fixed(prop.Const("object", name).ReadOnly())
}

// pages are the pages of every list.
func pages(key *prop.StringProp[string]) paginate.Plan {
	return paginate.ByKey(key).Default(20).Max(100).ForwardOnly().Names(paginate.Names{After: "after"}).
		Pagination("", paginate.Fixed("object", "list"), paginate.FirstKey("first_id"), paginate.LastKey("last_id"), paginate.HasMore("has_more"))
}

// deleted declares what is left of an object: {"id": …, "object": …, "deleted": true}.
func deleted[T any](name, kind string, key func(*T) collection.Field) *collection.Collection[T] {
	return collection.Of(name, func(t *T) collection.Fields {
		return collection.Fields{key(t), object(kind), collection.Fixed(prop.Const("deleted", true))}
	})
}
