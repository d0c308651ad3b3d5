package overlay_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest"
	"github.com/tenon-go/tenon/oas/oastest/overlay"
	"github.com/tenon-go/tenon/route"
)

const gateway = `
overlay: 1.0.0
info: {title: The gateway, version: "1"}
actions:
  - target: $.paths['/stock'].get
    update:
      x-gateway-timeout: 5
      description: Slow in December.
  - target: $.paths['/stock'].get.operationId
    remove: true
`

func TestAnOverlayIsAnEdit(t *testing.T) {
	show := route.Get("/stock", collection.NoContent()).Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil })
	api := tenon.New("Stock", "1").Add(show)
	app := api.EditDocument("gateway.overlay.yaml", overlay.Edit([]byte(gateway))).MustBuild()
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`"x-gateway-timeout": 5`, `"description": "Slow in December."`, `"gateway.overlay.yaml"`, `"openapi": "` + v.String() + `"`} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%v lacks %s:\n%s", v, want, text)
			}
		}
		if strings.Contains(string(text), "operationId") {
			t.Errorf("%v has an operation ID", v)
		}
		model, err := libopenapi.NewDocument(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := model.BuildV3Model(); err != nil {
			t.Errorf("%v: %v", v, err)
		}
	}
	// Golden files and comparisons have the edit, too.
	file := filepath.Join(t.TempDir(), "api.yaml")
	t.Setenv("OASTEST_UPDATE", "1")
	oastest.Golden(t, app, file)
	t.Setenv("OASTEST_UPDATE", "")
	oastest.Golden(t, app, file)
	oastest.Equivalent(t, app)
}

func TestWhatAnOverlayCannotDo(t *testing.T) {
	document := []byte(`{"openapi":"3.1.1","info":{"title":"A","version":"1.0","x-big":12345678901234567890},"paths":{}}`)
	for text, want := range map[string]string{
		"overlay: 1.0.0\ninfo: {title: A, version: '1'}\nactions: [{target: $.nowhere, update: {a: 1}}]": "overlay",
		"overlay: 1.0.0\ninfo: {title: A, version: '1'}\nactions: [{target: $.info, update: {a: .inf}}]": "is not JSON",
		"overlay: [":   "",
		"not: overlay": "",
	} {
		if out, err := overlay.Edit([]byte(text))(document); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s %v", text, out, err)
		}
	}
	out, err := overlay.Edit([]byte("overlay: 1.0.0\ninfo: {title: A, version: '1'}\nactions: [{target: $.info, update: {a: '1', b: 2, c: ~, d: [x, 2020-01-01, true]}}]"))(document)
	const want = `{"openapi":"3.1.1","info":{"title":"A","version":"1.0","x-big":12345678901234567890,"a":"1","b":2,"c":null,"d":["x","2020-01-01",true]},"paths":{}}`
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s, want\n%s", err, out, want)
	}
}
