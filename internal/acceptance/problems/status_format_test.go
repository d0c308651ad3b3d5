package problems_test

import (
	"context"
	"encoding/json"
	"errors"
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

// statusShow has problems of three formats, by their statuses.
var (
	readBare    = render.NewFormat(bare.View(), func(f render.Fields) string { return f.Title }, func(s string) render.Fields { return render.Fields{Title: s} })
	byStatus    = failureFormat.StatusFormat(readBare, 404, 410, 500).NoContent(405)
	thingNumber = prop.Int("n").Max(5)
	statusGet   = route.Get("/things/{n}", kit.Seen.View()).Path(thingNumber).ProblemFormat(byStatus).Fails(kit.Sold, gone)
	statusShow  = statusGet.Handle(func(c *route.Call) (collection.Record, error) {
		switch c.Request().URL.Path[len("/things/"):] {
		case "1":
			return kit.Saw(), gone
		case "2":
			return kit.Saw(), kit.ErrStore
		}
		return kit.Saw(), kit.Sold
	})
)

// The status of a response decides its format, for the library's own problems too.
func TestFormatsOfStatuses(t *testing.T) {
	api := tenon.New("Old", "1").ProblemFormat(byStatus).Add(statusShow)
	server, _ := kit.Start(t, api)
	for _, tt := range []struct {
		request         string
		status          int
		mediaType, body string
	}{
		{"GET /things/1", 410, "application/json", `{"message":"It is gone."}`},
		{"GET /things/2", 500, "application/json", `{"message":"Internal Server Error"}`},
		{"GET /things/3", 400, "application/vnd.old+json", `{"message":"It is sold.","error_code":"sold","fields":[]}`},
		{"GET /things/9", 400, "application/vnd.old+json", `{"message":"Unprocessable Content The request is not valid; see errors.","error_code":"invalid_request","fields":["n max"]}`},
		{"GET /nothing", 404, "application/json", `{"message":"Not Found"}`},
		{"PUT /things/1", 405, "", ``},
	} {
		method, target, _ := strings.Cut(tt.request, " ")
		got := server.Send(t, method, target, "")
		if got.Status != tt.status || got.Header.Get("Content-Type") != tt.mediaType || got.Body != tt.body {
			t.Errorf("%s: %d %s %s\nwant %d %s %s", tt.request, got.Status, got.Header.Get("Content-Type"), got.Body, tt.status, tt.mediaType, tt.body)
		}
	}
	app := kit.Build(t, api)
	doc, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Ref     string `json:"$ref"`
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					}
				}
			}
		}
		Components struct {
			Responses map[string]struct {
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					}
				}
			}
		}
	}
	if err := json.Unmarshal(doc, &all); err != nil {
		t.Fatal(err)
	}
	for status, want := range map[string]string{"400": "application/vnd.old+json Failure", "410": "application/json Bare", "500": "application/json Bare", "414": "application/vnd.old+json Failure"} {
		r := all.Paths["/things/{n}"]["get"].Responses[status]
		content := r.Content
		if r.Ref != "" {
			content = all.Components.Responses[strings.TrimPrefix(r.Ref, "#/components/responses/")].Content
		}
		mediaType, component, _ := strings.Cut(want, " ")
		if got := content[mediaType].Schema.Ref; got != "#/components/schemas/"+component {
			t.Errorf("%s: %+v, want %s", status, content, want)
		}
	}
	_, err = statusGet.Call(context.Background(), client.Local(app), thingNumber.Is(1))
	var problem *client.ProblemError
	if !errors.As(err, &problem) || problem.Title != "It is gone." || !errors.Is(err, gone) {
		t.Errorf("the client reads %v", err)
	}
}

func TestFaultsOfFormatsOfStatuses(t *testing.T) {
	for want, f := range map[string]*render.Format{
		`StatusFormat(nil, …): there is no format`:                                 failureFormat.StatusFormat(nil, 404),
		`StatusFormat(…) has no status`:                                            failureFormat.StatusFormat(bareFormat),
		`StatusFormat(200) is not from 400 to 599`:                                 failureFormat.StatusFormat(bareFormat, 200),
		`StatusFormat(404): responses with the status have another format already`: failureFormat.NoContent(404).StatusFormat(bareFormat, 404),
	} {
		kit.CheckFault(t, want, tenon.New("T", "1").ProblemFormat(f).Add(route.Get("/a", kit.Seen.View()).
			Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil })), want)
	}
	// Problems of requests without an operation have the formats of the API.
	wrong := render.NewFormat(collection.New("Wrong", prop.String("s").MinLen(-1)).View(), func(render.Fields) (r collection.Record) { return r }, nil)
	kit.CheckFault(t, "of the API alone", tenon.New("T", "1").ProblemFormat(readBare.StatusFormat(wrong, 404)).Add(route.Get("/a", kit.Seen.View()).ProblemFormat(readBare).
		Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil })), `property "s": MinLen(-1) is below 0`)
}
