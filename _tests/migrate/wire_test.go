package migrate

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon/route/gorilla"
)

// requests are sent to each API in this order.
var requests = []struct{ name, method, target, body string }{
	{"valid", "POST", "/contacts", `{"name": "Ann", "email": "ann@example.com", "tags": ["a"]}`},
	{"default", "POST", "/contacts", `{"name": "Bob", "email": "bob@example.com"}`},
	{"found", "GET", "/contacts/00000000-0000-4000-8000-000000000001", ""},
	{"listed", "GET", "/contacts?limit=1&prefix=B", ""},
	{"not found", "GET", "/contacts/00000000-0000-4000-8000-00000000000f", ""},
	{"violations", "POST", "/contacts", `{"name": "", "email": "x", "tags": ["a", "a"]}`},
	{"unknown member", "POST", "/contacts", `{"name": "Ann", "email": "ann@example.com", "phone": "1"}`},
	{"unknown parameter", "GET", "/contacts?color=red", ""},
	{"invalid parameter", "GET", "/contacts?limit=0", ""},
	{"invalid ID", "GET", "/contacts/7", ""},
	{"null", "POST", "/contacts", `{"name": null, "email": "ann@example.com"}`},
	{"duplicate member", "POST", "/contacts", `{"name": "Ann", "name": "Eve", "email": "ann@example.com"}`},
	{"text after the JSON", "POST", "/contacts", `{"name": "Ann", "email": "ann@example.com"} {}`},
	{"not JSON", "POST", "/contacts", `{"name"`},
	{"wrong method", "DELETE", "/contacts", ""},
}

func afterwards(store *Store) http.Handler {
	return Tenon(showContact(store), listContacts(store), addContact(store)).MustBuild()
}

func withHuma(store *Store) http.Handler {
	mux := http.NewServeMux()
	WithHuma(mux, store)
	return mux
}

func byHand(store *Store) http.Handler {
	router := mux.NewRouter()
	ByHand(router, store)
	return router
}

func send(h http.Handler, method, target, body string) (int, string, http.Header) {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, strings.TrimSpace(w.Body.String()), w.Header()
}

// The tables of the two pages list the status of each request before the migration, with the
// old wire format, and after the migration.
func TestPagesListTheStatusOfEachRequest(t *testing.T) {
	for page, apis := range map[string][3]http.Handler{
		"migrate-from-huma.md":    {withHuma(&Store{}), AsWithHuma(&Store{}).MustBuild(), afterwards(&Store{})},
		"migrate-from-gorilla.md": {byHand(&Store{}), AsByHand(&Store{}).MustBuild(), afterwards(&Store{})},
	} {
		text, err := os.ReadFile("../../doc/" + page)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range requests {
			row := "| " + r.name
			for _, api := range apis {
				code, _, _ := send(api, r.method, r.target, r.body)
				row += fmt.Sprint(" | ", code)
			}
			if !strings.Contains(string(text), row+" |\n") {
				t.Errorf("%s has no row\n%s |", page, row)
			}
		}
	}
}

func TestOldWireFormatKeepsSuccesses(t *testing.T) {
	old := withHuma(&Store{})
	for name, kept := range map[string]http.Handler{
		"huma": AsWithHuma(&Store{}).MustBuild(),
		"hand": AsByHand(&Store{}).MustBuild(),
	} {
		for _, r := range requests[:3] {
			_, before, _ := send(old, r.method, r.target, r.body)
			_, now, header := send(kept, r.method, r.target, r.body)
			if strings.ReplaceAll(now, `,"tags":[]`, "") != before || header.Get("Content-Type") != "application/json" {
				t.Errorf("%s, %s: %s, before %s", name, r.name, now, before)
			}
		}
		old = byHand(&Store{})
	}
}

func TestOldWireFormatKeepsErrors(t *testing.T) {
	tests := []struct {
		api  http.Handler
		want string
	}{
		{AsWithHuma(&Store{}).MustBuild(), `{"title":"Unprocessable Entity","status":422,"detail":"validation failed","errors":[` +
			`{"message":"must have at least 1 character","location":"body.name"},{"message":"must be an e-mail address","location":"body.email"},` +
			`{"message":"must differ from every item before it","location":"body.tags[1]"}]}`},
		{AsByHand(&Store{}).MustBuild(), `{"error":"name must have at least 1 character"}`},
	}
	for _, tt := range tests {
		if _, got, _ := send(tt.api, "POST", "/contacts", `{"name": "", "email": "x", "tags": ["a", "a"]}`); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

func TestRoutesMigrateOneByOne(t *testing.T) {
	store := &Store{}
	moved := Tenon(addContact(store)).MustBuild()
	router := mux.NewRouter()
	BesideGorilla(router, moved, store)
	whole := mux.NewRouter()
	gorilla.Register(whole, Tenon(addContact(store), showContact(store)).MustBuild())
	for name, h := range map[string]http.Handler{"huma": Beside(moved, withHuma(store)), "gorilla": router, "whole": whole} {
		code, body, _ := send(h, "POST", "/contacts", `{"name": "", "email": "ann@example.com"}`)
		if code != 422 || !strings.Contains(body, `"code":"min_length"`) {
			t.Errorf("%s: the migrated route: %d %s", name, code, body)
		}
		if code, body, _ := send(h, "GET", "/contacts/00000000-0000-4000-8000-00000000000f", ""); code != 404 {
			t.Errorf("%s: the other route: %d %s", name, code, body)
		}
	}
}
