package oas_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// What a time-out answers is documented where there is one, and only there.
func TestTimeOutsAreDocumented(t *testing.T) {
	item := collection.New("Item", prop.String("id"))
	get := route.Get("/x", item.View())
	handle := func(*route.Call) (collection.Record, error) { return collection.Record{}, nil }
	const example = `{"code":"timeout","detail":"The server took too long to answer the request.","status":503,"title":"Service Unavailable"}`
	tests := []struct {
		name string
		api  tenon.API
		want string
	}{
		{"of a route", tenon.New("T", "1").Add(get.Timeout(time.Second).Handle(handle)), example},
		{"of the API", tenon.New("T", "1").Timeout(time.Second).Add(get.Handle(handle)), example},
		{"none", tenon.New("T", "1").Add(get.Handle(handle)), ""},
	}
	for _, tt := range tests {
		for _, v := range oas.Versions() {
			doc := decoded(t, tt.api.MustBuild(), v)
			ref := part(t, doc, "paths", "/x", "get", "responses", "503", "$ref")
			if (ref == `"#/components/responses/ServiceUnavailable"`) != (tt.want != "") {
				t.Errorf("%s: the response is %q", tt.name, ref)
			}
			got := part(t, doc, "components", "responses", "ServiceUnavailable", "content", "application/problem+json", "example")
			if got != tt.want {
				t.Errorf("%s: %s", tt.name, got)
			}
		}
	}
}

// Two health routes have one schema.
func TestHealthRoutesShareAComponent(t *testing.T) {
	live := route.Health("/live")
	ready := route.Health("/ready") // in another line: collections of one line count as one
	app := tenon.New("T", "1").Add(live, ready).MustBuild()
	doc := decoded(t, app, oas.V31)
	for _, path := range []string{"/live", "/ready"} {
		got := part(t, doc, "paths", path, "get", "responses", "200", "content", "application/json", "schema", "properties", "data", "$ref")
		if got != `"#/components/schemas/HealthStatus"` {
			t.Errorf("%s: the schema is %s", path, got)
		}
	}
}

// A health route is an operation like any other: without inputs, and with what
// it fails with.
func TestHealthIsDocumented(t *testing.T) {
	app := tenon.New("T", "1").Add(route.Health("/health", route.HealthCheck{Name: "secret_store", Run: func(context.Context) error { return nil }})).MustBuild()
	for _, v := range oas.Versions() {
		doc := decoded(t, app, v)
		for path, want := range map[string]string{
			"summary":    `"Check that the server can serve"`,
			"parameters": "",
			"responses/200/content/application~json/schema/properties/data/$ref": `"#/components/schemas/HealthStatus"`,
		} {
			at := append([]string{"paths", "/health", "get"}, strings.Split(path, "/")...)
			for i := range at {
				at[i] = strings.ReplaceAll(at[i], "~", "/")
			}
			if got := part(t, doc, at...); got != want {
				t.Errorf("%s: %s is %s, want %s", v, path, got, want)
			}
		}
		if got := part(t, doc, "paths", "/health", "get", "responses", "503"); !strings.Contains(got, `"code":"unavailable"`) || strings.Contains(got, "secret_store") {
			t.Errorf("%s: 503 is %s", v, got)
		}
	}
}
