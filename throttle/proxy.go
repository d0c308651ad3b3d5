package throttle

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

const (
	maxHops    = 32  // proxies that a request can come through
	maxElement = 256 // bytes of one entry of a header
)

// TrustedProxies sets the proxies in front of the server, as CIDRs such as 10.0.0.0/8 or single
// addresses; it replaces those set before. For a connection from one of them, the client's
// address is in X-Forwarded-For, which is read from the right: each proxy appends the address
// that connected to it, so that the first address that is not a trusted proxy is the client.
// Clients could have written anything to the left of it. An entry that is not an address ends
// the search at the proxy before it.
//
// A proxy on a Unix socket has no address: "unix" trusts it, as do the addresses of this host,
// 127.0.0.1 and ::1, which any program of the host can have as well.
//
// Trust only proxies that append to X-Forwarded-For or overwrite it. Trusting all of IPv4 or
// IPv6 is a fault: each client could choose its own address.
func (p Policy) TrustedProxies(proxies ...string) Policy {
	if len(proxies) == 0 {
		return p.fault("TrustedProxies has no proxy; list the addresses from which your proxies connect, or omit it")
	}
	list, socket := make([]netip.Prefix, 0, len(proxies)), false
	for _, s := range proxies {
		if s == "unix" {
			socket = true
			continue
		}
		prefix, err := netip.ParsePrefix(s)
		if addr, errAddr := netip.ParseAddr(s); errAddr == nil {
			addr = plain(addr)
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if prefix.Addr().Is4In6() && prefix.Bits() >= 96 {
			prefix = netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()-96)
		}
		switch {
		case err != nil:
			return p.fault("TrustedProxies(%q): this is neither a CIDR nor an address", s)
		case prefix.Bits() == 0:
			return p.fault("TrustedProxies(%q) trusts every client", s)
		}
		list = append(list, prefix.Masked())
		socket = socket || prefix.Contains(netip.IPv6Loopback()) || prefix.Contains(netip.AddrFrom4([4]byte{127, 0, 0, 1}))
	}
	return p.edit(func(d *declaration) { d.proxies, d.socket = list, socket })
}

// Forwarded reads the header Forwarded (RFC 7239) of trusted proxies in place of
// X-Forwarded-For. Only one of the two is read: a proxy that writes one forwards whatever a
// client put into the other.
func (p Policy) Forwarded() Policy {
	return p.edit(func(d *declaration) { d.forwarded = true })
}

func (d *declaration) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(d.proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// client returns the address toward which a request counts.
func (d *declaration) client(r *http.Request) (at netip.Addr, ok bool) {
	at, ok = connection(r.RemoteAddr)
	if ok && !d.trusts(at) || !ok && !(d.socket && isSocket(r)) {
		return at, ok
	}
	header := "X-Forwarded-For"
	if d.forwarded {
		header = "Forwarded"
	}
	hops := 0
	lines := r.Header[header]
	for i := len(lines) - 1; i >= 0; i-- {
		line := lines[i]
		for more := true; more; hops++ {
			var element string
			element, line, more = last(line)
			if d.forwarded {
				element = forwardedFor(element)
			}
			hop, valid := parseAddr(strings.Trim(element, " \t"))
			if !valid || hops == maxHops {
				return at, ok
			}
			if at, ok = hop, true; !d.trusts(at) {
				return at, true
			}
		}
	}
	return at, ok
}

// isSocket reports whether a request came through a Unix socket. Its client has no name, as a rule, and
// else a path.
func isSocket(r *http.Request) bool {
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return local.Network() == "unix"
	}
	return r.RemoteAddr == "" || r.RemoteAddr[0] == '@' || r.RemoteAddr[0] == '/'
}

// last returns the last element of a list and the rest. If it is too long, it returns a part
// that no parser accepts, so that a header of a megabyte costs no more than a short one.
func last(line string) (element, before string, more bool) {
	from := max(0, len(line)-maxElement)
	comma := strings.LastIndexByte(line[from:], ',')
	if comma < 0 {
		if from > 0 {
			return "", "", false
		}
		return line, "", false
	}
	return line[from+comma+1:], line[:from+comma], true
}

// forwardedFor returns the parameter "for" of an element of Forwarded (RFC 7239 §4), or "" if
// the element has none, has two, or is malformed. The list is split at commas from the right
// without regard to quotes, so that text of the client on the left cannot hide what the proxy
// appended.
func forwardedFor(element string) (node string) {
	for rest := element; ; {
		name, value, ok := strings.Cut(rest, "=")
		if !ok {
			return ""
		}
		if quoted, isQuoted := strings.CutPrefix(value, `"`); isQuoted {
			if value, rest, ok = strings.Cut(quoted, `"`); !ok {
				return ""
			}
		} else if i := strings.IndexByte(value, ';'); i >= 0 {
			value, rest = value[:i], value[i:]
		} else {
			value, rest = strings.TrimRight(value, " \t"), ""
		}
		if strings.EqualFold(strings.Trim(name, " \t"), "for") {
			if node != "" || value == "" {
				return ""
			}
			node = value
		}
		rest = strings.Trim(rest, " \t")
		if rest == "" {
			return node
		}
		if rest, ok = strings.CutPrefix(rest, ";"); !ok {
			return ""
		}
	}
}

// connection parses the address of the client of a connection, as net/http writes it.
func connection(remote string) (netip.Addr, bool) {
	if at, err := netip.ParseAddrPort(remote); err == nil {
		return plain(at.Addr()), true
	}
	return parseAddr(remote)
}

// parseAddr parses an address with or without brackets and port.
func parseAddr(s string) (netip.Addr, bool) {
	if s == "" || len(s) > 64 {
		return netip.Addr{}, false
	}
	inner, bracketed := strings.CutPrefix(s, "[")
	switch {
	case bracketed && strings.HasSuffix(inner, "]"):
		a, err := netip.ParseAddr(inner[:len(inner)-1])
		return plain(a), err == nil && a.Is6()
	case bracketed, strings.Count(s, ":") == 1:
		at, err := netip.ParseAddrPort(s)
		return plain(at.Addr()), err == nil
	}
	a, err := netip.ParseAddr(s)
	return plain(a), err == nil
}

// plain returns the same address for all of its text forms.
func plain(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }
