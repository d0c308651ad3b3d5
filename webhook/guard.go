package webhook

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"syscall"
)

// ErrForbidden reports that a URL or an address is not one that webhooks may be sent to.
var ErrForbidden = errors.New("webhook: the address is not allowed")

// errResolved is the [ErrForbidden] of an address that a name was resolved to.
var errResolved = fmt.Errorf("%w: it is that of a name", ErrForbidden)

// special are the IPv4 networks that are not public (IANA IPv4 Special-Purpose Address Registry, RFC
// 6890), multicast, and an address at which a cloud serves its machines.
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"168.63.129.16/32", // Azure
)

// Public IPv6 addresses are those of 2000::/3 (RFC 4291 §2.4), except for protocol assignments,
// which have Teredo and benchmarks (2001::/23), documentation (2001:db8::/32, 3fff::/20) and
// 6to4 (2002::/16, RFC 7526), which tunnels to an IPv4 address.
var (
	global   = netip.MustParsePrefix("2000::/3")
	special6 = prefixes("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
	// nat64 is translated to the IPv4 address in its last 32 bits (RFC 6052 §2.1). The prefix for
	// local use, 64:ff9b:1::/48 (RFC 8215), is not global.
	nat64 = netip.MustParsePrefix("64:ff9b::/96")
)

func prefixes(all ...string) (list []netip.Prefix) {
	for _, p := range all {
		list = append(list, netip.MustParsePrefix(p))
	}
	return list
}

// public reports whether an address is public.
func public(a netip.Addr) bool {
	contains := func(p netip.Prefix) bool { return p.Contains(a) }
	if a.Is4() {
		return !slices.ContainsFunc(special, contains)
	}
	return global.Contains(a) && !slices.ContainsFunc(special6, contains)
}

// guard decides where webhooks may be sent.
type guard struct {
	http    bool     // also without TLS
	ports   []uint16 // besides 443, and 80 for http
	anyPort bool
	allow   []netip.Prefix // although they are not public
	deny    []netip.Prefix // although they are
}

// unmap replaces networks of mapped IPv4 addresses, which contain none, by those of IPv4 addresses:
// ::ffff:10.0.0.0/104 is 10.0.0.0/8. It reports whether all networks are valid.
func (g *guard) unmap() bool {
	for _, list := range []*[]netip.Prefix{&g.allow, &g.deny} {
		*list = slices.Clone(*list)
		for i, p := range *list {
			if !p.IsValid() {
				return false
			}
			if p.Addr().Is4In6() && p.Bits() >= 96 {
				(*list)[i] = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
			}
		}
	}
	return true
}

// admits reports whether an address may be connected to.
func (g *guard) admits(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	a = a.Unmap() // ::ffff:127.0.0.1 is 127.0.0.1
	contains := func(p netip.Prefix) bool { return p.Contains(a) }
	switch {
	case slices.ContainsFunc(g.deny, contains):
		return false
	case slices.ContainsFunc(g.allow, contains):
		return true
	case nat64.Contains(a):
		b := a.As16()
		return g.admits(netip.AddrFrom4([4]byte(b[12:])))
	}
	return public(a)
}

// admitsPort reports whether a port may be connected to.
func (g *guard) admitsPort(port uint16) bool {
	return g.anyPort || port == 443 || port == 80 && g.http || slices.Contains(g.ports, port)
}

// control is called with each address after its name was resolved, and before a connection to
// it begins. So it does not matter what a name was resolved to before.
func (g *guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	a, err := netip.ParseAddrPort(address)
	if err != nil || !g.admits(a.Addr()) || !g.admitsPort(a.Port()) {
		return errResolved
	}
	return nil
}
