package main

import (
	"log/slog"
	"net/http"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Parameters and headers of several operations.
var (
	name     = prop.String("name").Pattern(`^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*$`).MaxLen(255)
	digest   = prop.String("digest").Pattern(`^(sha256:[a-f0-9]{64}|sha512:[a-f0-9]{128})$`)
	location = prop.URIReference("Location")
	content  = digest.As("Docker-Content-Digest")
)

// Actions are what a scope allows, as in repository:library/moby:pull.
const (
	pull   = "repository:{name}:pull"
	push   = "repository:{name}:push"
	remove = "repository:{name}:delete"
)

// registry serves the repositories of a store.
type registry struct {
	store  *store
	tokens *tokens // nil: everyone may do everything
}

// api declares the API of the OCI Distribution Specification 1.1.
func (s *registry) api(log *slog.Logger) tenon.API {
	api := tenon.New("Registry", "1.1.0").
		Describe("A registry of containers and other artifacts, as the [OCI Distribution Specification](https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md) has it.").
		Logger(log).
		Renderer(render.NoEnvelope()).
		ProblemFormat(errorFormat).
		IgnoreUnknown().
		Limits(route.Limits{Body: manifestSize})
	if s.tokens != nil {
		api = api.Authenticate(s.tokens.scheme())
	}
	return api.Add(
		route.Get("/v2/", collection.NoContent()).Status(200).
			ID("ping").Summary("Check the version of the API and the credentials").Tag("registry").
			Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
		route.Group("/v2/{name...}",
			s.blobs(),
			s.uploads(),
			s.manifests(),
			s.tags(),
			s.referrers(),
		).Path(name),
	)
}

// server serves the API, and that of the tokens.
type server struct {
	*tenon.App
	tokens *tenon.App // or nil
}

func (s *registry) build(log *slog.Logger) (all server, err error) {
	if all.App, err = s.api(log).Build(); err == nil && s.tokens != nil {
		all.tokens, err = s.tokens.api(log).Build()
	}
	return all, err
}

func (s server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.tokens != nil && r.URL.Path == "/token" {
		s.tokens.ServeHTTP(w, r)
		return
	}
	s.App.ServeHTTP(w, r)
}

// scoped adds the scopes of a repository, if callers have scopes.
func scoped[R interface{ Scopes(...string) R }](s *registry, r R, scopes ...string) R {
	if s.tokens == nil {
		return r
	}
	return r.Scopes(scopes...)
}

// Problems of the specification.
var (
	blobUnknown     = render.NewProblem(404, "BLOB_UNKNOWN", "The repository does not have the blob.")
	uploadUnknown   = render.NewProblem(404, "BLOB_UPLOAD_UNKNOWN", "There is no such upload.")
	uploadInvalid   = render.NewProblem(416, "BLOB_UPLOAD_INVALID", "The chunk does not continue the upload.")
	digestInvalid   = render.NewProblem(400, "DIGEST_INVALID", "The content does not have the digest.")
	manifestBlob    = render.NewProblem(404, "MANIFEST_BLOB_UNKNOWN", "The manifest references a blob that the repository does not have.")
	manifestInvalid = render.NewProblem(400, "MANIFEST_INVALID", "The manifest is not valid.")
	manifestUnknown = render.NewProblem(404, "MANIFEST_UNKNOWN", "The repository does not have the manifest.")
	nameUnknown     = render.NewProblem(404, "NAME_UNKNOWN", "There is no such repository.")
)

// failure is the form of errors: {"errors": [{"code": "BLOB_UNKNOWN", "message": …, "detail": …}]}.
type failure struct {
	Code, Message string
	Detail        *string
}

var (
	failures = collection.Of("Error", func(f *failure) collection.Fields {
		return collection.Fields{
			prop.String("code").At(&f.Code), prop.String("message").At(&f.Message),
			prop.String("detail").Optional().AtOptional(&f.Detail),
		}
	})
	errorList = collection.Of("Errors", func(all *[]failure) collection.Fields {
		return collection.Fields{prop.Array(prop.Object(failures)).As("errors").MinItems(1).At(all)}
	})
	errorFormat = render.NewFormat(errorList.View(), formatted, nil).Status(422, 400)
)

// codes are those of the specification for problems of the library.
var codes = map[string]string{
	"unauthenticated": "UNAUTHORIZED", "invalid_credentials": "UNAUTHORIZED", "malformed_credentials": "UNAUTHORIZED",
	"insufficient_scope": "DENIED", "forbidden": "DENIED", "rate_limited": "TOOMANYREQUESTS",
	"not_found": "NAME_UNKNOWN", "content_too_large": "SIZE_INVALID", "range_not_satisfiable": "SIZE_INVALID",
}

func formatted(f render.Fields) (all []failure) {
	code := codes[f.Code]
	switch {
	case strings.ToUpper(f.Code) == f.Code:
		code = f.Code
	case code == "":
		code = "UNSUPPORTED"
	}
	for _, v := range f.Violations {
		own := code
		switch v.Parameter {
		case "name":
			own = "NAME_INVALID"
		case "digest", "mount":
			own = "DIGEST_INVALID"
		}
		all = append(all, failure{own, f.Title, new(v.Parameter + v.Pointer + " " + v.Detail)})
	}
	if all == nil {
		all = []failure{{code, f.Title, nil}}
		if f.Detail != "" {
			all[0].Detail = &f.Detail
		}
	}
	return all
}
