package cors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/seal"
)

// origins are what a policy allows.
var origins = []struct {
	policy, origin string
	want           bool
}{
	{"https://shop.example", "https://shop.example", true},
	{"https://shop.example", "http://shop.example", false},
	{"https://shop.example", "https://shop.example:8443", false},
	{"https://shop.example", "https://shop.example:443", false},
	{"https://shop.example", "https://SHOP.example", false},
	{"https://shop.example", "https://shop.example/", false},
	{"https://shop.example", "https://shop.example.evil.example", false},
	{"https://shop.example", "https://evilshop.example", false},
	{"https://shop.example", "https://www.shop.example", false},
	{"https://shop.example", "null", false},
	{"https://shop.example", "", false},
	{"https://shop.example", "*", false},
	{"http://localhost:3000", "http://localhost:3000", true},
	{"http://localhost:3000", "http://localhost:3001", false},
	{"http://[::1]:3000", "http://[::1]:3000", true},
	{"capacitor://localhost", "capacitor://localhost", true},
	{"https://*.shop.example", "https://www.shop.example", true},
	{"https://*.shop.example", "https://a.b.shop.example", true},
	{"https://*.shop.example", "https://xn--bcher-kva.shop.example", true},
	{"https://*.shop.example", "https://shop.example", false},
	{"https://*.shop.example", "https://.shop.example", false},
	{"https://*.shop.example", "https://a..shop.example", false},
	{"https://*.shop.example", "https://evilshop.example", false},
	{"https://*.shop.example", "http://www.shop.example", false},
	{"https://*.shop.example", "https://www.shop.example:8443", false},
	{"https://*.shop.example", "https://www.shop.example.evil.example", false},
	{"https://*.shop.example", "https://evil.example/.shop.example", false},
	{"https://*.shop.example", "https://evil.example#.shop.example", false},
	{"https://*.shop.example", "https://user@www.shop.example", false},
	{"https://*.shop.example", "https://*.shop.example", false},
	{"https://*.shop.example", "null", false},
	{"https://*.shop.example:8443", "https://www.shop.example:8443", true},
	{"https://*.shop.example:8443", "https://www.shop.example", false},
	{"*", "https://shop.example", false}, // by name: Any says the rest
}

func TestOriginsAreComparedExactly(t *testing.T) {
	for _, tt := range origins {
		p := cors.Origins(tt.policy)
		if faults := open(p).Faults; len(faults) > 0 {
			t.Fatalf("%s: %s", tt.policy, faults[0].Message)
		}
		if got := open(p).Allows(tt.origin); got != tt.want {
			t.Errorf("%s for %q: %t", tt.policy, tt.origin, got)
		}
		if got := open(cors.Origins("https://other.example", tt.policy)).Allows(tt.origin); got != tt.want {
			t.Errorf("%s beside another for %q: %t", tt.policy, tt.origin, got)
		}
	}
}

func TestWhatIsNoOriginIsAFault(t *testing.T) {
	for _, text := range []string{
		"", "null", "shop.example", "*.shop.example", "https://", "https://shop.example/", "https://shop.example/x",
		"https://shop.example?x", "https://shop.example#x", "https://user@shop.example", "https://Shop.example", "HTTPS://shop.example",
		"https://shop.example:443", "http://shop.example:80", "https://shop.example:", "https://shop.example:0080", "https://shop.example:x",
		"https://bücher.example", "https://shop.example ", "https://a,https://b", "https://*.example", "https://*", "https://w*.shop.example",
		"https://*.*.shop.example", "https://www.*.shop.example", "*://shop.example", "https://shop.%65xample", "mailto:x",
		"javascript://x", "javascript://shop.example", "data://x", "file://x", "blob://x", "ws://shop.example", "capacitor://*.shop.example", "https://*.1.2.3.4",
	} {
		faults := open(cors.Origins("https://fine.example", text)).Faults
		if len(faults) != 1 || !strings.HasPrefix(faults[0].Message, fmt.Sprintf("Origins: %q is not what a browser sends", text)) {
			t.Errorf("%q: %v", text, faults)
		}
	}
}

func TestPoliciesHaveFaults(t *testing.T) {
	fine := cors.Origins("https://shop.example")
	tests := []struct {
		name   string
		policy cors.Policy
		want   string // how the fault begins; "" for none
	}{
		{"no origin", cors.Origins(), "Origins has none"},
		{"credentials", fine.Credentials(), ""},
		{"every origin", cors.Origins("*"), ""},
		{"credentials for every origin", cors.Origins("*").Credentials(), "Credentials cannot go with the origin *"},
		{"credentials for every origin among others", cors.Origins("https://shop.example", "*").MaxAge(time.Hour).Credentials(), "Credentials cannot go with the origin *"},
		{"a second", fine.MaxAge(time.Second), ""},
		{"no time", fine.MaxAge(0), "MaxAge(0s) is below a second"},
		{"a time below 0", fine.MaxAge(-time.Hour), "MaxAge(-1h0m0s) is below a second"},
		{"headers", fine.AllowHeaders("X-Api-Key").ExposeHeaders("X-Left"), ""},
		{"every header", fine.AllowHeaders("*"), `AllowHeaders: "*" is not the name`},
		{"no name", fine.ExposeHeaders(""), `ExposeHeaders: "" is not the name`},
		{"two names in one", fine.ExposeHeaders("A, B"), `ExposeHeaders: "A, B" is not the name`},
		{"a line break", fine.AllowHeaders("A\r\nB"), "AllowHeaders: "},
	}
	for _, tt := range tests {
		faults := open(tt.policy).Faults
		if tt.want == "" && len(faults) > 0 || tt.want != "" && (len(faults) != 1 || !strings.HasPrefix(faults[0].Message, tt.want)) {
			t.Errorf("%s: %v", tt.name, faults)
			continue
		}
		for _, f := range faults {
			if file, _ := f.At.FileLine(); !strings.HasSuffix(file, "policy_test.go") {
				t.Errorf("%s: the fault is at %s", tt.name, f.At)
			}
		}
	}
}

// TestEveryMethodReturnsACopy: whatever room the slices have.
func TestEveryMethodReturnsACopy(t *testing.T) {
	for n := range 20 {
		base := cors.Origins("https://shop.example")
		for i := range n {
			base = base.AllowHeaders(fmt.Sprint("A-", i)).ExposeHeaders(fmt.Sprint("E-", i))
		}
		left, right := base.AllowHeaders("left").ExposeHeaders("left"), base.AllowHeaders("right").ExposeHeaders("right")
		_ = base.Credentials().MaxAge(time.Hour)
		reads, exposes := headers(left)
		if reads[n] != "left" || exposes[n] != "left" {
			t.Errorf("after %d: %q %q", n, reads, exposes)
		}
		if reads, _ := headers(right); reads[n] != "right" {
			t.Errorf("after %d: %q", n, reads)
		}
		if reads, exposes := headers(base); slices.Contains(reads, "left") || len(exposes) != n || open(base).Credentials || open(base).MaxAge != 0 {
			t.Errorf("after %d the base has changed", n)
		}
	}
}

// An origin that is let in ends with what was declared, and is one that a
// browser sends.
func FuzzAPatternLetsOnlySubDomainsIn(f *testing.F) {
	for _, o := range origins {
		f.Add(o.origin)
	}
	p := cors.Origins("https://*.shop.example")
	f.Fuzz(func(t *testing.T, origin string) {
		if !open(p).Allows(origin) {
			return
		}
		name, ok := strings.CutPrefix(origin, "https://")
		if !ok || !strings.HasSuffix(name, ".shop.example") || strings.ContainsAny(name, "/@:?#\\% ") || strings.Contains(name, "..") || name[0] == '.' {
			t.Errorf("%q", origin)
		}
	})
}

// TestAPatternIsOfOneOwner: not of a domain below which strangers have names.
func TestAPatternIsOfOneOwner(t *testing.T) {
	for _, text := range []string{
		"https://*.github.io", "https://*.co.uk", "https://*.vercel.app", "https://*.pages.dev:8443", "http://*.s3.amazonaws.com", "https://*.amazonaws.com",
		"https://*.org.ck",
	} {
		faults := open(cors.Origins("https://fine.example", text)).Faults
		if len(faults) != 1 || !strings.HasPrefix(faults[0].Message, fmt.Sprintf("Origins: %q allows the pages of strangers", text)) {
			t.Errorf("%q: %v", text, faults)
		}
	}
	for _, text := range []string{"https://*.shop.github.io", "https://shop.github.io", "https://*.shop.co.uk", "https://*.www.ck"} {
		if faults := open(cors.Origins(text)).Faults; faults != nil {
			t.Errorf("%q: %v", text, faults)
		}
	}
}

func open(p cors.Policy) edge.CORSPolicy { return seal.Box[edge.CORSPolicy](p).Open() }

func headers(p cors.Policy) (allow, expose []string) { return open(p).Allow, open(p).Expose }
