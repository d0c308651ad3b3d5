package main

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Rejected input is neither in responses nor in logs. TestMain checks that for every other
// test too.
func TestRejectedInputIsNotEchoed(t *testing.T) {
	const (
		value  = "rejected-value-7261"
		upper  = "REJECTED-VALUE-7261"
		number = "72617261.5"
	)
	plant("a rejected value", value, upper, number)
	onEach(t, func(t *testing.T, c client) {
		long := strings.Repeat(value, 100)
		for _, tt := range []struct {
			status                int
			method, path, content string
			headers               []string
		}{
			{422, "GET", "/v1/products/" + value, "", nil},
			{422, "GET", "/v1/products?limit=" + value, "", nil},
			{422, "GET", "/v1/products?status=" + value + "&order_by=" + value + "&min_price=" + number, "", nil},
			{422, "GET", "/v1/products?cursor=" + value, "", nil},
			{404, "GET", "/v1/" + value, "", nil},
			{404, "GET", "/" + value, "", nil},
			{404, "GET", "/openapi" + value, "", nil},
			{405, "DELETE", "/v1/products?" + value, "", nil},
			{400, "GET", "/v1/products?limit=%" + value, "", nil},
			{422, "POST", "/v1/products", `{"sku": "` + value + `", "name": "` + long + `", "price": ` + number + `, "status": "` + value + `",
				"tags": ["` + upper + `"], "size": {"width": "` + value + `"}, "discount": {"kind": "` + value + `"}, "created_at": "` + value + `"}`, nil},
			{422, "PATCH", first, `{"price": "` + value + `", "cost": ` + number + `}`, nil},
			{422, "POST", first + "/orders", `{"quantity": ` + number + `, "email": "` + value + `"}`, nil},
			{400, "POST", "/v1/products", `{"sku": "` + value + `"`, nil},
			{400, "POST", "/v1/products", value, nil},
			{415, "POST", "/v1/products", "{}", []string{"Content-Type", "text/" + value}},
			{406, "GET", "/v1/products", "", []string{"Accept", "text/" + value}},
			{400, "POST", "/v1/products", keyboard, []string{"Idempotency-Key", long}},
			{412, "PATCH", first, `{"price": 1}`, []string{"If-Match", `"` + value + `"`}},
			{401, "GET", first, "", []string{"Authorization", "Bearer " + value}},
			{401, "GET", first, "", []string{"Authorization", "Bearer a." + value + ".b"}},
			{200, "GET", first, "", []string{"Authorization", "Basic " + value}},
			{401, "GET", first, "", []string{"Authorization", "", "X-Api-Key", value}},
			{400, "GET", first, "", []string{"Authorization", "Bearer " + value + " " + value}},
			{200, "GET", first, "", []string{"Accept-Language", value, "Cookie", "session=" + value, "Origin", "https://" + value + ".example",
				"X-Forwarded-For", value, "Forwarded", "for=" + value, "Referer", "https://example.com/" + value, "User-Agent", value}},
			{422, "GET", "/v1/products?limit=0", "", []string{"X-Request-Id", value + " " + value, "Accept-Language", value}},
		} {
			a := c.ask(tt.method, tt.path, tt.content, tt.headers...)
			if a.status != tt.status {
				t.Errorf("%s %s %.80q: %d, want %d\n%s", tt.method, tt.path, tt.headers, a.status, tt.status, a.text)
			}
		}
		c.putPhoto(422, first, "photo", "image/"+value, value)
		c.putPhoto(422, first, "photo", "image/png", value)
		if all := leaks(); all != nil {
			t.Error(all)
		}
	})
}

// Valid credentials are neither in responses nor in logs, whatever the status of the
// request.
func TestCredentialsAreNotEchoed(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		secret := apiKey(t, c.store, readProducts, writeProducts)
		key := []string{"Authorization", "", "X-Api-Key", secret}
		c.want(201, "POST", "/v1/products", keyboard, key...)
		c.want(409, "POST", "/v1/products", keyboard, key...)
		c.want(422, "PATCH", first, `{"price": -1}`, key...)
		c.want(403, "GET", first+"/orders", "", key...)
		c.want(422, "GET", "/v1/products?key="+url.QueryEscape(secret)+"&access_token="+c.token, "", key...)
		c.want(404, "GET", "/v1/"+secret, "", key...)
		c.want(401, "GET", first, "", "Authorization", "", "X-Api-Key", secret+"x")
		c.want(401, "GET", first, "", "Authorization", "Bearer "+secret)
		c.want(401, "GET", first, "", "Authorization", "", "X-Api-Key", c.token)
		c.store.Close()
		c.want(500, "GET", first, "")
		c.want(503, "GET", first, "", key...)
		if all := leaks(); all != nil {
			t.Error(all)
		}
	})
}

// The log has the stack of a panic; the client gets nothing of it.
func TestPanicIsOnlyLogged(t *testing.T) {
	var logged lines
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	defer slog.SetDefault(before)

	c := servingWith(t, testSettings(unopened())) // without a database
	for _, path := range []string{first, "/v1/products", first + "/orders/1", "/v1/products/export"} {
		a := c.want(500, "GET", path, "")
		equal(t, `{"title":"Internal Server Error","status":500,"detail":"The server failed to answer the request.","code":"internal_error"}`, a.text)
	}
	for _, want := range []string{`msg="tenon: panic"`, "stack=", "products.go:", "request_id=" + c.want(500, "GET", first, "").header.Get("X-Request-Id")} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("the log has no %s", want)
		}
	}
	inspect("the log of panics", []byte(logged.String()))
	if all := leaks(); all != nil {
		t.Error(all)
	}
}

// The search for leaks finds them.
func TestLeaksAreFound(t *testing.T) {
	found := func(f func()) error {
		secrets.mu.Lock()
		before := secrets.found
		secrets.found = nil
		secrets.mu.Unlock()
		f()
		all := leaks()
		secrets.mu.Lock()
		secrets.found = before
		secrets.mu.Unlock()
		return all
	}
	plant("a thing", "what-nobody-may-know")
	c := open(t, memory)
	if found(func() { c.want(200, "PATCH", first, `{"name": "what-nobody-may-know"}`) }) == nil {
		t.Error("no leak was found in the response to a change")
	}
	for what, f := range map[string]func(){
		"an answer":             func() { c.want(200, "GET", first, "") },
		"a stream":              func() { c.want(200, "GET", "/v1/products/export", "") },
		"a header":              func() { c.want(200, "GET", "/v1/products?name_contains=what-nobody-may-know&limit=1", "") },
		"a log":                 func() { slog.Info("what-nobody-may-know") },
		"an attribute in a log": func() { slog.Info("text", "what", http.Header{"A": {"what-nobody-may-know"}}) },
		"a stack in an answer":  func() { inspectAnswer("somewhere", []byte("main.go:7")) },
	} {
		if found(f) == nil {
			t.Errorf("no leak was found in %s", what)
		}
	}
	if all := found(func() { c.want(404, "GET", absent, ""); slog.Info("nothing") }); all != nil {
		t.Error(all)
	}
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("text", "key", c.token)
	if found(func() { inspect("a log", b.Bytes()) }) == nil {
		t.Error("the token of the tests was not found")
	}
}
