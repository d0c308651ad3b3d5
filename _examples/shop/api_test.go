package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon/oas/oastest"
)

// Products of the seed, which are the same in each test.
const (
	first  = "/v1/products/00000000-0000-4000-8000-000000000001"
	second = "/v1/products/00000000-0000-4000-8000-000000000002"
	absent = "/v1/products/ffffffff-ffff-4fff-bfff-ffffffffffff"
)

// client talks to a shop over HTTP.
type client struct {
	testing.TB
	url string
}

// open starts a shop with a database, which it seeds.
func open(t testing.TB, file string) client {
	t.Helper()
	_, c := openBoth(t, file)
	return c
}

// openBoth is open, and returns the store behind the shop as well.
func openBoth(t testing.TB, file string) (*Store, client) {
	t.Helper()
	store, err := OpenStore(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if err := store.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	app, err := newAPI(store)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(newRouter(app))
	t.Cleanup(server.Close)
	return store, client{t, server.URL}
}

// answer is what the shop says.
type answer struct {
	status int
	header http.Header
	text   string
}

func (c client) ask(method, path, content string, headers ...string) answer {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.url+path, strings.NewReader(content))
	if err != nil {
		c.Fatal(err)
	}
	if content != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		c.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, string(text)}
}

// want is ask, and fails unless the status is as expected.
func (c client) want(status int, method, path, content string, headers ...string) answer {
	c.Helper()
	a := c.ask(method, path, content, headers...)
	if a.status != status {
		c.Fatalf("%s %s: %d, want %d\n%s", method, path, a.status, status, a.text)
	}
	return a
}

// data is the content of a success.
func data(t testing.TB, a answer) map[string]any {
	t.Helper()
	var v struct{ Data map[string]any }
	if err := json.Unmarshal([]byte(a.text), &v); err != nil {
		t.Fatalf("%v\n%s", err, a.text)
	}
	return v.Data
}

func equal(t testing.TB, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestCreateStoresAProductWithDefaults(t *testing.T) {
	c := open(t, memory)
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

	equal(t, "products/"+id, made.header.Get("Location")) // below /v1/
	equal(t, made.text, c.want(200, "GET", "/v1/"+made.header.Get("Location"), "").text)
	equal(t, made.text, c.want(200, "GET", "/v1/products/"+strings.ToUpper(id), "").text)
}

func TestCreateReportsEveryViolationAtOnce(t *testing.T) {
	c := open(t, memory)
	a := c.want(422, "POST", "/v1/products", `{
		"sku": "key-1", "name": "K", "price": "900", "status": "sold", "tags": ["a", "a"],
		"size": {"width": 1, "height": 2, "depth": 3}, "colour": "red", "id": "1"
	}`)
	equal(t, "application/problem+json", a.header.Get("Content-Type"))
	equal(t, []string{
		"pattern #/sku", "type #/price", "one_of #/status", "unique #/tags/1", "unknown #/colour", "read_only #/id",
	}, violations(t, a))
}

// violations are the rules that a problem names, and where they were broken.
func violations(t testing.TB, a answer) (list []string) {
	t.Helper()
	var problem struct {
		Errors []struct{ Code, Pointer, Parameter string }
	}
	if err := json.Unmarshal([]byte(a.text), &problem); err != nil {
		t.Fatalf("%v\n%s", err, a.text)
	}
	for _, e := range problem.Errors {
		list = append(list, e.Code+" "+e.Pointer+e.Parameter)
	}
	return list
}

func TestASKUIsTakenOnce(t *testing.T) {
	c := open(t, memory)
	taken := `{"title":"The SKU is taken.","status":409,"code":"sku_taken"}`
	whole := `{"sku": "MOU-0002", "name": "M", "price": 1, "size": {"width": 1, "height": 1, "depth": 1}}`
	before := c.want(200, "GET", second, "").text
	equal(t, taken, c.want(409, "POST", "/v1/products", whole).text)
	equal(t, taken, c.want(409, "PUT", first, whole).text)
	equal(t, taken, c.want(409, "PATCH", first, `{"sku": "MOU-0002"}`).text)
	equal(t, before, c.want(200, "GET", second, "").text)
	c.want(200, "PATCH", second, `{"sku": "MOU-0002"}`) // its own
}

func TestShow(t *testing.T) {
	c := open(t, memory)
	want := `{"data":{"id":"00000000-0000-4000-8000-000000000001","sku":"KEY-0001","name":"Compact keyboard","price":990,` +
		`"status":"active","tags":[],"size":{"width":100,"height":20,"depth":50},"variants":[],` +
		`"note":"Ask the supplier before you promise a date.","discount":{"kind":"percent","percent":5},` +
		`"created_at":"2026-01-01T08:00:00.000000Z","updated_at":"2026-01-01T08:00:00.000000Z"}}`
	equal(t, want, c.want(200, "GET", first, "").text)

	head := c.want(200, "HEAD", first, "")
	equal(t, "", head.text)
	equal(t, int64(len(want)), length(head))
}

func length(a answer) int64 {
	n, _ := json.Number(a.header.Get("Content-Length")).Int64()
	return n
}

func TestListFiltersAndCuts(t *testing.T) {
	c := open(t, memory)
	tests := []struct {
		query string
		count int
		first string // SKU
	}{
		{"", 20, "KEY-0001"},
		{"?limit=100", 100, "KEY-0001"},
		{"?limit=100&offset=100", 100, "MON-0101"},
		{"?limit=100&offset=195", 5, "DES-0196"},
		{"?offset=200", 0, ""},
		{"?limit=100&status=draft", 40, "HEA-0004"},
		{"?limit=100&min_price=100000000", 0, ""},
		{"?limit=1&min_price=40000", 1, "WEB-0006"},
		{"?limit=100&tag=usb-c&status=retired", 0, ""},
		{"?limit=1&tag=wireless", 1, "MON-0003"},
		{"?tag=nobody-has-this", 0, ""},
	}
	for _, tt := range tests {
		var list struct{ Data []struct{ SKU string } }
		text := c.want(200, "GET", "/v1/products"+tt.query, "").text
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatal(err)
		}
		if len(list.Data) != tt.count || tt.count > 0 && list.Data[0].SKU != tt.first {
			t.Errorf("%q: %d products, want %d from %s\n%.200s", tt.query, len(list.Data), tt.count, tt.first, text)
		}
		if strings.Contains(text, `"variants"`) || strings.Contains(text, `"note"`) {
			t.Errorf("%q: shows what only one product shows", tt.query)
		}
	}
	refused := c.want(422, "GET", "/v1/products?limit=101&offset=-1&status=sold&min_price=1e3x&page=2", "")
	equal(t, []string{"unknown page", "max limit", "min offset", "one_of status", "type min_price"}, violations(t, refused))
}

func TestUpdateTellsAbsentNullAndAValueApart(t *testing.T) {
	c := open(t, memory)
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
}

func TestARefusedUpdateChangesNothing(t *testing.T) {
	c := open(t, memory)
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
}

func TestReplaceKeepsOnlyTheIdentity(t *testing.T) {
	c := open(t, memory)
	got := data(t, c.want(200, "PUT", first, `{"sku": "NEW-0001", "name": "New", "price": 5, "size": {"width": 1, "height": 1, "depth": 1}}`))
	delete(got, "updated_at")
	equal(t, map[string]any{
		"id": "00000000-0000-4000-8000-000000000001", "sku": "NEW-0001", "name": "New", "price": 5.0, "status": "draft",
		"tags": []any{}, "size": map[string]any{"width": 1.0, "height": 1.0, "depth": 1.0}, "variants": []any{}, "note": nil,
		"created_at": "2026-01-01T08:00:00.000000Z",
	}, got)
	c.want(422, "PUT", first, `{"price": 5}`)
}

func TestDeleteConfirmsWhatIsGone(t *testing.T) {
	c := open(t, memory)
	equal(t, `{"data":{"id":"00000000-0000-4000-8000-000000000001"}}`, c.want(200, "DELETE", first, "").text)
	c.want(404, "GET", first, "")
}

func TestWhatDoesNotExistIsAProblem(t *testing.T) {
	c := open(t, memory)
	gone := `{"title":"No such product.","status":404,"code":"no_such_product"}`
	whole := `{"sku": "NEW-0001", "name": "New", "price": 5, "size": {"width": 1, "height": 1, "depth": 1}}`
	equal(t, gone, c.want(404, "GET", absent, "").text)
	equal(t, gone, c.want(404, "PATCH", absent, `{}`).text)
	equal(t, gone, c.want(404, "PUT", absent, whole).text)
	equal(t, gone, c.want(404, "DELETE", absent, "").text)
	c.want(404, "GET", "/v1/orders", "")
	c.want(422, "GET", "/v1/products/a%2Fb", "") // one segment, which is no UUID
}

func TestMethodsOfAPath(t *testing.T) {
	c := open(t, memory)
	a := c.want(204, "OPTIONS", first, "")
	equal(t, "DELETE, GET, HEAD, OPTIONS, PATCH, PUT", a.header.Get("Allow"))
	equal(t, "application/merge-patch+json, application/json", a.header.Get("Accept-Patch"))
	a = c.want(405, "DELETE", "/v1/products", "")
	equal(t, "GET, HEAD, OPTIONS, POST", a.header.Get("Allow"))
	equal(t, "application/problem+json", a.header.Get("Content-Type"))
}

func TestHealth(t *testing.T) {
	store, err := OpenStore(t.Context(), memory)
	if err != nil {
		t.Fatal(err)
	}
	app, err := newAPI(store)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(newRouter(app))
	defer server.Close()
	c := client{t, server.URL}
	equal(t, `{"data":{"status":"ok"}}`, c.want(200, "GET", "/v1/health", "").text)
	store.Close()
	equal(t, `{"title":"The shop is unavailable.","status":503,"code":"unavailable"}`, c.want(503, "GET", "/v1/health", "").text)
}

func TestDocument(t *testing.T) {
	app, err := newAPI(nil)
	if err != nil {
		t.Fatal(err)
	}
	oastest.Golden(t, app, "testdata/openapi.yaml")
	oastest.Golden(t, app, "testdata/openapi-3.1.yaml")
}

// Clients who believe the documents agree with the server about every value.
func TestTheDocumentsTellTheTruth(t *testing.T) {
	app, err := newAPI(nil)
	if err != nil {
		t.Fatal(err)
	}
	oastest.Equivalent(t, app)
}

func TestDocumentsAreServed(t *testing.T) {
	c := open(t, memory)
	for path, mediaType := range map[string]string{
		"/openapi.json":     "application/openapi+json",
		"/openapi.yaml":     "application/openapi+yaml",
		"/openapi-3.1.json": "application/openapi+json",
		"/openapi-3.1.yaml": "application/openapi+yaml",
	} {
		equal(t, mediaType, c.want(200, "GET", path, "").header.Get("Content-Type"))
	}
	c.want(404, "GET", "/openapi", "")
}
