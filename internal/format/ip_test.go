package format_test

import (
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/format"
)

var (
	ipPattern     = regexp.MustCompile(format.IPPattern)
	prefixPattern = regexp.MustCompile(format.PrefixPattern)
)

func FuzzAddressesAgreeWithNetip(f *testing.F) {
	for _, name := range []string{"ipv4", "ipv6", "ip-prefix"} {
		for _, s := range cases[name].valid {
			f.Add(s)
		}
		for _, s := range cases[name].invalid {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		addr, err := netip.ParseAddr(s)
		if got, want := format.IPv4(s), err == nil && addr.Is4(); got != want {
			t.Errorf("IPv4(%q) = %v, netip says %v", s, got, want)
		}
		// A zone means something on one host only, and JSON Schema has none.
		if got, want := format.IPv6(s), err == nil && addr.Is6() && !strings.Contains(s, "%"); got != want {
			t.Errorf("IPv6(%q) = %v, netip says %v", s, got, want)
		}
		_, err = netip.ParsePrefix(s)
		if got, want := format.IPPrefix(s), err == nil; got != want {
			t.Errorf("IPPrefix(%q) = %v, netip says %v", s, got, want)
		}
		if got, want := ipPattern.MatchString(s), format.IPv4(s) || format.IPv6(s); got != want {
			t.Errorf("IPPattern matches %q: %v, the predicates say %v", s, got, want)
		}
		if got, want := prefixPattern.MatchString(s), format.IPPrefix(s); got != want {
			t.Errorf("PrefixPattern matches %q: %v, IPPrefix says %v", s, got, want)
		}
	})
}
