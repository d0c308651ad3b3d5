package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// varnish starts a Varnish with its default configuration in front of a shop, and returns
// its URL.
func varnish(t *testing.T, shop string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "varnish") // short, because it creates sockets there
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	cmd := exec.Command("varnishd", "-F", "-n", filepath.Join(dir, "n"), "-a", address, "-b", strings.TrimPrefix(shop, "http://"), "-s", "malloc,64m", "-T", "none")
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v; apt-get install varnish", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(50 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return "http://" + address
		}
	}
	t.Fatal("varnish does not listen")
	return ""
}

// A caller has orders.
type caller struct {
	name    string
	headers []string // credentials
	costs   bool     // may see costs
	order   string   // the path of one of its orders
}

// callers returns pairs of identities, half of them with tokens and half with API keys. The
// first of each pair may see costs.
func callers(c client, pairs int) (all []caller) {
	for i := range 2 * pairs {
		who := caller{name: fmt.Sprintf("u%dx", i), costs: i%2 == 0}
		scopes := []string{readProducts, readOrders, writeOrders}
		if who.costs {
			scopes = append(scopes, seeCosts)
		}
		if i/2%2 == 0 {
			token, err := development.issuer.Token(who.name, scopes...)
			if err != nil {
				c.Fatal(err)
			}
			who.headers = []string{"Authorization", "Bearer " + token}
		} else {
			secret, err := c.store.MakeKey(c.Context(), who.name, scopes)
			if err != nil {
				c.Fatal(err)
			}
			who.headers = []string{"X-Api-Key", secret.Reveal()}
		}
		all = append(all, who)
	}
	return all
}

var customer = regexp.MustCompile(`u[0-9]+x@`)

// foreign returns the part of a response that the caller must not see, or "".
func (who caller) foreign(a answer) string {
	for _, email := range customer.FindAllString(a.text, -1) {
		if email != who.name+"@" {
			return "an order of " + email
		}
	}
	if !who.costs && strings.Contains(a.text, `"cost"`) && a.status < 300 && !strings.HasPrefix(a.from.Path, "/openapi") {
		return "what the shop pays"
	}
	return ""
}

// 200 pairs of identities and anonymous callers read everything through a shared cache. No
// caller gets a response for another one.
func TestCacheKeepsCallersApart(t *testing.T) {
	c := open(t, memory)
	cached := c.anonymous()
	cached.url = varnish(t, c.url)
	all := callers(c, 200)
	for i := range all {
		who := &all[i]
		made := cached.want(201, "POST", first+"/orders", `{"quantity": 1, "email": "`+who.name+`@example.com"}`,
			append(slices.Clone(who.headers), "Idempotency-Key", "the-same")...)
		if what := who.foreign(made); what != "" || !strings.Contains(made.text, who.name+"@") {
			t.Fatalf("%s gets %s\n%s", who.name, what, made.text)
		}
		who.order = made.header.Get("Location")
	}
	guest := caller{}
	reader := cached // searching every response for secrets takes longer than the requests
	reader.unwatched = &http.Client{Transport: new(http.Transport)}
	defer reader.unwatched.CloseIdleConnections()
	seen := map[string]int{}
	for i := 0; i < len(all); i += 2 {
		a, b := all[i], all[i+1]
		paths := []string{
			"/v1/products?limit=2", "/v1/products", first, absent, first + "/photo", first + "/orders",
			a.order, b.order, "/", "/docs/", "/openapi.json", "/v1/health", "/nothing",
		}
		if i%20 == 0 { // all products, which takes long
			paths = append(paths, "/v1/products/export")
		}
		for _, path := range paths {
			for _, who := range []caller{a, b, guest, b, a} {
				got := reader.ask("GET", path, "", who.headers...)
				if what := who.foreign(got); what != "" {
					t.Fatalf("GET %s: %q gets %s\n%v\n%s", path, who.name, what, got.header, got.text)
				}
				if path == first && got.status == 200 && who.costs != strings.Contains(got.text, `"cost"`) {
					t.Fatalf("GET %s: %q gets a response for another caller\n%v\n%s", path, who.name, got.header, got.text)
				}
				if (path == a.order && who.name == a.name || path == b.order && who.name == b.name) && !strings.Contains(got.text, who.name+"@") {
					t.Fatalf("GET %s: %q gets %d\n%s", path, who.name, got.status, got.text)
				}
				if got.header.Get("Age") != "" && got.header.Get("Age") != "0" || strings.Contains(got.header.Get("X-Varnish"), " ") {
					seen[path]++
				}
			}
		}
	}
	if len(seen) == 0 {
		t.Error("the cache served no response")
	}
	t.Logf("from the cache: %v", seen)
}
