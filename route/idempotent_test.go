package route_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// transfer is what these tests do once.
type transfer struct {
	To     string
	Amount int
	Note   prop.JSON
	Number int
}

var transfers = collection.Of("Transfer", func(t *transfer) collection.Fields {
	return collection.Fields{
		prop.String("to").MinLen(1).At(&t.To),
		prop.Int("amount").Min(1).Default(1).At(&t.Amount),
		prop.Any("note").Default("null").At(&t.Note),
		prop.Int("number").ReadOnly().At(&t.Number),
	}
})

var (
	version = prop.String("ETag")
	traceID = prop.String("X-Trace-Id").Optional()
	broke   = render.NewProblem(402, "broke", "There is not enough money.")
)

// bank counts what it does. Its handler ends as end says, if that is set.
type bank struct {
	rows atomic.Int64
	end  func(c *route.Call, n int) error
}

func (b *bank) send(c *route.Call, t transfer) (transfer, error) {
	n := int(b.rows.Add(1))
	if b.end != nil {
		if err := b.end(c, n); err != nil {
			return t, err
		}
	}
	t.Number = n
	version.Set(c, `"`+strconv.Itoa(n)+`"`)
	c.Header().Set("Location", "/transfers/"+strconv.Itoa(n))
	c.Header().Set("Set-Cookie", "seen="+strconv.Itoa(n))
	return t, nil
}

type writing = *route.WriteRoute[transfer, transfer]

func (b *bank) post(t *testing.T, change func(writing) writing) (url string) {
	t.Helper()
	w := route.Post("/transfers", transfers.Create(), transfers.View()).Fails(broke).ResponseHeader(version, traceID)
	return serve(t, change(w).Handle(b.send)) + "/transfers"
}

func kept(store idempotency.Store) func(writing) writing {
	return func(w writing) writing { return w.Idempotent(time.Hour, store) }
}

// repeat sends a transfer with a key.
func repeat(t *testing.T, url, key, body string, headers ...string) answer {
	t.Helper()
	return send(t, "POST", url, "application/json", body, append(headers, "Idempotency-Key", key)...)
}

func (a answer) has(t *testing.T, status int, text string) {
	t.Helper()
	if a.StatusCode != status || !strings.Contains(a.body, text) {
		t.Errorf("%d %s\nwant %d and %s", a.StatusCode, a.body, status, text)
	}
}

// replayed checks that b is a again.
func (a answer) replayed(t *testing.T, b answer) {
	t.Helper()
	if a.StatusCode != b.StatusCode || a.body != b.body {
		t.Errorf("%d %s\nwas replayed as\n%d %s", a.StatusCode, a.body, b.StatusCode, b.body)
	}
	for _, name := range []string{"Content-Type", "Content-Length", "X-Content-Type-Options", "Location", "Etag", "Last-Modified", "Link", "X-Trace-Id"} {
		if x, y := a.Header.Values(name), b.Header.Values(name); strings.Join(x, "|") != strings.Join(y, "|") {
			t.Errorf("%s %q was replayed as %q", name, x, y)
		}
	}
	if a.Header.Get("Idempotent-Replayed") != "" || b.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("Idempotent-Replayed: %q, then %q", a.Header.Get("Idempotent-Replayed"), b.Header.Get("Idempotent-Replayed"))
	}
}

const toAnn = `{"to":"Ann","amount":5}`

func testRepetitionsGetTheAnswerOfTheFirst(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	var b bank
	b.end = func(c *route.Call, n int) error {
		traceID.Set(c, "t-"+strconv.Itoa(n))
		c.Header().Add("Link", `</a>; rel="self"`)
		c.Header().Add("Link", `</b>; rel="up"`)
		c.Header().Set("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT")
		return nil
	}
	linked := func(next http.Handler) http.Handler { // on every answer, also on those that are replayed
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Add("Link", `</old>; rel="deprecation"`)
			next.ServeHTTP(w, r)
		})
	}
	url := b.post(t, func(w writing) writing { return kept(memory())(w).Use(linked) })
	first := repeat(t, url, "k", toAnn)
	first.has(t, 201, `{"data":{"to":"Ann","amount":5,"note":null,"number":1}}`)
	if len(first.Header.Values("Link")) != 3 || first.Header.Get("Set-Cookie") == "" {
		t.Errorf("%v", first.Header)
	}
	for range 3 {
		again := repeat(t, url, "k", toAnn)
		first.replayed(t, again)
		if again.Header.Get("Set-Cookie") != "" {
			t.Error("a cookie was replayed")
		}
	}
	other := repeat(t, url, "other", toAnn)
	other.has(t, 201, `"number":2`)
	send(t, "POST", url, "application/json", toAnn).has(t, 201, `"number":3`)
	send(t, "POST", url, "application/json", toAnn).has(t, 201, `"number":4`)
}

func testOneOfManyAtTheSameTimeStarts(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	const many = 500
	var b bank
	release := make(chan struct{})
	b.end = func(*route.Call, int) error { <-release; return nil }
	url := b.post(t, kept(memory()))
	client := http.Client{Transport: &http.Transport{MaxConnsPerHost: many}}
	defer client.CloseIdleConnections()
	var wg sync.WaitGroup
	var created, inUse, wrong atomic.Int64
	for range many {
		wg.Go(func() {
			r, _ := http.NewRequest("POST", url, strings.NewReader(toAnn))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Idempotency-Key", "k")
			a, err := client.Do(r)
			if err != nil {
				wrong.Add(1)
				return
			}
			text, _ := io.ReadAll(a.Body)
			a.Body.Close()
			switch {
			case a.StatusCode == 201 && strings.Contains(string(text), `"number":1}`):
				created.Add(1)
			case a.StatusCode == 409 && strings.Contains(string(text), `"idempotency_key_in_use"`) && a.Header.Get("Retry-After") == "1":
				if inUse.Add(1) == many/2 {
					close(release) // those after it find the answer, or the first still at work
				}
			default:
				wrong.Add(1)
			}
		})
	}
	wg.Wait()
	t.Logf("%d created, %d in use", created.Load(), inUse.Load())
	if b.rows.Load() != 1 || wrong.Load() > 0 || created.Load() == 0 || created.Load()+inUse.Load() != many {
		t.Errorf("%d rows, %d created, %d in use, %d wrong", b.rows.Load(), created.Load(), inUse.Load(), wrong.Load())
	}
	again := repeat(t, url, "k", toAnn)
	again.has(t, 201, `"number":1}`)
	if again.Header.Get("Idempotent-Replayed") != "true" || b.rows.Load() != 1 {
		t.Errorf("%v, %d rows", again.Header, b.rows.Load())
	}
}

// TestRepetitionsAreComparedByWhatTheySay: white space, the order of members,
// escapes and defaults are not what a request says.
func testRepetitionsAreComparedByWhatTheySay(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	const first = `{"to":"Ann","amount":1,"note":{"a":1,"b":[2]}}`
	tests := []struct {
		name, query, body string
		same              bool
	}{
		{"the same", "", first, true},
		{"white space", "", " {\n \"to\" : \"Ann\", \"amount\": 1 , \"note\":{ \"a\":1,\"b\":[ 2 ]}} ", true},
		{"another order", "", `{"note":{"b":[2],"a":1},"amount":1,"to":"Ann"}`, true},
		{"escapes", "", `{"to":"\u0041nn","amount":1,"note":{"a":1,"b":[2]}}`, true},
		{"another number", "", `{"to":"Ann","amount":1,"note":{"a":1.0,"b":[2]}}`, true},
		{"a default left out", "", `{"to":"Ann","note":{"a":1,"b":[2]}}`, true},
		{"another value", "", `{"to":"Anna","amount":1,"note":{"a":1,"b":[2]}}`, false},
		{"another amount", "", `{"to":"Ann","amount":2,"note":{"a":1,"b":[2]}}`, false},
		{"another item", "", `{"to":"Ann","amount":1,"note":{"a":1,"b":[3]}}`, false},
		{"a member less", "", `{"to":"Ann","amount":1}`, false},
		{"a query", "?x=1", first, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bank
			url := b.post(t, func(w writing) writing { return kept(memory())(w).IgnoreUnknown() })
			repeat(t, url, "k", first).has(t, 201, `"number":1`)
			a := repeat(t, url+tt.query, "k", tt.body)
			if tt.same {
				a.has(t, 201, `"number":1`)
			} else {
				a.has(t, 422, `"code":"idempotency_key_reused"`)
			}
			if b.rows.Load() != 1 {
				t.Errorf("%d rows", b.rows.Load())
			}
		})
	}
}

func testAKeyIsForOneOperationAndPath(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	store := memory()
	account := prop.String("account")
	list := prop.Array(prop.String("list"))
	echo := func(c *route.Call, s string) (string, error) { return s, nil }
	text := route.Text(prop.String("text"))
	post := route.Post("/accounts/{account}", text, text).Path(account).Idempotent(time.Hour, store).Handle(echo)
	patch := route.Patch("/accounts/{account}", text, text).Path(account).Idempotent(time.Hour, store).Handle(echo)
	lists := route.Post("/lists/{list}", text, text).Path(list).Idempotent(time.Hour, store).Handle(echo)
	url := serve(t, post, patch, lists)
	tests := []struct {
		key, method, path, body string
		status                  int
	}{
		{"a", "POST", "/accounts/1", "x", 201},
		{"a", "POST", "/accounts/1", "x", 201},
		{"a", "POST", "/accounts/1", "x ", 422},
		{"a", "POST", "/accounts/2", "x", 422},
		{"a", "PATCH", "/accounts/1", "x", 422},
		{"a", "POST", "/lists/1", "x", 422},
		{"b", "PATCH", "/accounts/1", "x", 200},
		{"b", "PATCH", "/accounts/1", "x", 200},
		{"c", "POST", "/lists/1,2", "x", 201},
		{"c", "POST", "/lists/1%2C2", "x", 422},
	}
	for _, tt := range tests {
		a := send(t, tt.method, url+tt.path, "text/plain", tt.body, "Idempotency-Key", tt.key)
		if a.StatusCode != tt.status {
			t.Errorf("%s %s %q with key %s: %d %s", tt.method, tt.path, tt.body, tt.key, a.StatusCode, a.body)
		}
	}
}

func testKeysBelongToWhoeverSendsThem(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	var b bank
	url := b.post(t, kept(memory()))
	repeat(t, url, "k", toAnn, "Authorization", "Bearer one").has(t, 201, `"number":1}`)
	repeat(t, url, "k", toAnn, "Authorization", "Bearer two").has(t, 201, `"number":2}`)
	repeat(t, url, "k", `{"to":"Bob"}`).has(t, 201, `"number":3}`)
	repeat(t, url, "k", toAnn, "Authorization", "Bearer one").has(t, 201, `"number":1}`)

	var own bank
	url = own.post(t, func(w writing) writing {
		return kept(memory())(w).IdempotencyScope(func(r *http.Request) string { return r.Header.Get("X-Tenant") })
	})
	repeat(t, url, "k", toAnn, "X-Tenant", "a", "Authorization", "Bearer one").has(t, 201, `"number":1}`)
	repeat(t, url, "k", toAnn, "X-Tenant", "b", "Authorization", "Bearer one").has(t, 201, `"number":2}`)
	repeat(t, url, "k", toAnn, "X-Tenant", "a", "Authorization", "Bearer refreshed").has(t, 201, `"number":1}`)
}

func testAKeyIsForgottenWhenItsTimeIsOver(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	now := time.Now()
	var b bank
	url := b.post(t, kept(memory(idempotency.Clock(func() time.Time { return now }))))
	repeat(t, url, "k", toAnn).has(t, 201, `"number":1}`)
	now = now.Add(time.Hour - 1)
	repeat(t, url, "k", toAnn).has(t, 201, `"number":1}`)
	now = now.Add(1)
	repeat(t, url, "k", `{"to":"Bob"}`).has(t, 201, `"number":2}`)
}

func testWhatIsNoSuccessIsNotKept(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	tests := []struct {
		name   string
		end    func(*route.Call, int) error
		status int
		text   string
	}{
		{"a declared problem", func(*route.Call, int) error { return broke }, 402, `"broke"`},
		{"any other error", func(*route.Call, int) error { return errors.New("no disk") }, 500, `"internal_error"`},
		{"violations", func(*route.Call, int) error { return render.Invalid(prop.String("x").MinLen(1).Check("")) }, 422, `"invalid_request"`},
		{"violations of nothing that was sent", func(*route.Call, int) error { return prop.String("x").MinLen(1).Check("") }, 500, `"internal_error"`},
		{"a panic", func(*route.Call, int) error { panic("no disk") }, 500, `"internal_error"`},
		{"an undeclared status", func(c *route.Call, _ int) error { c.Status(299); return nil }, 500, `"internal_error"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bank
			b.end = func(c *route.Call, n int) error {
				if n < 3 {
					return tt.end(c, n)
				}
				return nil
			}
			url := b.post(t, kept(memory()))
			for range 2 {
				a := repeat(t, url, "k", toAnn)
				a.has(t, tt.status, tt.text)
				if a.Header.Get("Location") != "" && tt.name != "an undeclared status" || a.Header.Get("Etag") != "" {
					t.Errorf("%v", a.Header)
				}
			}
			repeat(t, url, "k", toAnn).has(t, 201, `"number":3}`)
			repeat(t, url, "k", toAnn).has(t, 201, `"number":3}`)
		})
	}
}

func testARefusedRequestUsesNoKey(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	var b bank
	url := b.post(t, kept(memory()))
	repeat(t, url, "k", `{"to":""}`).has(t, 422, `"invalid_request"`)
	repeat(t, url, "k", `{"to":`).has(t, 400, `"malformed_request"`)
	repeat(t, url+"?x=1", "k", toAnn).has(t, 422, `"invalid_request"`)
	send(t, "POST", url, "text/plain", toAnn, "Idempotency-Key", "k").has(t, 415, `"unsupported_media_type"`)
	repeat(t, url, "k", toAnn).has(t, 201, `"number":1}`)
	repeat(t, url, "k", `{"to":""}`).has(t, 422, `"invalid_request"`)
}

func testAnswersWithoutContentAreReplayed(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	n := 0
	ping := route.Post("/ping", collection.NoContent(), collection.NoContent()).Idempotent(time.Hour, memory()).
		Handle(func(*route.Call, collection.Empty) (collection.Empty, error) { n++; return collection.Empty{}, nil })
	away := route.Post("/away", collection.NoContent(), route.Redirect(303)).Idempotent(time.Hour, memory()).
		Handle(func(*route.Call, collection.Empty) (route.Location, error) { n++; return "/there", nil })
	url := serve(t, ping, away)
	for path, status := range map[string]int{"/ping": 204, "/away": 303} {
		n = 0
		first := send(t, "POST", url+path, "", "", "Idempotency-Key", "k")
		first.has(t, status, "")
		first.replayed(t, send(t, "POST", url+path, "", "", "Idempotency-Key", "k"))
		if n != 1 {
			t.Errorf("%s ran %d times", path, n)
		}
	}
}

func testFormsAreComparedByTheirFields(t *testing.T, memory func(...idempotency.Option) idempotency.Store) {
	n := 0
	f := func(_ *route.Call, l login) (string, error) { n++; return strconv.Itoa(n), nil }
	text := route.Text(prop.String("text"))
	store := memory()
	url := serve(t,
		route.Post("/form", route.AnyOf(logins.Create(), route.Form(logins.Create())), text).Idempotent(time.Hour, store).Handle(f),
		route.Post("/parts", route.Multipart(logins.Create()), text).Idempotent(time.Hour, store).Handle(f))
	const form = "application/x-www-form-urlencoded"
	parts := func(boundary, user string) (contentType, body string) {
		return "multipart/form-data; boundary=" + boundary,
			"--" + boundary + "\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\n" + user + "\r\n--" + boundary + "--\r\n"
	}
	oneType, one := parts("one", "ann")
	twoType, two := parts("two", "ann")
	threeType, three := parts("two", "bob")
	tests := []struct {
		key, path, contentType, body string
		status                       int
		text                         string
	}{
		{"a", "/form", form, "user=ann&roles=x&roles=y", 201, "1"},
		{"a", "/form", form, "user=%61nn&roles=x&roles=y", 201, "1"},
		{"a", "/form", form, "user=ann&roles=y&roles=x", 422, "idempotency_key_reused"},
		{"a", "/form", form, "user=anna&roles=x&roles=y", 422, "idempotency_key_reused"},
		{"a", "/form", "application/json", `{"user":"ann","roles":["x","y"]}`, 422, "idempotency_key_reused"},
		{"b", "/parts", oneType, one, 201, "2"},
		{"b", "/parts", twoType, two, 201, "2"},
		{"b", "/parts", threeType, three, 422, "idempotency_key_reused"},
	}
	for _, tt := range tests {
		send(t, "POST", url+tt.path, tt.contentType, tt.body, "Idempotency-Key", tt.key).has(t, tt.status, tt.text)
	}
}

// TestRequestsWithoutAKeyCostNothing: the way without a key is that of other
// routes.
func TestRequestsWithoutAKeyCostNothing(t *testing.T) {
	cost := func(w writing) int {
		h := build(t, w.Handle(func(c *route.Call, in transfer) (transfer, error) {
			version.Set(c, `"1"`)
			return in, nil
		}))
		return allocs.Least(func() {
			r := httptest.NewRequest("POST", "/transfers", strings.NewReader(toAnn))
			r.Header.Set("Content-Type", "application/json")
			h.ServeHTTP(httptest.NewRecorder(), r)
		})
	}
	plain := route.Post("/transfers", transfers.Create(), transfers.View()).ResponseHeader(version, traceID)
	if without, with := cost(plain), cost(kept(idempotency.Memory())(plain)); with > without {
		t.Errorf("%d allocations, %d with a store", without, with)
	}
}
