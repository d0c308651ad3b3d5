package visibility_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

const (
	// all and some are what those with and without the scope are shown of ware 1.
	all = `{"id":1,"name":"one","cost":70,"note":"a note","maker":{"name":"acme","rating":4},"parts":[{"count":2,"margin":30}],` +
		`"by":{"a":{"count":3,"margin":40}},"owner":"ann"}`
	some  = `{"id":1,"name":"one","maker":{"name":"acme"},"parts":[{"count":2}],"by":{"a":{"count":3}},"owner":"ann"}`
	rated = `{"id":1,"name":"one","maker":{"name":"acme","rating":4},"parts":[{"count":2}],"by":{"a":{"count":3}},"owner":"ann"}`
)

func TestResponsesOmitHiddenMembers(t *testing.T) {
	app := wareApp(t, newWareStore())
	for _, tt := range []struct{ path, token, want string }{
		{"/wares/1", "ann", `{"data":` + all + `}`},
		{"/wares/1", "bob", `{"data":` + some + `}`},
		{"/wares/1", "eve", `{"data":` + rated + `}`},
		{"/public", "", `{"data":` + some + `}`},
		{"/public", "bob", `{"data":` + some + `}`},
		{"/public", "ann", `{"data":` + all + `}`},
		{"/many", "ann", `{"data":[` + all + `]}`},
		{"/many", "bob", `{"data":[` + some + `]}`},
		{"/wares?limit=1", "ann", `{"data":[` + all + `],"pagination":{"page":1,"page_size":1,"has_more":true,"total_pages":2}}`},
		{"/wares?limit=1", "bob", `{"data":[` + some + `],"pagination":{"page":1,"page_size":1,"has_more":true,"total_pages":2}}`},
		{"/lines", "ann", all + "\n"},
		{"/lines", "bob", some + "\n"},
		{"/events", "ann", "data: " + all + "\n\n"},
		{"/events", "bob", "data: " + some + "\n\n"},
	} {
		w := kit.Send(t, app, "GET", tt.path, "", kit.As(tt.token)...)
		if w.Status != 200 || w.Body != tt.want {
			t.Errorf("%s as %q: %d\n%s\nwant\n%s", tt.path, tt.token, w.Status, w.Body, tt.want)
		}
		if w.Header.Get("Vary") != "Authorization, Accept" {
			t.Errorf("%s: Vary is %q", tt.path, w.Header["Vary"])
		}
	}
}

// violations returns the violations of a problem as code@place.
func violations(t *testing.T, r kit.Response) string {
	t.Helper()
	var all []string
	for _, v := range r.Problem(t).Errors {
		all = append(all, v.Code+"@"+v.Place())
		if v.Code == "scope" && !strings.HasPrefix(v.Detail, "may only be sent with") {
			t.Errorf("%s: %s", v.Place(), v.Detail)
		}
	}
	return strings.Join(all, " ")
}

func TestRequestsWithHiddenMembersAreRejected(t *testing.T) {
	type step struct {
		method, path, token, content string
		status                       int
		want                         string // violations, or what the content begins with
	}
	const created = `{"data":{"id":101,"name":"x",`
	for _, tt := range []step{
		// Create.
		{"POST", "/wares", "ann", `{"name":"x","cost":9,"note":"n"}`, 201, created + `"cost":9,"note":"n","maker":null`},
		{"POST", "/wares", "ann", `{"name":"x"}`, 201, created + `"cost":5,"maker":null`},
		{"POST", "/wares", "ann", `{"name":"x","cost":4}`, 422, "min@#/cost"},
		{"POST", "/wares", "bob", `{"name":"x"}`, 201, created + `"maker":null`},
		{"POST", "/wares", "bob", `{"name":"x","cost":9}`, 422, "scope@#/cost"},
		{"POST", "/wares", "bob", `{"name":"x","cost":"wrong","note":null}`, 422, "scope@#/cost scope@#/note"},
		{"POST", "/wares", "bob", `{"cost":5,"nothing":1}`, 422, "scope@#/cost unknown@#/nothing required@#/name"},
		{"POST", "/wares", "bob", `{"name":"x","maker":{"name":"m","rating":2}}`, 422, "scope@#/maker/rating"},
		{"POST", "/wares", "eve", `{"name":"x","maker":{"name":"m","rating":2}}`, 201, created + `"maker":{"name":"m","rating":2}`},
		{"POST", "/wares", "bob", `{"name":"x","parts":[{"count":1},{"count":2,"margin":3}],"by":{"a":{"count":1,"margin":2}}}`, 422,
			"scope@#/parts/1/margin scope@#/by/a/margin"},
		{"POST", "/batches", "bob", `[{"name":"x"},{"name":"y","cost":9}]`, 422, "scope@#/1/cost"},
		{"POST", "/batches", "bob", `[{"name":"x","cost":9,"cost":9}]`, 400, "{"},
		// Unions.
		{"POST", "/gifts", "ann", `{"kind":"book","price":7}`, 201, `{"data":{"kind":"book","pages":1,"price":7}}`},
		{"POST", "/gifts", "bob", `{"kind":"book"}`, 201, `{"data":{"kind":"book","pages":1}}`},
		{"POST", "/gifts", "bob", `{"kind":"book","price":7}`, 422, "scope@#/price"},
		{"POST", "/gifts", "bob", `{"kind":"toy","price":7}`, 201, `{"data":{"kind":"toy","price":7}}`},
		// Update.
		{"PATCH", "/wares/1", "ann", `{"cost":8,"note":null}`, 200, `{"data":{"id":1,"name":"one","cost":8,"maker"`},
		{"PATCH", "/wares/1", "bob", `{"cost":8}`, 422, "scope@#/cost"},
		{"PATCH", "/wares/1", "bob", `{"note":null}`, 422, "scope@#/note"},
		{"PATCH", "/wares/1", "bob", `{"maker":{"rating":1}}`, 422, "scope@#/maker/rating"},
		{"PATCH", "/wares/1", "bob", `{"by":{"a":{"margin":1}}}`, 422, "scope@#/by/a/margin"},
		{"PATCH", "/wares/1", "bob", `{"parts":[{"count":1,"margin":1}]}`, 422, "scope@#/parts/0/margin"},
		// Replace.
		{"PUT", "/wares/1", "bob", `{"name":"x","cost":8}`, 422, "scope@#/cost"},
		{"PUT", "/wares/1", "bob", `{"name":"x","maker":{"name":"m","rating":1}}`, 422, "scope@#/maker/rating"},
	} {
		w := kit.Send(t, wareApp(t, newWareStore()), tt.method, tt.path, tt.content, kit.As(tt.token)...)
		got := w.Body
		if w.Status == 422 {
			got = violations(t, w)
		}
		if w.Status != tt.status || tt.status == 422 && got != tt.want || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s %s %s as %s: %d %s, want %d %s", tt.method, tt.path, tt.content, tt.token, w.Status, got, tt.status, tt.want)
		}
	}
}

func TestFormsWithHiddenMembersAreRejected(t *testing.T) {
	app := wareApp(t, newWareStore())
	for _, tt := range []struct {
		token, content string
		status         int
		want           string
	}{
		{"ann", "name=x&cost=8", 201, `"cost":8`},
		{"bob", "name=x", 201, `"name":"x","maker"`},
		{"bob", "name=x&cost=8&cost=9", 422, `"code":"scope"`},
	} {
		w := kit.Send(t, app, "POST", "/forms", tt.content, kit.As(tt.token, "Content-Type: application/x-www-form-urlencoded")...)
		if w.Status != tt.status || strings.Count(w.Body, tt.want) != 1 {
			t.Errorf("%s as %s: %d %s", tt.content, tt.token, w.Status, w.Body)
		}
	}
}

// A caller that does not see a member changes the others, and keeps it.
func TestHiddenMembersAreKept(t *testing.T) {
	for _, tt := range []struct{ method, content, want string }{
		{"PATCH", `{"name":"new"}`, strings.Replace(all, "one", "new", 1)},
		{"PATCH", `{"maker":{"name":"new"},"by":{"a":{"count":9}}}`,
			strings.Replace(strings.Replace(all, "acme", "new", 1), `"count":3`, `"count":9`, 1)},
		{"PUT", `{"name":"new","maker":{"name":"m"},"parts":[{"count":2}],"by":{"a":{"count":9}}}`,
			`{"id":1,"name":"new","cost":70,"note":"a note","maker":{"name":"m","rating":4},"parts":[{"count":2,"margin":30}],"by":{"a":{"count":9,"margin":40}},"owner":"ann"}`},
		// Items without a key stay as they are.
		{"PATCH", `{"parts":[{"count":2}]}`, all},
	} {
		d := newWareStore()
		app := wareApp(t, d)
		if w := kit.Send(t, app, tt.method, "/wares/1", tt.content, kit.As("bob")...); w.Status != 200 || strings.Contains(w.Body, "cost") {
			t.Errorf("%s %s: %d %s", tt.method, tt.content, w.Status, w.Body)
		}
		if w := kit.Send(t, app, "GET", "/wares/1", "", kit.As("ann")...); strings.ReplaceAll(w.Body, `"parts":[]`, `"parts":null`) != `{"data":`+tt.want+`}` {
			t.Errorf("%s %s: there is now\n%s\nwant\n%s", tt.method, tt.content, w.Body, tt.want)
		}
	}
}

// A stored value that the caller can neither see nor change is not checked.
func TestHiddenMembersAreNotChecked(t *testing.T) {
	d := newWareStore()
	w := d.wares[1]
	w.Cost = 1 // below the least
	d.wares[1] = w
	app := wareApp(t, d)
	for _, tt := range []struct {
		method, token, content string
		status                 int
	}{
		{"PATCH", "bob", `{"name":"x"}`, 200},
		{"PATCH", "ann", `{"name":"x"}`, 422},
		{"PUT", "bob", `{"name":"x","parts":[{"count":2}]}`, 200},
		{"GET", "bob", "", 200},
		{"GET", "ann", "", 500}, // responses are checked in tests
	} {
		if got := kit.Send(t, app, tt.method, "/wares/1", tt.content, kit.As(tt.token)...); got.Status != tt.status {
			t.Errorf("%s as %s: %d %s", tt.method, tt.token, got.Status, got.Body)
		}
	}
}

func TestListsRejectHiddenProperties(t *testing.T) {
	app := wareApp(t, newWareStore())
	for _, tt := range []struct {
		query, token string
		status       int
		want         string
	}{
		{"min_cost=65", "ann", 200, `"name":"one"`},
		{"min_cost=65", "bob", 422, "scope@query:min_cost"},
		{"min_cost=x", "bob", 422, "type@query:min_cost scope@query:min_cost"},
		{"order_by=cost", "ann", 200, `"name":"two"`},
		{"order_by=cost", "bob", 422, "scope@query:order_by/0"},
		{"order_by=name,-cost&min_cost=65", "bob", 422, "scope@query:order_by/1 scope@query:min_cost"},
		{"order_by=%2Bcost", "bob", 422, "scope@query:order_by/0"},
		{"rating=4", "bob", 422, "scope@query:rating"},
		{"order_by=name&name=one", "bob", 200, `"name":"one"`},
		{"min_cost=65&limit=0", "bob", 422, "min@query:limit scope@query:min_cost"},
	} {
		w := kit.Send(t, app, "GET", "/wares?"+tt.query, "", kit.As(tt.token)...)
		got := w.Body
		if w.Status == 422 {
			got = violations(t, w)
		} else if i := strings.Index(got, `"name"`); i > 0 {
			got = got[i:]
		}
		if w.Status != tt.status || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s as %s: %d %s, want %s", tt.query, tt.token, w.Status, got, tt.want)
		}
	}
}

func TestAVersionIsOfTheVisibleMembers(t *testing.T) {
	d := newWareStore()
	app := wareApp(t, d)
	tag := func(token string) string {
		return kit.Send(t, app, "GET", "/wares/1", "", kit.As(token)...).Header.Get("ETag")
	}
	ann, bob, eve := tag("ann"), tag("bob"), tag("eve")
	if ann == "" || ann == bob || bob == eve || ann == eve || tag("bob") != bob || tag("ann-few") != bob {
		t.Errorf("ann %s, bob %s, eve %s, again %s, ann with less %s", ann, bob, eve, tag("bob"), tag("ann-few"))
	}
	const since = "Fri, 02 Jan 2026 03:04:05 GMT"
	for _, tt := range []struct {
		method, token, field, value string
		status                      int
	}{
		{"GET", "ann", "If-None-Match", ann, 304},
		{"GET", "bob", "If-None-Match", bob, 304},
		{"GET", "ann", "If-None-Match", bob, 200},
		{"GET", "bob", "If-None-Match", ann, 200},
		{"GET", "bob", "If-None-Match", `"1"`, 200},
		{"GET", "ann", "If-Match", bob, 412},
		{"GET", "ann", "If-Match", ann, 200},
		{"GET", "ann", "If-Modified-Since", since, 200}, // it may have been shown less
		{"PATCH", "bob", "If-Match", `"0"`, 412},
		{"PATCH", "bob", "If-Match", bob, 200},
		{"PATCH", "bob", "If-Match", bob, 412}, // which is now that of before
		{"PUT", "ann", "If-Match", tag("ann"), 412},
		{"PATCH", "bob", "If-Match", `"2"`, 412}, // the revision: bob may not guess it
		{"PATCH", "bob", "If-Match", `"*"`, 412},
		{"PATCH", "bob", "If-Match", `*`, 200},
	} {
		content := `{"name":"x"}`
		if tt.method == "GET" {
			content = ""
		}
		w := kit.Send(t, app, tt.method, "/wares/1", content, kit.As(tt.token, tt.field+": "+tt.value)...)
		if w.Status != tt.status {
			t.Errorf("%s as %s with %s: %s: %d %s", tt.method, tt.token, tt.field, tt.value, w.Status, w.Body)
		}
		if w.Status == 304 && w.Header.Get("Vary") != "Authorization, Accept" {
			t.Errorf("304 varies by %q", w.Header["Vary"])
		}
	}
	if w := kit.Send(t, app, "PATCH", "/wares/1", `{"name":"y"}`, kit.As("bob", "If-Match: "+tag("bob"))...); w.Status != 200 || w.Header.Get("ETag") != tag("bob") {
		t.Errorf("%d %s, and not %s", w.Status, w.Header.Get("ETag"), tag("bob"))
	}
	if w := kit.Send(t, app, "DELETE", "/wares/1", "", kit.As("bob", "If-Match: "+tag("bob"))...); w.Status != 200 {
		t.Errorf("%d %s", w.Status, w.Body)
	}
}

func TestAReplayNeedsTheSameVisibility(t *testing.T) {
	d := newWareStore()
	app := wareApp(t, d)
	for _, tt := range []struct {
		token  string
		status int
		want   string
	}{
		{"ann", 201, `"cost":5`},
		{"ann", 201, `"cost":5`},
		{"ann-few", 422, `"code":"idempotency_key_reused"`},
		{"bob", 201, `"name":"x","maker"`}, // another key
	} {
		w := kit.Send(t, app, "POST", "/wares", `{"name":"x"}`, kit.As(tt.token, "Idempotency-Key: k")...)
		if w.Status != tt.status || !strings.Contains(w.Body, tt.want) || tt.token != "ann" && strings.Contains(w.Body, "cost") {
			t.Errorf("%s: %d %s", tt.token, w.Status, w.Body)
		}
	}
	if d.made != 2 {
		t.Errorf("%d wares were made", d.made)
	}
}

func TestPooledCallsDoNotShareVisibility(t *testing.T) {
	app := wareApp(t, newWareStore())
	var group sync.WaitGroup
	for _, tt := range []struct{ token, want string }{{"ann", all}, {"", some}, {"bob", some}, {"eve", rated}} {
		group.Go(func() {
			for range 200 {
				if w := kit.Send(t, app, "GET", "/public", "", kit.As(tt.token)...); w.Body != `{"data":`+tt.want+`}` {
					t.Errorf("%s: %s", tt.token, w.Body)
					return
				}
			}
		})
	}
	group.Wait()
}
