package prop

import (
	"net/netip"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/tree"
)

// Hostname declares a host name (RFC 1123 §2.1), with internationalized labels in their ASCII
// form. It is read in lower case.
func Hostname(name string) *StringProp[string] {
	return textOf[string](name, "hostname", format.Hostname)
}

// IP declares an IP address, IPv4 or IPv6, without a zone. An IPv4-mapped address, ::ffff:192.0.2.1,
// is another value than the IPv4 address; see [netip.Addr.Unmap]. The zero Addr is no address: use
// [Nullable] or an optional member where there may be none.
func IP(name string) *ScalarProp[netip.Addr] {
	return address(name, tree.Text{Format: "ip", Pattern: format.IPPattern, Unregistered: true}, func(s string) bool { return format.IPv4(s) || format.IPv6(s) },
		func(a netip.Addr) bool { return true })
}

// IPv4 declares an IPv4 address (RFC 2673 §3.2).
func IPv4(name string) *ScalarProp[netip.Addr] {
	return address(name, tree.Text{Format: "ipv4"}, format.IPv4, netip.Addr.Is4)
}

// IPv6 declares an IPv6 address (RFC 4291 §2.2), without a zone.
func IPv6(name string) *ScalarProp[netip.Addr] {
	return address(name, tree.Text{Format: "ipv6"}, format.IPv6, netip.Addr.Is6)
}

func address(name string, t tree.Text, text func(string) bool, value func(netip.Addr) bool) *ScalarProp[netip.Addr] {
	how := codec.NotationOf(
		func(s string) (netip.Addr, bool) {
			if !text(s) {
				return netip.Addr{}, false
			}
			a, err := netip.ParseAddr(s)
			return a, err == nil
		},
		func(b []byte, a netip.Addr) ([]byte, bool) {
			return a.AppendTo(b), a.IsValid() && a.Zone() == "" && value(a)
		})
	how.Ordering = codec.Addresses()
	return scalarType[netip.Addr](name, t, how)
}

// IPPrefix declares an IP prefix such as 192.0.2.0/24 (RFC 4632 §3.1, RFC 4291 §2.3). It is a
// network: bits after the prefix may be set in a request, and are read and written as zeros.
func IPPrefix(name string) *ScalarProp[netip.Prefix] {
	how := codec.NotationOf(
		func(s string) (netip.Prefix, bool) {
			if !format.IPPrefix(s) {
				return netip.Prefix{}, false
			}
			p, err := netip.ParsePrefix(s)
			return p.Masked(), err == nil
		},
		func(b []byte, p netip.Prefix) ([]byte, bool) { return p.Masked().AppendTo(b), p.IsValid() })
	how.Ordering = codec.Prefixes()
	return scalarType[netip.Prefix](name, tree.Text{Format: "cidr", Pattern: format.PrefixPattern, Unregistered: true}, how)
}
