package faults_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func TestBuildReportsDeprecations(t *testing.T) {
	early, late := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	none := func() *route.Route { return route.Get("/a", kit.Empty).Handle(kit.ServeEmpty) }
	kit.CheckFaults(t,
		kit.Faulty(kit.API(none().DeprecatedAt(late).Sunset(early)), `GET /a: Sunset(2025-01-01T00:00:00Z) is before DeprecatedAt(2026-01-01T00:00:00Z)`),
		kit.Faulty(kit.API(none().Sunset(early).DeprecatedAt(late)), `GET /a: Sunset(2025-01-01T00:00:00Z) is before DeprecatedAt(2026-01-01T00:00:00Z)`),
		kit.Faulty(kit.API(route.Group("/g", none().Sunset(early)).DeprecatedAt(late)), `GET /g/a: Sunset(2025-01-01T00:00:00Z) is before DeprecatedAt(2026-01-01T00:00:00Z)`),
		kit.Faulty(kit.API(none().DeprecatedAt(time.Time{})), `GET /a: DeprecatedAt: the time is zero`),
		kit.Faulty(kit.API(none().Sunset(time.Time{})), `GET /a: Sunset: the time is zero`),
		kit.Faulty(kit.API(none().Sunset(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))), `GET /a: Sunset: the year 10000 is not from 1 to 9999`),
		kit.Faulty(kit.API(route.Group("/g", none()).DeprecatedAt(time.Time{})), `DeprecatedAt: the time is zero`),
		kit.Faulty(kit.API(route.Group("/g", none()).Sunset(time.Time{})), `Sunset: the time is zero`),
		kit.Faulty(kit.API(none().Sunset(late).ResponseHeader(prop.String("sunset"))), `GET /a: header "sunset" is sent already by what ResponseHeader declares`),
	)
}

func TestBuildReportsWhatADocumentCannotHave(t *testing.T) {
	none := func() *route.Route { return route.Get("/a", kit.Empty).Handle(kit.ServeEmpty) }
	const bad = "https://a b"
	kit.CheckFaults(t,
		kit.Faulty(kit.API(none().Docs(meta.Audience())), `GET /a: Audience needs names`),
		kit.Faulty(kit.API(none().Docs(meta.Audience("staff", ""))), `GET /a: Audience needs names`),
		kit.Faulty(kit.API(route.Group("/g", none()).Docs(meta.Audience())), `Audience needs names`),
		kit.Faulty(kit.API(none().Docs(meta.ExternalDocs(bad, ""))), `GET /a: ExternalDocs("https://a b"): not a URL (RFC 3986 §4.1)`),
		kit.Faulty(kit.API(none().Docs(meta.Extension("x-itemSchema", "1"))), `GET /a: Extension("x-itemSchema"): the library has an extension with this name`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Docs(meta.ExternalDocs("", "Nowhere."))), `property "n": ExternalDocs(""): not a URL (RFC 3986 §4.1)`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Docs(meta.Extension("x-rules", "[]"))), `property "n": Extension("x-rules"): the library has an extension with this name`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).Docs(meta.ExternalDocs(bad, ""))), `collection "A": ExternalDocs("https://a b"): not a URL (RFC 3986 §4.1)`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).Docs(meta.Extension("x-visible-to", "[]"))), `collection "A": Extension("x-visible-to"): the library has an extension with this name`),
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).Docs(meta.Extension("x-webhooks", "{}")), `Extension("x-webhooks"): the library has an extension with this name`),
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).Terms(bad), `Terms("https://a b"): not a URL (RFC 3986 §4.1)`),
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).Docs(meta.ExternalDocs(bad, "")), `ExternalDocs("https://a b"): not a URL (RFC 3986 §4.1)`),
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).License("MIT", bad), `License("https://a b"): not a URL (RFC 3986 §4.1)`),
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).Contact("", bad, ""), `Contact("https://a b"): not a URL (RFC 3986 §4.1)`),
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).SPDX(""), `SPDX("") is not a license expression such as Apache-2.0`),
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).SPDX("MIT/X11"), `SPDX("MIT/X11") is not a license expression such as Apache-2.0`),
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).SPDX("MIT").License("MIT", "https://a"), `SPDX("MIT") conflicts with the URL of License; declare one of them`),
	)
}

func TestBuildReportsServersAndTags(t *testing.T) {
	api := tenon.New("A", "1").Add(route.Health("/health"))
	kit.CheckFaults(t,
		kit.Faulty(api.Servers(tenon.Server{}.Describe("Here.")), `server "" is not a URL`),
		kit.Faulty(api.Servers(tenon.NewServer("https://a/{v}")), `server "https://a/{v}": variable v is not declared; see Server.Variable`),
		kit.Faulty(api.Servers(tenon.NewServer("https://a/v").Variable("v", "1", "")), `server "https://a/v": variable v is not in the URL`),
		kit.Faulty(api.Servers(tenon.NewServer("https://a/{v}").Variable("v", "1", "").Variable("v", "2", "")), `server "https://a/{v}": variable v is declared twice`),
		kit.Faulty(api.Servers(tenon.NewServer("https://a/{}").Variable("", "1", "")), `server "https://a/{}": a variable needs a name`),
		kit.Faulty(api.Servers(tenon.NewServer("https://a/{v}").Variable("v", "3", "", "1", "2")), `server "https://a/{v}": variable v is none of its values without a choice`),
		kit.Faulty(api.Servers(tenon.NewServer("https://a/{v}").Variable("v", "1", "", "1", "1")), `server "https://a/{v}": variable v has a value twice`),
		kit.Faulty(api.Servers(tenon.NewServer("https://{v}/").Variable("v", "a b", "")), `server "https://{v}/" is not a URL`),
		kit.Faulty(api.Servers(tenon.NewServer("https://a/{v").Variable("v", "1", "")), `server "https://a/{v": variable v is not in the URL`),
		kit.Faulty(api.Servers(tenon.NewServer("/a}")), `server "/a}" is not a URL`),
		kit.Faulty(api.Servers(tenon.NewServer("/a?b=c")), `server "/a?b=c" has a query or a fragment`),
		kit.Faulty(api.Servers(tenon.NewServer("/a").Name("one"), tenon.NewServer("/b").Name("one")), `server "/b": another is named "one"`),
		kit.Faulty(api.Tags(tenon.NewTag("a").Parent("b")), `tag "a": its parent "b" is not a tag of the API`),
		kit.Faulty(api.Tags(tenon.NewTag("a").Parent("a")), `tag "a" is its own ancestor`),
		kit.Faulty(api.Tags(tenon.NewTag("a").Parent("b"), tenon.NewTag("b").Parent("a")), `tag "a" is its own ancestor`, `tag "b" is its own ancestor`),
		kit.Faulty(api.Tags(tenon.NewTag("a").Docs(meta.ExternalDocs("", ""))), `tag "a": ExternalDocs(""): not a URL (RFC 3986 §4.1)`),
		kit.Faulty(api.Tags(tenon.Tag{}.Describe("What?")), `a tag needs a name`),
	)
}

func TestBuildReportsOutgoingRequests(t *testing.T) {
	sent := route.Outgoing(http.MethodPost, kit.Things.View())
	hook := func(o *route.OutgoingRequest) tenon.API { return tenon.New("A", "1").Webhook("made", o) }
	base := route.Post("/a/{n}", kit.Things.Create(), kit.Things.View()).Path(kit.ThingN.As("n")).
		Query(prop.URI("at").Optional()).Header(prop.String("X-At").Optional())
	back := func(w *route.WriteRoute[kit.Thing, kit.Thing]) tenon.API { return kit.API(w.Handle(kit.TakeThing)) }
	kit.CheckFaults(t,
		kit.Faulty(tenon.New("A", "1").Add(route.Health("/health")).Webhook("made"), `Webhook("made") has no request`),
		kit.Faulty(tenon.New("A", "1").Webhook("made", nil), `webhook "made": a request was not created by route.OutgoingRequest`),
		kit.Faulty(tenon.New("A", "1").Webhook("", sent), `webhook "": it needs a name`),
		kit.Faulty(tenon.New("A", "1").Webhook("made", sent.ID("a"), sent.ID("b")), `webhook "made": it is declared twice`),
		kit.Faulty(tenon.New("A", "1").Webhook("made", sent.ID("a")).Webhook("gone", sent.ID("a")), `webhook "gone": operation ID "a" is taken; set another with ID`),
		kit.Faulty(hook(route.Outgoing("SEND", kit.Things.View())), `webhook "made": Outgoing("SEND"): the method is not GET, PUT, POST, DELETE or PATCH`),
		kit.Faulty(hook(route.Outgoing("GET", kit.Things.View())), `webhook "made": a GET has no content to read (RFC 9110 §9.3)`),
		kit.Faulty(hook(route.Outgoing("POST", nil)), `webhook "made": sends no body; use collection.NoContent()`),
		kit.Faulty(hook(route.Outgoing("POST", kit.Things.Create())), `webhook "made": sends Thing in Create mode, which clients send; use View, Delete or List`),
		kit.Faulty(hook(route.Outgoing("POST", kit.Empty).Answered(kit.Things.View())), `webhook "made": receives Thing in View mode, which the server sends; use Create or Update`),
		kit.Faulty(hook(route.Outgoing("POST", route.Redirect(303))), `webhook "made": sends a body that only routes of the API have; use JSON, a form, text or bytes`),
		kit.Faulty(hook(route.Outgoing("POST", kit.Empty).Header(prop.String("X A"))), `webhook "made": "X A" is not a header name`),
		kit.Faulty(hook(route.Outgoing("POST", collection.New("B", prop.Int("n").Min(2).Max(1)).View())), `property "n": Max(1) is below Min(2)`),
		kit.Faulty(back(base.Callback("b", "{$url}", nil)), `POST /a/{n}: callback "b": a request was not created by route.OutgoingRequest`),
		kit.Faulty(back(base.Callback("b", "{$url}", sent).Callback("b", "{$method}", sent.ID("a"))), `POST /a/{n}: callback "b": it is declared twice`),
		kit.Faulty(back(base.Callback("", "{$url}", sent)), `POST /a/{n}: callback "": it needs a name`),
		kit.Faulty(back(base.Callback("b", "", sent)), `POST /a/{n}: callback "b": the URL "": it has no expression such as {$request.body#/url}`),
		kit.Faulty(back(base.Callback("b", "https://a/{$request.query.at", sent)), `POST /a/{n}: callback "b": the URL "https://a/{$request.query.at": a { has no }`),
		kit.Faulty(back(base.Callback("b", "https://a}", sent)), `POST /a/{n}: callback "b": the URL "https://a}": a } has no {`),
		kit.Faulty(back(base.Callback("b", "{$url} {$method}", sent)), `POST /a/{n}: callback "b": the URL "{$url} {$method}": not a URL (RFC 3986 §4.1)`),
		kit.Faulty(back(base.Callback("b", "{$request.body/url}", sent)), `POST /a/{n}: callback "b": the URL "{$request.body/url}": $request.body/url is not an expression such as $request.body#/url`),
		kit.Faulty(back(base.Callback("b", "$request.cookie.at", sent)), `POST /a/{n}: callback "b": the URL "$request.cookie.at": $request.cookie.at is not an expression such as $request.body#/url`),
		kit.Faulty(back(base.Callback("b", "{$request.body#/~2}", sent)), `POST /a/{n}: callback "b": the URL "{$request.body#/~2}": $request.body#/~2 is not an expression such as $request.body#/url`),
		kit.Faulty(back(base.Callback("b", "{$request.query.to}", sent)), `POST /a/{n}: callback "b": the URL "{$request.query.to}": the route does not declare $request.query.to`),
		kit.Faulty(back(base.Callback("b", "{$request.body#/to}", sent)), `POST /a/{n}: callback "b": the URL "{$request.body#/to}": the content has no $request.body#/to`),
		kit.Faulty(back(base.Callback("b", "{$response.body#/data/to}", sent)), `POST /a/{n}: callback "b": the URL "{$response.body#/data/to}": no success has $response.body#/data/to`),
	)
	for _, url := range []string{
		"$request.query.at", "{$request.header.x-at}", "https://a/{$request.path.n}?n={$request.body#/n}", "{$response.body#/data/n}",
		"{$response.header.Location}", "{$request.body}", "{$statusCode}",
	} {
		kit.CheckFault(t, url, back(base.Callback("b", url, sent)), "")
	}
}

func TestBuildReportsExamplesOfBodies(t *testing.T) {
	good, bad := kit.Box{W: 1}, kit.Box{W: 0}
	reading := func(b *collection.Body[kit.Box]) tenon.API {
		return kit.API(route.Post("/a", b, kit.Empty).Handle(func(*route.Call, kit.Box) (n collection.Empty, _ error) { return n, nil }))
	}
	listing := func(b *collection.Body[[]kit.Box]) tenon.API {
		return kit.API(route.Get("/a", b).Handle(func(*route.Call) ([]kit.Box, error) { return nil, nil }))
	}
	kit.CheckFaults(t,
		kit.Faulty(reading(kit.Boxes.Create().Example("", "", good)), `body "Box": an example needs a name`),
		kit.Faulty(reading(kit.Boxes.Create().Example("a", "", good).Example("a", "", good)), `body "Box": two examples are named "a"`),
		kit.Faulty(reading(kit.Boxes.Create().Example("a", "", bad)), `body "Box": example "a" must be at least 1 at #/w`),
		kit.Faulty(listing(&collection.Many(kit.Boxes.View().Example("a", "", bad)).Body), `body "Box": example "a" must be at least 1 at #/0/w`),
		kit.Faulty(listing(collection.Many(kit.Boxes.View()).Example("a", "", []kit.Box{good, bad})), `body "Box": example "a" must be at least 1 at #/1/w`),
	)
}
