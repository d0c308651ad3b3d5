package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// An operation has the security requirements of an operation in the document.
type operation struct {
	method, path string
	// needs are alternatives, each of schemes with their required scopes.
	needs  []map[string][]string
	public bool
}

// documented returns the operations of the document of a shop.
func documented(t *testing.T, c client) (all []operation) {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			Security []map[string][]string
		}
		Security   []map[string][]string
		Components struct{ SecuritySchemes map[string]struct{} }
	}
	text := c.anonymous().want(200, "GET", "/openapi-3.1.json", "").text
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	schemes := len(document.Components.SecuritySchemes)
	if document.Security != nil || schemes != 2 {
		t.Fatalf("the test does not support security for all operations, or %d schemes", schemes)
	}
	concrete := strings.NewReplacer("{id}", strings.TrimPrefix(first, "/v1/products/"),
		"{product_id}", strings.TrimPrefix(first, "/v1/products/"), "{number}", "1")
	for path, item := range document.Paths {
		for method, o := range item {
			op := operation{method: strings.ToUpper(method), path: concrete.Replace(path), public: o.Security == nil}
			for _, alternative := range o.Security {
				if len(alternative) == 0 {
					op.public = true
					continue
				}
				op.needs = append(op.needs, alternative)
			}
			all = append(all, op)
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return all
}

// credentials returns valid credentials for a scheme of the document.
func credentials(t *testing.T, c client, scheme string, scopes []string) (header, value string) {
	t.Helper()
	switch scheme {
	case "bearer":
		return "Authorization", "Bearer " + c.as("somebody", scopes...).token
	case "key":
		return "X-Api-Key", apiKey(t, c.store, scopes...)
	}
	t.Fatalf("the document has a scheme %q", scheme)
	return "", ""
}

// apiKey returns a new API key.
func apiKey(t *testing.T, s *Store, scopes ...string) string {
	t.Helper()
	secret, err := s.MakeKey(t.Context(), newID(), scopes)
	if err != nil {
		t.Fatal(err)
	}
	plant("an API key", secret.Reveal()[keyPublic:])
	return secret.Reveal()
}

// bad returns invalid credentials.
func bad(t *testing.T, c client, scheme string) map[string][2]string {
	t.Helper()
	if scheme == "key" {
		good := apiKey(t, c.store, allScopes...)
		unknown := strings.Repeat("A", len(good)-len(keyMark))
		plant("a key that nobody has", unknown)
		return map[string][2]string{
			"unknown key":     {"X-Api-Key", keyMark + unknown},
			"short key":       {"X-Api-Key", keyMark},
			"part of a key":   {"X-Api-Key", good[:keyPublic]},
			"end of a key":    {"X-Api-Key", good[:len(good)-1] + "#"},
			"key that is not": {"X-Api-Key", "\xff\xfe" + good},
		}
	}
	foreign, err := NewIssuer()
	if err != nil {
		t.Fatal(err)
	}
	foreign.listener.Close()
	stranger, err := foreign.Token("somebody", allScopes...)
	if err != nil {
		t.Fatal(err)
	}
	good := c.as("somebody", allScopes...).token
	head, rest, _ := strings.Cut(good, ".")
	_, signature, _ := strings.Cut(rest, ".")
	_, forged, _ := strings.Cut(stranger, ".")
	plant("the token of another issuer", strings.Split(forged, ".")...)
	payload, _, _ := strings.Cut(forged, ".")
	return map[string][2]string{
		"no token":            {"Authorization", "Bearer abc"},
		"foreign token":       {"Authorization", "Bearer " + stranger},
		"forged payload":      {"Authorization", "Bearer " + head + "." + payload + "." + signature},
		"without a signature": {"Authorization", "Bearer " + strings.TrimSuffix(good, signature)},
	}
}

// The server enforces exactly the security requirements in the document.
func TestShopEnforcesItsDocument(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c = c.anonymous()
		wrong := map[string]map[string][2]string{"bearer": bad(t, c, "bearer"), "key": bad(t, c, "key")}
		operations := documented(t, c)
		var paths []string
		for _, o := range operations {
			paths = append(paths, o.method+" "+o.path)
			t.Run(o.method+" "+o.path, func(t *testing.T) {
				c.TB = t
				refused := func(what string, status int, headers ...string) {
					t.Helper()
					got, header := c.knock(o.method, o.path, headers...)
					if got != status {
						t.Errorf("%s: %d, want %d", what, got, status)
					}
					if challenges := header.Values("WWW-Authenticate"); status == 401 && len(challenges) != 2 {
						t.Errorf("%s: the challenges are %q", what, challenges)
					}
				}
				let := func(what string, headers ...string) {
					t.Helper()
					if got, _ := c.knock(o.method, o.path, headers...); got == 401 || got == 403 || got >= 500 {
						t.Errorf("%s: %d", what, got)
					}
				}
				for _, list := range wrong {
					for what, h := range list {
						refused(what, 401, h[0], h[1])
					}
				}
				if o.public {
					let("nobody")
				} else {
					refused("nobody", 401)
				}
				if len(o.needs) == 0 {
					t.Error("no credentials are accepted")
				}
				for _, alternative := range o.needs {
					if len(alternative) != 1 {
						t.Fatal("the test does not support combined schemes")
					}
					for scheme, scopes := range alternative {
						name, value := credentials(t, c, scheme, scopes)
						let(scheme, name, value)
						for _, lacking := range scopes {
							others := slices.DeleteFunc(slices.Clone(allScopes), func(s string) bool { return s == lacking })
							name, value := credentials(t, c, scheme, others)
							refused(scheme+" without "+lacking, 403, name, value)
							name, value = credentials(t, c, scheme, nil)
							refused(scheme+" without any scope", 403, name, value)
						}
						if !o.public && len(scopes) == 0 {
							t.Errorf("%s needs no scope", scheme)
						}
					}
				}
			})
		}
		equal(t, served(t, c.store), paths)
	})
}

// served returns the operations of the API in the order of documented.
func served(t *testing.T, s *Store) (paths []string) {
	t.Helper()
	concrete := strings.NewReplacer("{id}", strings.TrimPrefix(first, "/v1/products/"),
		"{product_id}", strings.TrimPrefix(first, "/v1/products/"), "{number}", "1")
	var all [][2]string
	for r := range build(t, s).Routes() {
		all = append(all, [2]string{concrete.Replace(r.Path), r.Method})
	}
	slices.SortFunc(all, func(a, b [2]string) int { return strings.Compare(a[0]+a[1], b[0]+b[1]) })
	for _, r := range all {
		paths = append(paths, r[1]+" "+r[0])
	}
	return paths
}

// knock sends a request and reads only the status and the headers of a success, because the
// body may be an endless stream.
func (c client) knock(method, path string, headers ...string) (int, http.Header) {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.url+path, nil)
	if err != nil {
		c.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode >= 400 {
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			c.Error(err)
		}
	}
	return res.StatusCode, res.Header
}

// The challenge of a 403 names the missing scope.
func TestChallengeNamesTheScope(t *testing.T) {
	c := open(t, memory)
	a := c.as("somebody", readProducts).want(403, "POST", "/v1/products", keyboard)
	equal(t, `Bearer realm="api", error="insufficient_scope", scope="products:write"`, a.header.Get("WWW-Authenticate"))
	a = c.anonymous().want(401, "POST", "/v1/products", keyboard)
	equal(t, []string{`Bearer realm="api"`, `ApiKey realm="api"`}, a.header.Values("WWW-Authenticate"))
	a = c.anonymous().want(401, "POST", "/v1/products", keyboard, "Authorization", "Bearer abc")
	if !strings.HasPrefix(a.header.Get("WWW-Authenticate"), `Bearer realm="api", error="invalid_token"`) {
		t.Error(a.header.Get("WWW-Authenticate"))
	}
}

// Without an issuer, writing requires an API key and reading is public.
func TestTokensNeedAnIssuer(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		s := testSettings(c.store)
		s.verify = nil
		c = servingWith(t, s)
		c.want(401, "POST", "/v1/products", keyboard)
		c.want(401, "GET", first, "")
		c = c.anonymous()
		c.want(200, "GET", first, "")
		c.want(401, "POST", "/v1/products", keyboard)
		c.want(201, "POST", "/v1/products", keyboard, "X-Api-Key", apiKey(t, c.store, writeProducts))
	})
}

func TestKeysAreCreatedAndRevoked(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		c := open(t, name).anonymous()
		manage := func(args ...string) (string, error) {
			var out strings.Builder
			err := run(t.Context(), append([]string{"key", "-db", name}, args...), &out)
			return strings.TrimSpace(out.String()), err
		}
		secret, err := manage("-name", "robot", "-scopes", "products:write  products:cost")
		if err != nil {
			t.Fatal(err)
		}
		plant("the key of robot", secret[keyPublic:])
		equal(t, []any{"shop_", 57}, []any{secret[:5], len(secret)})
		made := c.want(201, "POST", "/v1/products", strings.Replace(keyboard, `"price": 1`, `"price": 2, "cost": 1`, 1), "X-Api-Key", secret)
		equal(t, 1.0, data(t, made)["cost"])
		c.want(403, "GET", "/v1/products/export", "", "X-Api-Key", secret)

		var stored string
		if err := c.store.db.QueryRow(`SELECT name || scopes || length(prefix) || length(hash) FROM api_keys`).Scan(&stored); err != nil {
			t.Fatal(err)
		}
		equal(t, "robotproducts:write products:cost1732", stored)

		for _, args := range [][]string{
			{"-name", "robot"}, {"-name", "other", "-scopes", "products:all"}, {"-scopes", "products:write"},
			{"-name", "nobody", "-revoke"}, {"-name", "other", "more"}, {"-nonsense"},
		} {
			if text, err := manage(args...); err == nil || text != "" {
				t.Errorf("%v: %q, %v", args, text, err)
			}
		}
		if _, err := manage("-name", "robot", "-revoke"); err != nil {
			t.Error(err)
		}
		c.want(401, "GET", "/v1/products/export", "", "X-Api-Key", secret)
		equal(t, 0, rows(t, c.store, "api_keys"))
	})
}

// Credentials that cannot be verified are not reported as invalid.
func TestUnavailableKeysAreNotInvalid(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		secret := apiKey(t, c.store, readProducts)
		c.store.Close()
		a := c.anonymous().want(503, "GET", "/v1/products/export", "", "X-Api-Key", secret)
		equal(t, "1", a.header.Get("Retry-After"))
	})
}

func TestKeysAreRandom(t *testing.T) {
	store := openStore(t, memory)
	seen := map[string]bool{}
	for i := range 100 {
		secret, err := store.MakeKey(t.Context(), fmt.Sprint(i), nil)
		if err != nil || seen[secret.Prefix(keyPublic)] || seen[secret.Reveal()[keyPublic:]] {
			t.Fatal(err, i)
		}
		seen[secret.Prefix(keyPublic)], seen[secret.Reveal()[keyPublic:]] = true, true
	}
}
