package docs_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// whole is for .ci/long: axe takes half a minute for each combination.
var whole = flag.Bool("whole", false, "check all versions in all color schemes")

var screenshots = flag.String("screenshots", "", "`folder` for screenshots; the default is a temporary one")

// A visit is one way through the page; browser/tour.mjs goes it.
type visit struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Scheme  string `json:"scheme"`
	Width   int    `json:"width"`
	Try     bool   `json:"try"`
	Axe     bool   `json:"axe"`
}

// attempt is an operation that was tried.
type attempt struct {
	ID, Path, Status, Body, Sent, Problem string
	Prefilled                             map[string]string
	Documented                            []string
	Folded                                int
}

type toured struct {
	Name, Notice, Version, Count, Text string
	Operations                         []attempt
	WCAG, Policy, Errors, Found        []string
	Locks, Samples                     map[string]string
	Wide, Cases                        int
}

// startShop runs the shop with its seed and returns the address of its page and a token.
func startShop(t *testing.T, args ...string) (address, token string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "shop")
	if out, err := exec.CommandContext(t.Context(), "go", "-C", "../../_examples/shop", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), program,
		append([]string{"-dev", "-db", ":memory:", "-addr", "127.0.0.1:0", "-per-address", "100000", "-per-identity", "100000"}, args...)...)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		line := lines.Text()
		if after, ok := strings.CutPrefix(line, "TOKEN="); ok {
			token = after
		}
		if found := regexp.MustCompile(`http://[0-9.:]+/`).FindString(line); found != "" {
			return found + "docs/", token
		}
	}
	t.Fatal("the shop does not print its address")
	return "", ""
}

func tour(t *testing.T, address, token string, visits ...visit) []toured {
	t.Helper()
	folder := *screenshots
	if folder == "" {
		folder = t.ArtifactDir()
	}
	plan, err := json.Marshal(visits)
	if err != nil {
		t.Fatal(err)
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("run apt-get install chromium first: %v", err)
	}
	if folder, err = filepath.Abs(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "tour.mjs", chromium, address, token, string(plan), folder)
	cmd.Dir, cmd.Stderr = "browser", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen []toured
	if err := json.Unmarshal(out, &seen); err != nil || len(seen) != len(visits) {
		t.Fatalf("%v in %s", err, out)
	}
	for _, s := range seen {
		if len(s.Policy)+len(s.Errors) > 0 {
			t.Errorf("%s: violations of the policy %q, errors %q", s.Name, s.Policy, s.Errors)
		}
	}
	return seen
}

// checkAttempts checks that the server answered every operation as documented. The page
// prefilled everything but the product in the path.
func checkAttempts(t *testing.T, s toured) {
	t.Helper()
	if len(s.Operations) != 24 {
		t.Errorf("%s: %d operations were tried", s.Name, len(s.Operations))
	}
	// There are no orders and no webhooks of the seed, and the SKU of the example is the same in several bodies.
	rejected := []string{"placeOrder", "viewOrder", "updateOrder", "deleteProduct",
		"viewWebhook", "updateWebhook", "deleteWebhook", "rotateWebhookSecret", "testWebhook", "listFailedWebhooks", "redeliverWebhook"}
	for _, o := range s.Operations {
		if !slices.Contains(o.Documented, o.Status) {
			t.Errorf("%s: %s: the response %s is not among the documented %v: %s", s.Name, o.ID, o.Status, o.Documented, o.Problem)
		}
		if o.Status == "400" || o.Status == "422" {
			t.Errorf("%s: %s: the prefilled request %s is not valid: %s", s.Name, o.ID, o.Sent, o.Problem)
		}
		if !slices.Contains(rejected, o.ID) && o.Status[0] != '2' && o.Status != "409" {
			t.Errorf("%s: %s: %s %s", s.Name, o.ID, o.Status, o.Problem)
		}
		for name, value := range o.Prefilled {
			if value != "" && !(o.ID == "replaceProduct" && name == "If-Match") {
				t.Errorf("%s: %s: the optional %s is prefilled with %q", s.Name, o.ID, name, value)
			}
		}
		if o.Folded < 5 {
			t.Errorf("%s: %s: %d problems are folded", s.Name, o.ID, o.Folded)
		}
	}
}

func TestEveryOperationOfTheShopCanBeTried(t *testing.T) {
	address, token := startShop(t)
	var visits []visit
	for _, scheme := range []string{"light", "dark"} {
		for _, version := range []string{"3.0", "3.1", "3.2"} {
			name := scheme + "-" + version
			if !*whole && !slices.Contains([]string{"light-3.0", "dark-3.1", "light-3.2"}, name) {
				continue
			}
			visits = append(visits, visit{name, version, scheme, 1280, scheme == "light" && version == "3.0", true})
		}
	}
	visits = append(visits, visit{"narrow", "3.1", "light", 390, false, false})
	for _, s := range tour(t, address, token, visits...) {
		if !strings.HasSuffix(s.Name, strings.TrimPrefix(s.Version, "OAS ")) && s.Name != "narrow" || s.Notice != "" {
			t.Errorf("%s: the page shows %s and says %q", s.Name, s.Version, s.Notice)
		}
		for _, v := range s.WCAG {
			t.Errorf("%s: WCAG: %s", s.Name, v)
		}
		for id, lock := range s.Locks {
			public := []string{"listProducts", "viewProduct", "showPhoto", "checkHealth",
				"postProductCreated", "postProductChanged", "postProductDeleted"} // webhooks
			if (lock == "open") != slices.Contains(public, id) {
				t.Errorf("%s: %s has an %s lock", s.Name, id, lock)
			}
		}
		for _, want := range []string{"Code samples", "1", "requests a minute"} {
			if !strings.Contains(s.Text, want) {
				t.Errorf("%s: the operation does not say %q", s.Name, want)
			}
		}
		for language, want := range map[string]string{
			"curl":       `"sku": "KEY-`,
			"Go":         "CreateProduct.Call(ctx, c, in)",
			"TypeScript": `client.POST("/v1/products", {`,
		} {
			if !strings.Contains(s.Samples[language], want) {
				t.Errorf("%s: the sample in %s is %s", s.Name, language, s.Samples[language])
			}
		}
		// Swagger UI lists no schemas of 3.2, where the tour would open the union.
		if s.Cases == 0 && s.Name != "narrow" && !strings.HasSuffix(s.Name, "3.2") {
			t.Errorf("%s: the cases of the discount have no titles", s.Name)
		}
		if s.Name == "narrow" && s.Wide > 390 {
			t.Errorf("on 390 pixels the page is %d wide", s.Wide)
		}
		if s.Name == "light-3.0" {
			checkAttempts(t, s)
			if !slices.Equal(s.Found, []string{"/v1/products/{product_id}/orders"}) || s.Count != "1 operation" {
				t.Errorf("the search found %q: %s", s.Found, s.Count)
			}
		}
	}
}

// A newer Swagger UI from npm shows OpenAPI 3.2 under the same policy.
func TestThePageTakesANewerSwaggerUI(t *testing.T) {
	address, token := startShop(t, "-swagger-ui", "browser/node_modules/swagger-ui-dist")
	for _, s := range tour(t, address, token, visit{"newer-3.2", "3.2", "light", 1280, false, false}) {
		if s.Version != "OAS 3.2" || s.Notice != "" {
			t.Errorf("the page shows %s and says %q", s.Version, s.Notice)
		}
		if len(s.Locks) != 27 || !strings.Contains(s.Samples["curl"], "/v1/products") {
			t.Errorf("the page has the operations %v and the sample %s", s.Locks, s.Samples["curl"])
		}
	}
}

// Swagger UI 5.29 knows no OpenAPI 3.2.
func TestThePageOffersADocumentThatItCanShow(t *testing.T) {
	address, token := startShop(t, "-swagger-ui", "browser/node_modules/swagger-ui-old")
	for _, s := range tour(t, address, token, visit{"older-3.2", "3.2", "light", 1280, false, false}) {
		if s.Version != "OAS 3.1" || !strings.Contains(s.Notice, "cannot show OpenAPI 3.2") || !strings.Contains(s.Notice, "openapi-3.2.json") {
			t.Errorf("the page shows %s and says %q", s.Version, s.Notice)
		}
	}
}
