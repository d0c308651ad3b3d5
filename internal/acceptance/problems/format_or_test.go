package problems_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// eitherFormat is failureFormat, or bareFormat for clients that prefer its media type.
var eitherFormat = failureFormat.Or(bareFormat).NoContent(404).Status(410, 409)

func eitherAPI() tenon.API {
	return tenon.New("Old", "1").ProblemFormat(eitherFormat).Add(
		route.Get("/gone", kit.Seen.View()).Query(prop.Int("n").Optional()).Fails(gone).
			Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), gone }),
		route.Get("/plain", kit.Seen.View()).ProblemFormat(failureFormat).Fails(gone).
			Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), gone }),
	)
}

// Problems have the format whose media type the client prefers, and the first one otherwise.
func TestClientsPreferFormats(t *testing.T) {
	const old, plain = "application/vnd.old+json", "application/json"
	const oldGone, bareGone = `{"message":"It is gone.","error_code":"gone","fields":[]}`, `{"message":"409 It is gone."}`
	server, logged := kit.Start(t, eitherAPI())
	for _, tt := range []struct {
		target, accept  string
		status          int
		mediaType, body string
	}{
		{"/gone", "", 409, old, oldGone},
		{"/gone", "*/*", 409, old, oldGone},
		{"/gone", old + ", application/json;q=0.9", 409, old, oldGone},
		{"/gone", "image/png", 406, old, `{"message":"Not Acceptable None of the accepted media types can be produced.","error_code":"not_acceptable","fields":[]}`},
		{"/gone", plain, 409, plain, bareGone},
		{"/gone", "application/json;q=0.5, " + old, 409, old, oldGone},
		{"/gone", "application/json, " + old + ";q=0.1", 409, plain, bareGone},
		{"/gone?n=x", plain, 400, plain, `{"message":"400 Unprocessable Content"}`},
		{"/nothing", plain, 404, "", ""},
	} {
		got := server.Send(t, "GET", tt.target, "", kit.Headers("Accept", tt.accept)...)
		if got.Status != tt.status || got.Header.Get("Content-Type") != tt.mediaType || got.Body != tt.body {
			t.Errorf("%s, %s: %d %s %s\nwant %d %s %s", tt.target, tt.accept, got.Status, got.Header.Get("Content-Type"), got.Body, tt.status, tt.mediaType, tt.body)
		}
		want := 1
		if tt.mediaType == "" {
			want = 0 // the same for all clients
		}
		if vary := strings.Join(got.Header["Vary"], ", "); strings.Count(vary, "Accept") != want {
			t.Errorf("%s, %s: Vary is %q", tt.target, tt.accept, vary)
		}
	}
	logged.Empty(t)
}

// Documents have each format by its media type, with examples that it has.
func TestDocumentsHaveFormatsOfClients(t *testing.T) {
	app := kit.Build(t, eitherAPI())
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Paths map[string]map[string]struct {
				Responses map[string]struct {
					Description string
					Content     map[string]struct {
						Schema   map[string]any
						Examples map[string]struct{ Value map[string]any }
					}
				}
			}
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		r := doc.Paths["/gone"]["get"].Responses["409"]
		old, bare := r.Content["application/vnd.old+json"], r.Content["application/json"]
		if len(r.Content) != 2 || old.Schema["$ref"] != "#/components/schemas/Failure" || bare.Schema["$ref"] != "#/components/schemas/Bare" ||
			old.Examples["gone"].Value["error_code"] != "gone" || bare.Examples["gone"].Value["message"] != "409 It is gone." ||
			strings.Count(r.Description, "gone`") != 1 {
			t.Errorf("%s: %+v", v, r)
		}
		if r := doc.Paths["/plain"]["get"].Responses["410"]; len(r.Content) != 1 {
			t.Errorf("%s: %+v", v, r)
		}
	}
}

// Clients read each of the formats.
func TestClientsReadEachFormat(t *testing.T) {
	server, _ := kit.Start(t, eitherAPI())
	call := route.Get("/gone", kit.Seen.View()).ProblemFormat(eitherFormat).Fails(gone)
	for accept, code := range map[string]string{"application/vnd.old+json, application/json;q=0.5": "gone", "application/json": ""} {
		c := client.New(server.URL).Prepare(func(r *http.Request) error { r.Header.Set("Accept", accept); return nil })
		_, err := call.Call(context.Background(), c)
		var problem *client.ProblemError
		if !errors.As(err, &problem) || problem.Status != 409 || problem.Code != code {
			t.Errorf("%s: %v", accept, err)
		}
	}
}

func TestBuildReportsAlternativeFormats(t *testing.T) {
	for message, f := range map[string]*render.Format{
		`Or of a format has no format`: failureFormat.Or(),
		`Or: a format without content has no media type by which clients could prefer it`:                    failureFormat.Or(render.NoContent()),
		`Or: declare statuses and other formats of the first format alone`:                                   bareFormat.Or(failureFormat),
		`two formats of the same problems have the media type application/json, by which clients prefer one`: bareFormat.Or(bareFormat),
		`MediaType("text") is not JSON, such as application/vnd.shop+json`:                                   failureFormat.Or(bareFormat.MediaType("text")),
	} {
		api := tenon.New("A", "1").ProblemFormat(f).Add(route.Get("/a", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }))
		_, err := api.Build()
		if err == nil || !slices.ContainsFunc(strings.Split(err.Error(), "\n"), func(line string) bool { return strings.HasSuffix(line, message) }) {
			t.Errorf("%v, want %s", err, message)
		}
	}
}

// Media types have parameters and letters in any case (RFC 9110 §8.3.1); responses and documents have
// them as they are declared.
func TestMediaTypesOfProblems(t *testing.T) {
	for _, name := range []string{"application/json; version=1.0.0", "application/vnd.Old+JSON", "Application/Json"} {
		format := failureFormat.MediaType(name)
		app := kit.Build(t, tenon.New("Old", "1").ProblemFormat(format).Add(route.Get("/gone", kit.Seen.View()).Fails(gone).
			Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), gone })))
		if got := kit.Send(t, app, "GET", "/gone", ""); got.Header.Get("Content-Type") != name {
			t.Errorf("%s: got %s", name, got.Header.Get("Content-Type"))
		}
		text, err := oas.JSON(app, oas.V31)
		if err != nil || !strings.Contains(string(text), `"`+name+`": {`) {
			t.Errorf("%s: %v", name, err)
		}
		var problem *client.ProblemError
		_, err = route.Get("/gone", kit.Seen.View()).ProblemFormat(format).Fails(gone).Call(context.Background(), client.Local(app))
		if !errors.As(err, &problem) || problem.Code != "gone" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The format of a status may have alternatives, which the format of the others does not have.
func TestFormatOfStatusHasAlternatives(t *testing.T) {
	plain := render.NewFormat(bare.View(), func(f render.Fields) string { return f.Title }, func(s string) render.Fields { return render.Fields{Title: s} })
	format := failureFormat.StatusFormat(plain.MediaType("application/a+json").Or(plain.MediaType("application/b+json")), 404, 410)
	shown := route.Get("/gone", kit.Seen.View()).ProblemFormat(format).Fails(gone)
	app := kit.Build(t, tenon.New("Old", "1").ProblemFormat(format).Add(
		shown.Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), gone })))
	for _, tt := range []struct{ method, target, accept, mediaType string }{
		{"GET", "/gone", "", "application/a+json"},
		{"GET", "/gone", "application/json, application/b+json", "application/b+json"},
		{"GET", "/nothing", "application/b+json", "application/b+json"},
		{"PUT", "/gone", "application/b+json", "application/vnd.old+json"},
	} {
		got := kit.Send(t, app, tt.method, tt.target, "", kit.Headers("Accept", tt.accept)...)
		if got.Header.Get("Content-Type") != tt.mediaType {
			t.Errorf("%+v: %d %s %s", tt, got.Status, got.Header.Get("Content-Type"), got.Body)
		}
	}
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if n := strings.Count(string(text), `"application/b+json": {`); err != nil || n != 1 {
			t.Errorf("%s: %d responses as application/b+json, %v", v, n, err)
		}
	}
	for _, accept := range []string{"application/a+json", "application/b+json"} {
		c := client.Local(app).Prepare(func(r *http.Request) error { r.Header.Set("Accept", accept+", application/json"); return nil })
		_, err := shown.Call(context.Background(), c)
		var problem *client.ProblemError
		if !errors.As(err, &problem) || problem.Title != "It is gone." || !errors.Is(err, gone) {
			t.Errorf("%s: %v", accept, err)
		}
	}
}
