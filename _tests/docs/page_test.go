package docs_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An exchange is a request as "try it out" shows it.
type exchange struct{ Status, Body, URL string }

// seen has the contents of the page; browser/read.mjs writes it.
type seen struct {
	Title, Heading                             string
	Operations, Servers, Schemes, Stored       []string
	Anonymous, Created, Refused, Listed        exchange
	LoggedIn                                   exchange
	Light, Dark                                string
	Faint                                      []string
	Authorize, Token                           map[string]string
	Requests, Foreign, Console, Errors, Failed []string
	Violations                                 []string
	Wide                                       int
}

// read reads the page at a URL with a browser.
func read(t *testing.T, address string) seen {
	t.Helper()
	if _, err := os.Stat(filepath.Join("browser", "node_modules")); errors.Is(err, fs.ErrNotExist) {
		t.Fatal("run npm install --prefix _tests/docs/browser --no-package-lock first")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("run apt-get install chromium first: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "read.mjs", chromium, address, "../screenshots")
	cmd.Dir, cmd.Stderr = "browser", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var s seen
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return s
}

func TestPageInABrowser(t *testing.T) {
	address := serve(t)
	s := read(t, address)
	same := func(what string, got, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}

	t.Run("it shows the API", func(t *testing.T) {
		same("the title", s.Title, "Shop <beta>")
		if !strings.HasPrefix(s.Heading, "Shop <beta>") {
			t.Errorf("the heading is %q", s.Heading)
		}
		same("the operations", s.Operations, []string{"GET /products", "POST /products", "GET /products/{id}"})
		same("the servers", s.Servers, []string{"/v1 - This one"})
		same("the schemes", s.Schemes, []string{"token (http, Bearer)", "login (OAuth2, authorizationCode with PKCE)"})
	})

	t.Run("operations can be tried", func(t *testing.T) {
		for _, c := range []struct {
			what   string
			got    exchange
			status string
			body   []string
		}{
			{"without a token", s.Anonymous, "401", []string{`"status": 401`}},
			{"a product", s.Created, "201", []string{keyboard, `"name": "Keyboard"`, `"kind": "goods"`}},
			{"not a product", s.Refused, "422", []string{`"pointer": "#/name"`, `"pointer": "#/price"`}},
			{"products", s.Listed, "200", []string{keyboard, `"has_more": false`}},
			{"a product, logged in", s.LoggedIn, "201", []string{`"name": "Mouse"`}},
		} {
			if !strings.HasPrefix(c.got.Status, c.status) {
				t.Errorf("%s: the status is %q", c.what, c.got.Status)
			}
			for _, part := range c.body {
				if !strings.Contains(c.got.Body, part) {
					t.Errorf("%s: no %s in %s", c.what, part, c.got.Body)
				}
			}
			if want := strings.TrimSuffix(address, "docs/") + "v1/products"; !strings.HasPrefix(c.got.URL, want) {
				t.Errorf("%s: it was sent to %s", c.what, c.got.URL)
			}
		}
	})

	t.Run("readers log in with proof", func(t *testing.T) {
		a := s.Authorize
		same("the question", []string{a["response_type"], a["client_id"], a["scope"], a["code_challenge_method"], a["redirect_uri"]},
			[]string{"code", "docs", "products:write", "S256", address + "oauth2-redirect.html"})
		same("the exchange", []string{s.Token["grant_type"], s.Token["code"]}, []string{"authorization_code", "a code"})
		if len(s.Token["code_verifier"]) < 43 || a["state"] == "" { // RFC 7636 §4.1
			t.Errorf("verifier %q, state %q", s.Token["code_verifier"], a["state"])
		}
		same("what stays in the browser", s.Stored, []string{})
	})

	t.Run("it asks nobody else", func(t *testing.T) {
		same("foreign requests", s.Foreign, []string{})
		if !slices.Contains(s.Requests, address+"swagger-ui-bundle.js") {
			t.Errorf("the requests were not recorded: %v", s.Requests)
		}
		same("failed requests", s.Failed, []string{})
	})

	t.Run("it is quiet", func(t *testing.T) {
		same("violations of the policy", s.Violations, []string{})
		same("uncaught errors", s.Errors, []string{})
		var told []string
		for _, line := range s.Console {
			// Browsers log every error response, and these are expected.
			if !strings.Contains(line, "/v1/products: Failed to load resource: the server responded with a status of 4") {
				told = append(told, line)
			}
		}
		same("the console", told, []string(nil))
	})

	t.Run("it is as light and as wide as the screen", func(t *testing.T) {
		same("light", s.Light, "rgb(255, 255, 255)")
		same("dark", s.Dark, "rgb(22, 25, 29)")
		same("what can hardly be read in the dark", s.Faint, []string{})
		if s.Wide > 390 {
			t.Errorf("on 390 pixels it is %d wide", s.Wide)
		}
	})
}
