// Package payments has the wire of Stripe's API: forms with brackets, lists by the key of an entity,
// members that are an ID or the object, unix times, and errors of their own.
package payments

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// NewAPI declares the API. clock returns the time, and key is the secret key of the account.
func NewAPI(clock func() time.Time, key string) tenon.API {
	s := &server{clock: clock, keys: idempotency.Memory()}
	secret := authn.NewSecret(key).Hash()
	check := func(given authn.Secret) (authn.Identity, error) {
		if !given.Matches(secret) {
			return authn.Identity{}, authn.Invalid("The API key is not valid.")
		}
		return authn.New("acct_1"), nil
	}
	bearer := authn.Bearer("bearerAuth", func(_ context.Context, token string) (authn.Identity, error) { return check(authn.NewSecret(token)) })
	basic := authn.Basic("basicAuth", func(_ context.Context, user string, _ authn.Secret) (authn.Identity, error) {
		return check(authn.NewSecret(user))
	})
	return tenon.New("Payments", "2026-11-23").
		Describe("An API whose wire is that of Stripe's.").
		Authenticate(basic, bearer).
		Renderer(render.NoEnvelope()).
		ProblemFormat(errors).
		Add(route.Group("/v1", s.customers(), s.prices(), s.intents(), s.refunds()))
}

// server has what handlers need.
type server struct {
	store
	clock func() time.Time
	keys  idempotency.Store
}

// fault is an error: {"error": {"type": …, "code": …, "param": …, "message": …}}.
type fault struct {
	Type, Message string
	Code, Param   *string
}

// errors is the format of errors. Requests that violate the declaration have 400 in place of 422. An
// error names the first parameter, and its message all of them.
var errors = render.NewFormat(collection.Of("Error", func(f *fault) collection.Fields {
	return collection.Fields{collection.Of("ErrorDetail", func(f *fault) collection.Fields {
		return collection.Fields{
			prop.Enum("type", "api_error", "card_error", "idempotency_error", "invalid_request_error").At(&f.Type),
			prop.String("code").Optional().AtOptional(&f.Code),
			prop.String("param").Optional().AtOptional(&f.Param),
			prop.String("message").At(&f.Message),
		}
	}).Object().As("error").At(f)}
}).View(), describe, nil).Status(422, 400)

func describe(f render.Fields) fault {
	out := fault{Type: "invalid_request_error", Message: cmp.Or(f.Detail, f.Title)}
	switch {
	case f.Status >= 500:
		out.Type = "api_error"
	case f.Status == 402:
		out.Type = "card_error"
	case strings.HasPrefix(f.Code, "idempotency_key"):
		out.Type = "idempotency_error"
	}
	code := f.Code
	if len(f.Violations) > 0 {
		first, texts := f.Violations[0], []string{}
		for _, v := range f.Violations {
			texts = append(texts, strings.TrimSpace(v.Brackets()+" "+v.Detail))
		}
		out.Message = strings.Join(texts, "; ") + "."
		if path := first.Brackets(); path != "" {
			out.Param = &path
		}
		code = codes[first.Code]
	}
	if code != "" {
		out.Code = &code
	}
	return out
}

// codes are the codes of violations, by those of the library.
var codes = map[string]string{
	"required": "parameter_missing", "unknown": "parameter_unknown", "type": "parameter_invalid", "key": "resource_missing",
	"min": "parameter_invalid_integer", "max": "parameter_invalid_integer", "min_length": "parameter_invalid_empty",
}

// Missing is the problem of an ID that nothing has.
var Missing = render.NewProblem(404, "resource_missing", "There is no such object.")

// The properties that objects share.
var (
	created  = prop.UnixTime("created").ReadOnly().Describe("When the object was created, in seconds since 1970.")
	metadata = prop.Map(prop.String("metadata").MaxLen(500)).MaxProperties(50).Default(map[string]string{}).Describe("Texts of your own.")
	currency = prop.String("currency").Pattern("^[a-z]{3}$").Describe("An ISO 4217 code in lower case.")
	expands  = prop.Array(prop.Enum("expand", "customer")).MaxItems(4).Optional().Describe("Members to have as objects.")
	expand   = route.DeepObject(expands)
)

// form reads a collection from a form with brackets.
func form[T any](c *collection.Collection[T], members ...prop.Prop) route.Body[T] {
	for i, p := range members {
		members[i] = route.DeepObject(p)
	}
	return route.Form(c.Create(), members...)
}

// id declares the ID of a kind of objects.
func id(prefix string) *prop.StringProp[string] {
	return prop.String("id").MaxLen(64).Pattern("^" + prefix + "_[0-9A-Za-z]+$")
}

// object declares the member that names the kind of an object.
func object(name string) collection.Field {
	return collection.Fixed(prop.Const("object", name).ReadOnly())
}

// pages are the pages of every list.
func pages(key *prop.StringProp[string], url string) paginate.Plan {
	return paginate.ByKey(key).Default(10).Max(100).Pagination("",
		paginate.Fixed("object", "list"), paginate.Fixed("url", url), paginate.HasMore("has_more"))
}

// listed is the envelope of lists.
var listed = render.Envelope("data")

// A span is a filter for times.
type span struct{ gt, gte, lt, lte *time.Time }

var spans = collection.Of("Span", func(s *span) collection.Fields {
	return collection.Fields{
		prop.UnixTime("gt").Optional().AtOptional(&s.gt), prop.UnixTime("gte").Optional().AtOptional(&s.gte),
		prop.UnixTime("lt").Optional().AtOptional(&s.lt), prop.UnixTime("lte").Optional().AtOptional(&s.lte),
	}
})

// createdIn filters lists: created=1700000000, or created[gte]=1700000000&created[lt]=1800000000.
var createdIn = prop.Union(collection.OneOf("CreatedFilter",
	collection.Case(prop.UnixTime("at"), func(at time.Time) span { return span{gte: &at, lte: &at} },
		func(s span) (at time.Time, ok bool) { return at, false }),
	collection.Case(spans, func(s span) span { return s }, func(s span) (span, bool) { return s, true }),
)).As("created").Optional()

func (s span) has(t time.Time) bool {
	return (s.gt == nil || t.After(*s.gt)) && (s.gte == nil || !t.Before(*s.gte)) &&
		(s.lt == nil || t.Before(*s.lt)) && (s.lte == nil || !t.After(*s.lte))
}
