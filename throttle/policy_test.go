package throttle_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
	"github.com/tenon-go/tenon/tree"
)

func TestPoliciesDescribeThemselves(t *testing.T) {
	tenant := func(*http.Request) string { return "" }
	for _, tt := range []struct {
		policy throttle.Policy
		want   tree.Limit
	}{
		{throttle.PerSecond(5), tree.Limit{Name: "5-per-1s", N: 5, Window: time.Second, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.PerMinute(600), tree.Limit{Name: "600-per-1m", N: 600, Window: time.Minute, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.PerHour(7), tree.Limit{Name: "7-per-1h", N: 7, Window: time.Hour, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.PerDay(8), tree.Limit{Name: "8-per-1d", N: 8, Window: 24 * time.Hour, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.Per(9, 10*time.Minute), tree.Limit{Name: "9-per-10m", N: 9, Window: 10 * time.Minute, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.Per(9, 90*time.Second), tree.Limit{Name: "9-per-1m30s", N: 9, Window: 90 * time.Second, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.Per(9, 20*time.Hour), tree.Limit{Name: "9-per-20h", N: 9, Window: 20 * time.Hour, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.Per(9, 61*time.Minute), tree.Limit{Name: "9-per-1h1m", N: 9, Window: 61 * time.Minute, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.Per(9, 366*24*time.Hour), tree.Limit{Name: "9-per-366d", N: 9, Window: 366 * 24 * time.Hour, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.Per(9, 250*time.Millisecond), tree.Limit{Name: "9-per-250ms", N: 9, Window: 250 * time.Millisecond, Cost: 1, Per: "ip", XHeaders: true}},
		{throttle.PerMinute(9).Name("n").Burst(4).Cost(2).ByIdentity().Headers(throttle.Draft11),
			tree.Limit{Name: "n", N: 9, Window: time.Minute, Burst: 4, Cost: 2, Per: "identity", DraftHeaders: true}},
		{throttle.PerMinute(9).ByHeader("x-api-key").Headers(throttle.Draft11, throttle.XRateLimit),
			tree.Limit{Name: "9-per-1m", N: 9, Window: time.Minute, Cost: 1, Per: "header", Of: "X-Api-Key", XHeaders: true, DraftHeaders: true}},
		{throttle.PerMinute(9).By("tenant", tenant).Headers(),
			tree.Limit{Name: "9-per-1m", N: 9, Window: time.Minute, Cost: 1, Per: "function", Of: "tenant"}},
		{throttle.PerMinute(9).By("tenant", tenant).ByIP(), tree.Limit{Name: "9-per-1m", N: 9, Window: time.Minute, Cost: 1, Per: "ip", XHeaders: true}},
	} {
		got := *quota.PolicyOf(tt.policy).Node()
		if !got.At.Known() {
			t.Errorf("%s has no position", got.Name)
		}
		got.At = tt.want.At
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", tt.want) {
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
}

// faulty is a policy, the line of its fault, and the text of the fault.
type faulty struct {
	policy throttle.Policy
	line   int
	what   string
}

func at(p throttle.Policy, what string) faulty {
	_, _, line, _ := runtime.Caller(1)
	return faulty{p, line, what}
}

func TestFaultsHaveTheirLine(t *testing.T) {
	ok := throttle.PerMinute(10)
	rows := []faulty{
		at(throttle.PerMinute(0), "the limit 0 must be positive"),
		at(throttle.Per(-1, 0), "the limit -1 must be positive"),
		at(throttle.Per(1, 0), "the window 0s must be positive"),
		at(throttle.Per(1, -time.Second), "the window -1s must be positive"),
		at(throttle.Per(1, 367*24*time.Hour), "the window 8808h0m0s is longer than 366 days"),
		at(ok.Name(""), `Name(""): a name has 1 to 64 characters`),
		at(ok.Name(strings.Repeat("n", 65)), `Name("`+strings.Repeat("n", 65)+`"): a name has 1 to 64 characters`),
		at(ok.Name("ü"), `Name("ü"): a name has printable ASCII characters only`),
		at(ok.Name("a\tb"), `Name("a\tb"): a name has printable ASCII characters only`),
		at(ok.Name("\x7f"), `Name("\x7f"): a name has printable ASCII characters only`),
		at(ok.Burst(0), "Burst(0) must be positive"),
		at(ok.Cost(0), "Cost(0) is below 1"),
		at(ok.Cost(11), "Cost(11) is above the limit of 10"),
		at(ok.Burst(3).Cost(4), "Cost(4) is above Burst(3)"),
		at(ok.Cost(4).Burst(3), "Cost(4) is above Burst(3)"),
		at(ok.Headers(9), "Headers: the style 9 is unknown"),
		at(ok.Headers(0), "Headers: the style 0 is unknown"),
		at(ok.ByHeader(""), `ByHeader(""): this is not the name of a header`),
		at(ok.ByHeader("X Key"), `ByHeader("X Key"): this is not the name of a header`),
		at(ok.ByHeader("host"), `ByHeader("host"): Go has it in a field of the request; use By`),
		at(ok.By("", func(*http.Request) string { return "" }), "By needs a name"),
		at(ok.By("tenant", nil), `By("tenant"): the function is nil`),
		at(ok.TrustedProxies(), "TrustedProxies has no proxy; list the addresses from which your proxies connect, or omit it"),
		at(ok.TrustedProxies("10.0.0.0/33"), `TrustedProxies("10.0.0.0/33"): this is neither a CIDR nor an address`),
		at(ok.TrustedProxies("10.0.0.1", "proxy.example"), `TrustedProxies("proxy.example"): this is neither a CIDR nor an address`),
		at(ok.TrustedProxies("0.0.0.0/0"), `TrustedProxies("0.0.0.0/0") trusts every client`),
		at(ok.TrustedProxies("::/0"), `TrustedProxies("::/0") trusts every client`),
		at(ok.TrustedProxies("::ffff:0:0/96"), `TrustedProxies("::ffff:0:0/96") trusts every client`),
		at(ok.Store(nil), "Store has a nil function"),
		at(throttle.Per(1, 999*time.Millisecond).Store(new(backend).open), "Store: the window 999ms is shorter than a second, which stores do not support"),
		at(ok.Timeout(0), "Timeout(0s) must be positive"),
		at(throttle.Policy{}, "a policy was not created by a constructor such as throttle.PerMinute"),
		at(throttle.Policy{}.Name("n"), "a policy was not created by a constructor such as throttle.PerMinute"),
		at(throttle.Policy{}.Cost(2).Burst(1), "a policy was not created by a constructor such as throttle.PerMinute"),
		at(throttle.Policy{}.Store(new(backend).open), "a policy was not created by a constructor such as throttle.PerMinute"),
	}
	if n := int64(1_000_000_000_000_000); strconv.IntSize == 64 {
		rows = append(rows, at(throttle.Per(int(n), time.Hour), "the limit 1000000000000000 is too large for a header"))
	}
	for _, tt := range rows {
		faults := quota.PolicyOf(tt.policy).Node().Faults
		if len(faults) != 1 || faults[0].Message != tt.what {
			t.Errorf("line %d: %v, want %q", tt.line, faults, tt.what)
			continue
		}
		file, line := faults[0].At.FileLine()
		zero := tt.policy == throttle.Policy{} // without a position
		if !zero && (filepath.Base(file) != "policy_test.go" || line != tt.line) {
			t.Errorf("%q lies at %s:%d, want line %d", tt.what, file, line, tt.line)
		}
		if _, err := quota.PolicyOf(tt.policy).Open("", nil); err == nil || !strings.Contains(err.Error(), tt.what) {
			t.Errorf("%q: Open returns %v", tt.what, err)
		}
	}
}

func TestEveryMethodLeavesItsOriginAsItWas(t *testing.T) {
	base := throttle.PerMinute(10).Name("base").TrustedProxies("10.0.0.0/8")
	want := fmt.Sprintf("%+v", *quota.PolicyOf(base).Node())
	subject := keyOf(t, base, forwarded(), "")
	_ = base.Name("n").Burst(2).Cost(2).Headers(throttle.Draft11).ByIdentity()
	_ = base.ByHeader("X-Tenant").TrustedProxies("192.0.2.0/24").Forwarded().FailClosed().Timeout(1).Store(new(backend).open)
	_ = base.By("tenant", func(*http.Request) string { return "t" }).Cost(0).Name("")
	if got := fmt.Sprintf("%+v", *quota.PolicyOf(base).Node()); got != want {
		t.Errorf("the origin became %s, was %s", got, want)
	}
	if got := keyOf(t, base, forwarded(), ""); got != subject || got != "ip|192.0.2.1" {
		t.Errorf("the key became %s, was %s", got, subject)
	}
	if got := keyOf(t, base.TrustedProxies("192.0.2.0/24"), forwarded(), ""); got != "ip|10.0.0.7" {
		t.Errorf("a list given again keeps the former one: %s", got)
	}
}

func forwarded() *http.Request {
	r := from("10.0.0.7:1")
	r.Header.Set("X-Forwarded-For", "192.0.2.1")
	return r
}

// If derived values shared the capacity of a slice, an append to one could change the other.
// The capacity depends on the length, so that several are tried.
func TestDerivedPoliciesShareNothing(t *testing.T) {
	read := func(p throttle.Policy) (all []string) {
		for _, f := range quota.PolicyOf(p).Node().Faults {
			all = append(all, f.Message)
		}
		return all
	}
	fault := func(i int) string { return "Cost(" + strconv.Itoa(-i) + ") is below 1" }
	base, want := throttle.PerMinute(1), []string(nil)
	for n := range 20 {
		left, right := base.Cost(-1000), base.Cost(-2000)
		if got := read(left); !slices.Equal(got, append(slices.Clone(want), fault(1000))) {
			t.Errorf("length %d: the first copy has %v", n, got)
		}
		if got := read(right); !slices.Equal(got, append(slices.Clone(want), fault(2000))) {
			t.Errorf("length %d: the second copy has %v", n, got)
		}
		if got := read(base); !slices.Equal(got, want) {
			t.Errorf("length %d: the origin has %v", n, got)
		}
		base, want = base.Cost(-n), append(want, fault(n))
	}
}
