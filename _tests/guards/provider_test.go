package guards_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
)

// provide starts a certified OpenID Connect provider and returns its issuer.
func provide(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join("oidc", "node_modules")); errors.Is(err, fs.ErrNotExist) {
		t.Fatal("run npm install --prefix _tests/guards/oidc --no-package-lock first")
	}
	node := exec.CommandContext(t.Context(), "node", "provider.mjs")
	node.Dir, node.Stderr = "oidc", os.Stderr
	in, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = node.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "http://") {
			return lines.Text()
		}
	}
	t.Fatal("the provider did not start")
	return ""
}

// token requests an access token from a provider.
func token(t *testing.T, issuer, resource, scope string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, issuer+"/token", strings.NewReader(url.Values{
		"grant_type": {"client_credentials"}, "resource": {resource}, "scope": {scope},
	}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth("robot", url.QueryEscape("a secret of at least thirty-two bytes"))
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var answer struct {
		Token string `json:"access_token"`
		Error string `json:"error_description"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || answer.Token == "" {
		t.Fatalf("%s: %v %s", res.Status, err, answer.Error)
	}
	return answer.Token
}

func TestCertifiedProvider(t *testing.T) {
	issuer := provide(t)
	verifier, err := jwks.New(jwks.Issuer(issuer, jwks.Audience("shop"), jwks.AccessTokens()))
	if err != nil {
		t.Fatal(err)
	}
	defer verifier.Close()
	for _, alg := range []string{"RS256", "PS256", "ES256", "EdDSA"} {
		text := token(t, issuer, "urn:shop:"+alg, "products:read")
		who, err := verifier.Verify(t.Context(), text)
		if err != nil {
			t.Errorf("%s: %v", alg, err)
			continue
		}
		if who.Subject() != "robot" || who.IssuerName() != issuer || !who.Has("products:read") || who.Has("products:write") {
			t.Errorf("%s: %v of %s has %v", alg, who, who.IssuerName(), who.ScopeList())
		}
		if _, err := verifier.Verify(t.Context(), text[:len(text)-8]+"AAAAAAAA"); !errors.Is(err, authn.ErrInvalid) {
			t.Errorf("%s with another signature: %v", alg, err)
		}
	}
	others, err := jwks.New(jwks.Issuer(issuer, jwks.Audience("billing")))
	if err != nil {
		t.Fatal(err)
	}
	defer others.Close()
	if _, err := others.Verify(t.Context(), token(t, issuer, "urn:shop:RS256", "")); !errors.Is(err, authn.ErrInvalid) {
		t.Errorf("a token for another audience: %v", err)
	}
}
