package main

import (
	"os"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest"
)

// Products of the seed.
const (
	first  = "/v1/products/00000000-0000-4000-8000-000000000001"
	second = "/v1/products/00000000-0000-4000-8000-000000000002"
	absent = "/v1/products/ffffffff-ffff-4fff-bfff-ffffffffffff"
)

// keyboard is a product that is not in the seed.
const keyboard = `{"sku": "KEY-9999", "name": "K", "price": 1, "size": {"width": 1, "height": 2, "depth": 3}}`

func TestCreateStoresAProductWithDefaults(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		made := c.want(201, "POST", "/v1/products", `{
		"sku": "KEY-9999", "name": "Łódź „x” 🎹", "price": 100000000, "discount": {"amount": 500, "kind": "amount"},
		"size": {"width": 1, "height": 2, "depth": 3}
	}`)
		got := data(t, made)
		id, _ := got["id"].(string)
		if len(id) != 36 || got["created_at"] != got["updated_at"] {
			t.Errorf("%v", got)
		}
		delete(got, "id")
		delete(got, "created_at")
		delete(got, "updated_at")
		equal(t, map[string]any{
			"sku": "KEY-9999", "name": "Łódź „x” 🎹", "price": 1e8, "status": "draft", "tags": []any{},
			"size":     map[string]any{"width": 1.0, "height": 2.0, "depth": 3.0},
			"variants": []any{}, "note": nil, "discount": map[string]any{"kind": "amount", "amount": 500.0},
		}, got)

		equal(t, "/v1/products/"+id, made.header.Get("Location"))
		equal(t, made.text, c.want(200, "GET", resolve(t, made, made.header.Get("Location")), "").text)
		equal(t, made.text, c.want(200, "GET", "/v1/products/"+strings.ToUpper(id), "").text)
	})
}

func TestCreateReportsEveryViolationAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		a := c.want(422, "POST", "/v1/products", `{
		"sku": "key-1", "name": "K", "price": "900", "status": "sold", "tags": ["a", "a"],
		"size": {"width": 1, "height": 2, "depth": 3}, "colour": "red", "id": "1"
	}`)
		equal(t, "application/problem+json", a.header.Get("Content-Type"))
		equal(t, []string{
			"pattern #/sku", "type #/price", "one_of #/status", "unique #/tags/1", "unknown #/colour", "read_only #/id",
		}, violations(t, a))
	})
}

func TestSKUIsUnique(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		taken := `{"title":"The SKU is taken.","status":409,"code":"sku_taken"}`
		whole := `{"sku": "MOU-0002", "name": "M", "price": 1, "size": {"width": 1, "height": 1, "depth": 1}}`
		before := c.want(200, "GET", second, "").text
		equal(t, taken, c.want(409, "POST", "/v1/products", whole).text)
		equal(t, taken, c.want(409, "PUT", first, whole, "If-Match", "*").text)
		equal(t, taken, c.want(409, "PATCH", first, `{"sku": "MOU-0002"}`).text)
		equal(t, before, c.want(200, "GET", second, "").text)
		c.want(200, "PATCH", second, `{"sku": "MOU-0002"}`) // its own SKU
	})
}

func TestShow(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		want := `{"data":{"id":"00000000-0000-4000-8000-000000000001","sku":"KEY-0001","name":"Compact keyboard","price":990,` +
			`"status":"active","tags":[],"size":{"width":100,"height":20,"depth":50},"variants":[],` +
			`"note":"Ask the supplier before you promise a date.","discount":{"kind":"percent","percent":5},` +
			`"created_at":"2026-01-01T08:00:00.000000Z","updated_at":"2026-01-01T08:00:00.000000Z"}}`
		equal(t, want, c.want(200, "GET", first, "").text)

		head := c.want(200, "HEAD", first, "")
		equal(t, "", head.text)
		equal(t, int64(len(want)), length(head))
	})
}

func TestUpdateDistinguishesAbsentNullAndValue(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		tests := []struct {
			name, patch string
			change      map[string]any
			gone        string
		}{
			{"nothing", `{}`, nil, ""},
			{"a value", `{"price": 1}`, map[string]any{"price": 1.0}, ""},
			{"null for what may be null", `{"note": null}`, map[string]any{"note": nil}, ""},
			{"null for what may be absent", `{"discount": null}`, nil, "discount"},
			{"one of a union, whole", `{"price": 2, "discount": {"kind": "amount", "amount": 1}}`,
				map[string]any{"price": 2.0, "discount": map[string]any{"kind": "amount", "amount": 1.0}}, ""},
			{"a member of a nested object", `{"size": {"height": 7}}`,
				map[string]any{"size": map[string]any{"width": 100.0, "height": 7.0, "depth": 50.0}}, ""},
			{"a list, which is replaced", `{"tags": ["b", "a"], "variants": [{"sku": "VAR-0001", "color": "red", "stock": 0}]}`,
				map[string]any{"tags": []any{"b", "a"}, "variants": []any{map[string]any{"sku": "VAR-0001", "color": "red", "stock": 0.0}}}, ""},
		}
		want := data(t, c.want(200, "GET", first, ""))
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				for name, v := range tt.change {
					want[name] = v
				}
				delete(want, tt.gone)
				got := data(t, c.want(200, "PATCH", first, tt.patch))
				if got["updated_at"].(string) <= want["updated_at"].(string) {
					t.Errorf("updated at %v, before at %v", got["updated_at"], want["updated_at"])
				}
				want["updated_at"] = got["updated_at"]
				equal(t, want, got)
				equal(t, want, data(t, c.want(200, "GET", first, "")))
			})
		}
	})
}

func TestRejectedUpdateChangesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		before := c.want(200, "GET", first, "").text
		tests := []struct{ patch, want string }{
			{`{"price": 2, "name": null}`, "null #/name"},
			{`{"price": 2, "name": ""}`, "min_length #/name"},
			{`{"price": 2, "size": null}`, "null #/size"},
			{`{"price": 2, "size": {"depth": 0}}`, "min #/size/depth"},
			{`{"price": 2, "size": {"weight": 1}}`, "unknown #/size/weight"},
			{`{"price": 2, "variants": [{"sku": "VAR-0001", "stock": 1}]}`, "required #/variants/0/color"},
			{`{"price": 2, "created_at": "2026-01-01T00:00:00Z"}`, "read_only #/created_at"},
		}
		for _, tt := range tests {
			equal(t, []string{tt.want}, violations(t, c.want(422, "PATCH", first, tt.patch)))
		}
		equal(t, before, c.want(200, "GET", first, "").text)
	})
}

func TestReplaceKeepsOnlyTheIdentity(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		got := data(t, c.want(200, "PUT", first, `{"sku": "NEW-0001", "name": "New", "price": 5, "size": {"width": 1, "height": 1, "depth": 1}}`, "If-Match", c.want(200, "GET", first, "").header.Get("ETag")))
		delete(got, "updated_at")
		equal(t, map[string]any{
			"id": "00000000-0000-4000-8000-000000000001", "sku": "NEW-0001", "name": "New", "price": 5.0, "status": "draft",
			"tags": []any{}, "size": map[string]any{"width": 1.0, "height": 1.0, "depth": 1.0}, "variants": []any{}, "note": nil,
			"created_at": "2026-01-01T08:00:00.000000Z",
		}, got)
		c.want(422, "PUT", first, `{"price": 5}`, "If-Match", "*")
	})
}

func TestDeleteReturnsTheProduct(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		equal(t, `{"data":{"id":"00000000-0000-4000-8000-000000000001"}}`, c.want(200, "DELETE", first, "").text)
		c.want(404, "GET", first, "")
	})
}

func TestMissingEntityIsAProblem(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		gone := `{"title":"No such product.","status":404,"code":"no_such_product"}`
		whole := `{"sku": "NEW-0001", "name": "New", "price": 5, "size": {"width": 1, "height": 1, "depth": 1}}`
		equal(t, gone, c.want(404, "GET", absent, "").text)
		equal(t, gone, c.want(404, "PATCH", absent, `{}`).text)
		equal(t, gone, c.want(404, "PUT", absent, whole, "If-Match", "*").text)
		equal(t, gone, c.want(404, "DELETE", absent, "").text)
		c.want(404, "GET", "/v1/orders", "")
		c.want(422, "GET", "/v1/products/a%2Fb", "") // one segment that is not a UUID
	})
}

func TestMethodsOfAPath(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		a := c.want(204, "OPTIONS", first, "")
		equal(t, "DELETE, GET, HEAD, OPTIONS, PATCH, PUT", a.header.Get("Allow"))
		equal(t, "application/merge-patch+json, application/json", a.header.Get("Accept-Patch"))
		a = c.want(405, "DELETE", "/v1/products", "")
		equal(t, "GET, HEAD, OPTIONS, POST", a.header.Get("Allow"))
		equal(t, "application/problem+json", a.header.Get("Content-Type"))
	})
}

func TestHealth(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		store := openStore(t, name)
		c := serving(t, store)
		equal(t, `{"data":{"status":"ok"}}`, c.want(200, "GET", "/v1/health", "").text)
		store.Close()
		equal(t, `{"title":"Service Unavailable","status":503,"code":"unavailable"}`, c.want(503, "GET", "/v1/health", "").text)
	})
}

func TestDocument(t *testing.T) {
	app, err := declared()
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	oastest.Golden(t, app, "testdata/openapi.yaml")
	oastest.Golden(t, app, "testdata/openapi-3.1.yaml")
	oastest.Golden(t, app, "testdata/openapi-3.2.yaml")
	const golden = "testdata/arazzo.json"
	text, err := oas.Arazzo(app, "openapi.yaml")
	if err == nil && os.Getenv("OASTEST_UPDATE") != "" {
		err = os.WriteFile(golden, text, 0o644)
	}
	if want, _ := os.ReadFile(golden); err != nil || string(text) != string(want) {
		t.Errorf("%s differs; OASTEST_UPDATE=1 go test writes it: %v", golden, err)
	}
}

// The documents and the server agree on every value.
func TestDocumentsMatchTheServer(t *testing.T) {
	app := build(t, unopened())
	oastest.Equivalent(t, app)
}

func TestDocumentsAreServed(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		for path, mediaType := range map[string]string{
			"/openapi.json":     "application/openapi+json",
			"/openapi.yaml":     "application/openapi+yaml",
			"/openapi-3.1.json": "application/openapi+json",
			"/openapi-3.1.yaml": "application/openapi+yaml",
			"/openapi-3.2.json": "application/openapi+json",
			"/openapi-3.2.yaml": "application/openapi+yaml",
			"/asyncapi.json":    "application/vnd.aai.asyncapi+json;version=3.0.0",
			"/asyncapi.yaml":    "application/vnd.aai.asyncapi+yaml;version=3.0.0",
		} {
			equal(t, mediaType, c.want(200, "GET", path, "").header.Get("Content-Type"))
		}
		c.want(404, "GET", "/openapi", "")
	})
}
