package throttle_test

import (
	"math"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/pace"
	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
)

// keyOf returns the key of a request in a store, without the part before the subject.
func keyOf(t testing.TB, p throttle.Policy, r *http.Request, identity string) string {
	t.Helper()
	b := new(backend)
	l, err := quota.PolicyOf(p.Store(b.open).Timeout(time.Minute)).Open("", nil)
	if err != nil {
		t.Fatal(err)
	}
	l.Take(r, identity)
	_, subject, ok := strings.Cut(b.stores[0].keys[0], "||")
	if !ok {
		t.Fatalf("the key is %s", b.stores[0].keys[0])
	}
	return subject
}

func TestAddressesCountBySubscriber(t *testing.T) {
	for _, tt := range []struct{ remote, want string }{
		{"192.0.2.1:1000", "ip|192.0.2.1"},
		{"192.0.2.1:2000", "ip|192.0.2.1"},
		{"192.0.2.2:1000", "ip|192.0.2.2"},
		{"[::ffff:192.0.2.1]:1000", "ip|192.0.2.1"},
		{"[2001:db8:1:2:3:4:5:6]:1000", "ip|2001:db8:1:2::/64"},
		{"[2001:db8:1:2:ffff:ffff:ffff:ffff]:1000", "ip|2001:db8:1:2::/64"},
		{"[2001:db8:1:3::]:1000", "ip|2001:db8:1:3::/64"},
		{"[fe80::1%eth0]:1000", "ip|fe80::/64"},
		{"[fe80::1%eth1]:1000", "ip|fe80::/64"},
		{"[::1]:1000", "ip|::/64"},
		{"192.0.2.1", "ip|192.0.2.1"},
		{"[2001:db8::1]", "ip|2001:db8::/64"},
		{"2001:db8::1", "ip|2001:db8::/64"},
		{"@", "ip|-"},
		{"", "ip|-"},
		{"pipe", "ip|-"},
		{"[192.0.2.1]", "ip|-"},
	} {
		if got := keyOf(t, throttle.PerMinute(1), from(tt.remote), ""); got != tt.want {
			t.Errorf("%q has the key %s, want %s", tt.remote, got, tt.want)
		}
	}
}

// spoofs are headers with which a client claims another address.
var spoofs = []http.Header{
	{"X-Forwarded-For": {"198.51.100.9"}},
	{"X-Forwarded-For": {"10.0.0.1"}},
	{"X-Forwarded-For": {"127.0.0.1"}},
	{"X-Forwarded-For": {"198.51.100.9, 10.0.0.1"}},
	{"X-Forwarded-For": {"10.0.0.1", "198.51.100.9"}},
	{"X-Forwarded-For": {" , ,198.51.100.9"}},
	{"X-Forwarded-For": {"198.51.100.9:443"}},
	{"X-Forwarded-For": {"::1"}},
	{"X-Forwarded-For": {"[2001:db8::9]:443"}},
	{"X-Forwarded-For": {"::ffff:198.51.100.9"}},
	{"X-Forwarded-For": {"unknown"}},
	{"X-Forwarded-For": {""}},
	{"X-Forwarded-For": {strings.Repeat("10.0.0.1,", 100_000)}},
	{"X-Forwarded-For": {strings.Repeat("9", 1_000_000)}},
	{"Forwarded": {"for=198.51.100.9"}},
	{"Forwarded": {`for="[2001:db8::9]:443"`}},
	{"Forwarded": {"for=198.51.100.9, for=10.0.0.1"}},
	{"Forwarded": {`for="`}},
	{"Forwarded": {"by=10.0.0.1;for=198.51.100.9;host=a"}},
	{"Forwarded": {strings.Repeat("for=10.0.0.1,", 100_000)}},
	{"X-Real-Ip": {"198.51.100.9"}},
	{"X-Client-Ip": {"198.51.100.9"}},
	{"True-Client-Ip": {"198.51.100.9"}},
	{"Cf-Connecting-Ip": {"198.51.100.9"}},
	{"Client-Ip": {"198.51.100.9"}},
	{"X-Cluster-Client-Ip": {"198.51.100.9"}},
	{"X-Forwarded": {"for=198.51.100.9"}},
	{"Forwarded-For": {"198.51.100.9"}},
	{"Via": {"1.1 198.51.100.9"}},
}

func TestAClientCannotSpoofItsAddress(t *testing.T) {
	near := throttle.PerMinute(1).TrustedProxies("10.0.0.0/8")
	for _, h := range spoofs {
		r := from("192.0.2.1:1000")
		r.Header = h
		for name, p := range map[string]throttle.Policy{
			"no proxy": throttle.PerMinute(1), "not the proxy": near, "not the proxy, Forwarded": near.Forwarded(),
		} {
			if got := keyOf(t, p, r, ""); got != "ip|192.0.2.1" {
				t.Errorf("%s: %.80v changes the key to %s", name, h, got)
			}
		}
		// Through the proxy, which appends the address that connected to it.
		r = from("10.0.0.7:1000")
		r.Header = h.Clone()
		r.Header.Set("X-Forwarded-For", strings.TrimPrefix(strings.Join(h["X-Forwarded-For"], ", ")+", 192.0.2.1", ", "))
		if got := keyOf(t, near, r, ""); got != "ip|192.0.2.1" {
			t.Errorf("through a proxy %.80v changes the key to %s", h, got)
		}
		r.Header = h.Clone()
		r.Header.Set("Forwarded", strings.TrimPrefix(strings.Join(h["Forwarded"], ", ")+", for=192.0.2.1", ", "))
		if got := keyOf(t, near.Forwarded(), r, ""); got != "ip|192.0.2.1" {
			t.Errorf("through a proxy with Forwarded %.80v changes the key to %s", h, got)
		}
		// On a line of its own.
		r.Header = h.Clone()
		r.Header.Add("X-Forwarded-For", "192.0.2.1")
		if got := keyOf(t, near, r, ""); got != "ip|192.0.2.1" {
			t.Errorf("with a second line %.80v changes the key to %s", h, got)
		}
	}
}

func TestTrustedProxiesReportTheClient(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"no header", nil, "10.0.0.7"},
		{"an empty one", []string{""}, "10.0.0.7"},
		{"one", []string{"192.0.2.1"}, "192.0.2.1"},
		{"one with a port", []string{"192.0.2.1:4711"}, "192.0.2.1"},
		{"one with space", []string{" \t192.0.2.1 "}, "192.0.2.1"},
		{"one of IPv6", []string{"2001:db8::1"}, "2001:db8::/64"},
		{"one of IPv6 in brackets", []string{"[2001:db8::1]"}, "2001:db8::/64"},
		{"one of IPv6 with a port", []string{"[2001:db8::1]:4711"}, "2001:db8::/64"},
		{"IPv4 as IPv6", []string{"::ffff:192.0.2.1"}, "192.0.2.1"},
		{"what a client claims", []string{"198.51.100.9, 192.0.2.1"}, "192.0.2.1"},
		{"a second proxy", []string{"198.51.100.9, 192.0.2.1, 10.9.9.9"}, "192.0.2.1"},
		{"a second proxy of IPv6", []string{"192.0.2.1, 2001:db8:ffff::5"}, "192.0.2.1"},
		{"a second proxy as IPv6", []string{"192.0.2.1, ::ffff:10.9.9.9"}, "192.0.2.1"},
		{"a third by address", []string{"192.0.2.1,203.0.113.7,10.9.9.9"}, "192.0.2.1"},
		{"a neighbour of the third", []string{"192.0.2.1,203.0.113.8,10.9.9.9"}, "203.0.113.8"},
		{"several lines", []string{"198.51.100.9", "192.0.2.1, 10.9.9.8", "10.9.9.9"}, "192.0.2.1"},
		{"proxies only", []string{"10.1.1.1, 10.9.9.9"}, "10.1.1.1"},
		{"not an address at the right", []string{"192.0.2.1, unknown"}, "10.0.0.7"},
		{"not an address behind a proxy", []string{"192.0.2.1, unknown, 10.9.9.9"}, "10.9.9.9"},
		{"an empty entry", []string{"192.0.2.1,, 10.9.9.9"}, "10.9.9.9"},
		{"an entry of a megabyte", []string{strings.Repeat("1", 1_000_000) + ",10.9.9.9"}, "10.9.9.9"},
		{"an address behind a megabyte of space", []string{"192.0.2.1," + strings.Repeat(" ", 1_000_000) + "10.9.9.9"}, "10.0.0.7"},
		{"32 hops", []string{"192.0.2.1" + strings.Repeat(", 10.9.9.9", 31)}, "192.0.2.1"},
		{"33 hops", []string{"192.0.2.1" + strings.Repeat(", 10.9.9.9", 32)}, "10.9.9.9"},
	} {
		r := from("10.0.0.7:1000")
		r.Header["X-Forwarded-For"] = tt.lines
		r.Header.Set("Forwarded", "for=198.51.100.9")
		p := throttle.PerMinute(1).TrustedProxies("10.0.0.0/8", "2001:db8:ffff::/48", "203.0.113.7", "::ffff:172.16.0.0/108")
		if got := keyOf(t, p, r, ""); got != "ip|"+tt.want {
			t.Errorf("%s: the key is %s, want %s", tt.name, got, tt.want)
		}
		r.RemoteAddr = "172.31.255.255:1"
		if got := keyOf(t, p, r, ""); got != "ip|"+strings.Replace(tt.want, "10.0.0.7", "172.31.255.255", 1) {
			t.Errorf("%s, from a proxy told as IPv6: the key is %s", tt.name, got)
		}
	}
}

func TestForwardedReportsTheClientIfSet(t *testing.T) {
	for _, tt := range []struct {
		name, value, want string
	}{
		{"one", "for=192.0.2.1", "192.0.2.1"},
		{"in another case", "FOR=192.0.2.1", "192.0.2.1"},
		{"quoted", `for="192.0.2.1"`, "192.0.2.1"},
		{"with a port", `for="192.0.2.1:4711"`, "192.0.2.1"},
		{"IPv6", `for="[2001:db8::1]"`, "2001:db8::/64"},
		{"IPv6 with a port", `for="[2001:db8::1]:4711"`, "2001:db8::/64"},
		{"among others", `by=10.0.0.7;for=192.0.2.1;host="a.example";proto=https`, "192.0.2.1"},
		{"with spaces", ` by=10.0.0.7 ; for=192.0.2.1 ; proto=https `, "192.0.2.1"},
		{"what a client claims", "for=198.51.100.9, for=192.0.2.1", "192.0.2.1"},
		{"a second proxy", "for=198.51.100.9, for=192.0.2.1, for=10.9.9.9", "192.0.2.1"},
		{"a quote left open by a client", `for="198.51.100.9, for=192.0.2.1`, "192.0.2.1"},
		{"a semicolon in a quote", `host="a;for=198.51.100.9";for=192.0.2.1`, "192.0.2.1"},
		{"no for", "by=192.0.2.1", "10.0.0.7"},
		{"two of them", "for=192.0.2.1;for=198.51.100.9", "10.0.0.7"},
		{"an obfuscated node", "for=_hidden", "10.0.0.7"},
		{"unknown", "for=unknown", "10.0.0.7"},
		{"nothing", "for=", "10.0.0.7"},
		{"nothing, quoted", `for=""`, "10.0.0.7"},
		{"no value", "for", "10.0.0.7"},
		{"an open quote", `for="192.0.2.1`, "10.0.0.7"},
		{"text after a quote", `for="192.0.2.1"x`, "10.0.0.7"},
		{"a stray semicolon", `for=192.0.2.1;`, "10.0.0.7"},
	} {
		r := from("10.0.0.7:1000")
		r.Header.Set("Forwarded", tt.value)
		r.Header.Set("X-Forwarded-For", "198.51.100.9")
		if got := keyOf(t, throttle.PerMinute(1).TrustedProxies("10.0.0.0/8").Forwarded(), r, ""); got != "ip|"+tt.want {
			t.Errorf("%s: the key is %s, want %s", tt.name, got, tt.want)
		}
	}
}

// A connection through a Unix socket has no address.
func TestAProxyOnAUnixSocketReportsTheClient(t *testing.T) {
	for _, tt := range []struct {
		proxies []string
		remote  string
		header  string
		want    string
	}{
		{[]string{"unix"}, "@", "192.0.2.1", "192.0.2.1"},
		{[]string{"unix"}, "", "192.0.2.1", "192.0.2.1"},
		{[]string{"unix"}, "/run/proxy.sock", "192.0.2.1", "192.0.2.1"},
		{[]string{"127.0.0.1"}, "@", "192.0.2.1", "192.0.2.1"},
		{[]string{"127.0.0.0/8", "::1"}, "@", "192.0.2.1", "192.0.2.1"},
		{[]string{"::1"}, "@", "2001:db8::1", "2001:db8::/64"},
		{[]string{"unix", "10.0.0.0/8"}, "@", "198.51.100.9, 192.0.2.1, 10.9.9.9", "192.0.2.1"},
		{[]string{"unix"}, "@", "198.51.100.9, 192.0.2.1", "192.0.2.1"},
		{[]string{"unix"}, "@", "", "-"},
		{[]string{"unix"}, "@", "192.0.2.1, unknown", "-"},
		{[]string{"10.0.0.0/8"}, "@", "192.0.2.1", "-"},
		{[]string{"unix"}, "192.0.2.7:1", "192.0.2.1", "192.0.2.7"},
		{[]string{"unix"}, "127.0.0.1:1", "192.0.2.1", "127.0.0.1"},
		{[]string{"unix"}, "pipe", "192.0.2.1", "-"},
	} {
		for _, forwarded := range []bool{false, true} {
			r, p := from(tt.remote), throttle.PerMinute(1).TrustedProxies(tt.proxies...)
			if r.Header.Set("X-Forwarded-For", tt.header); forwarded {
				var nodes []string
				for hop := range strings.SplitSeq(tt.header, ", ") {
					nodes = append(nodes, `for="`+strings.Replace(hop, "2001:db8::1", "[2001:db8::1]", 1)+`"`)
				}
				r.Header = http.Header{"Forwarded": {strings.Join(nodes, ", ")}, "X-Forwarded-For": {"198.51.100.1"}}
				p = p.Forwarded()
			}
			if got := keyOf(t, p, r, ""); got != "ip|"+tt.want {
				t.Errorf("%v trusted, %q, %s, Forwarded %t: the key is %s, want %s", tt.proxies, tt.remote, tt.header, forwarded, got, tt.want)
			}
		}
	}
}

// A header of a megabyte must cost about as much as a short one.
func TestLongHeadersAreCheap(t *testing.T) {
	l := open(t, throttle.PerDay(math.MaxInt32).TrustedProxies("10.0.0.0/8"))
	named := open(t, throttle.PerDay(math.MaxInt32).ByHeader("X-Tenant"))
	taking := func(value string) func() {
		r := from("10.0.0.7:1000")
		r.Header["X-Forwarded-For"] = []string{value}
		r.Header["X-Tenant"] = []string{value}
		return func() {
			for range 50 {
				l.Take(r, "")
				named.Take(r, "")
			}
		}
	}
	for _, unit := range []string{"x", ",", "10.9.9.9,", " "} {
		// 8 KiB is more than is read of either.
		const bar = 4
		short, long := taking(strings.Repeat(unit, 8<<10/len(unit))), taking(strings.Repeat(unit, 1<<20/len(unit)))
		if n := pace.Ratio(bar, long, short); n > bar {
			t.Errorf("%q: a megabyte takes %.1f times as long as 8 KiB", unit, n)
		}
	}
}

func FuzzTheClientIsTheAddressFromTheProxy(f *testing.F) {
	for _, h := range spoofs {
		for _, values := range h {
			for _, v := range values {
				if len(v) < 1000 {
					f.Add(v, "192.0.2.1")
				}
			}
		}
	}
	f.Add("for=10.0.0.1", "2001:db8::1")
	p := throttle.PerMinute(1).TrustedProxies("10.0.0.0/8")
	f.Fuzz(func(t *testing.T, claimed, client string) {
		addr, err := netip.ParseAddr(client)
		if err != nil || addr.Zone() != "" || netip.MustParsePrefix("10.0.0.0/8").Contains(addr.Unmap()) {
			return
		}
		want := keyOf(t, p, from(netip.AddrPortFrom(addr, 1).String()), "")
		r := from("10.0.0.7:1")
		r.Header["X-Forwarded-For"] = []string{claimed + "," + client}
		if got := keyOf(t, p, r, ""); got != want {
			t.Errorf("%q turns %s into %s", claimed, want, got)
		}
		r.Header["X-Forwarded-For"] = []string{claimed}
		keyOf(t, p, r, "") // must not panic
		r.Header["Forwarded"] = []string{claimed + `,for="[` + addr.String() + `]"`}
		if got := keyOf(t, p.Forwarded(), r, ""); addr.Is6() && got != want {
			t.Errorf("Forwarded: %q turns %s into %s", claimed, want, got)
		}
	})
}
