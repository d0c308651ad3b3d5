package format

import "strings"

// IPPattern and PrefixPattern say in a regular expression what an address of either
// version is, and what [IPPrefix] accepts (RFC 3986, section 3.2.2, IPv4address and
// IPv6address).
const (
	IPPattern     = `^(?:` + ipv4 + `|` + ipv6 + `)$`
	PrefixPattern = `^(?:` + ipv4 + `/(?:[0-9]|[12][0-9]|3[0-2])|` + ipv6 + `/(?:[0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))$`

	octet = `(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])`
	ipv4  = `(?:` + octet + `\.){3}` + octet
	h16   = `[0-9A-Fa-f]{1,4}`
	ls32  = `(?:` + h16 + `:` + h16 + `|` + ipv4 + `)`
	ipv6  = `(?:(?:` + h16 + `:){6}` + ls32 +
		`|::(?:` + h16 + `:){5}` + ls32 +
		`|(?:` + h16 + `)?::(?:` + h16 + `:){4}` + ls32 +
		`|(?:(?:` + h16 + `:){0,1}` + h16 + `)?::(?:` + h16 + `:){3}` + ls32 +
		`|(?:(?:` + h16 + `:){0,2}` + h16 + `)?::(?:` + h16 + `:){2}` + ls32 +
		`|(?:(?:` + h16 + `:){0,3}` + h16 + `)?::` + h16 + `:` + ls32 +
		`|(?:(?:` + h16 + `:){0,4}` + h16 + `)?::` + ls32 +
		`|(?:(?:` + h16 + `:){0,5}` + h16 + `)?::` + h16 +
		`|(?:(?:` + h16 + `:){0,6}` + h16 + `)?::)`
)

// IPv4 reports whether s is an IPv4 address in dotted decimal: four octets of
// one to three digits, none with a leading zero, which some parsers read as octal
// (RFC 3986, section 3.2.2, IPv4address).
func IPv4(s string) bool {
	for octet := 0; ; octet++ {
		n := digits(s)
		if n == 0 || n > 3 || n > 1 && s[0] == '0' || n == 3 && s[:3] > "255" {
			return false
		}
		s = s[n:]
		if octet == 3 {
			return s == ""
		}
		if s == "" || s[0] != '.' {
			return false
		}
		s = s[1:]
	}
}

// IPv6 reports whether s is an IPv6 address (RFC 4291, section 2.2), without
// brackets and without a zone. The last 32 bits may be in dotted decimal, and ::
// stands for at least one group.
func IPv6(s string) bool {
	groups, elided := 0, false
	if strings.HasPrefix(s, "::") {
		elided, s = true, s[2:]
	}
	for !elided || s != "" {
		n := 0
		for n < len(s) && n < 5 && isHex(s[n]) {
			n++
		}
		if n == 0 || n > 4 {
			return false
		}
		if n < len(s) && s[n] == '.' {
			if !IPv4(s) {
				return false
			}
			groups += 2
			break
		}
		groups++
		s = s[n:]
		if s == "" {
			break
		}
		if s[0] != ':' || len(s) == 1 {
			return false
		}
		s = s[1:]
		if s[0] != ':' {
			continue
		}
		if elided {
			return false
		}
		elided, s = true, s[1:]
	}
	if elided {
		return groups < 8
	}
	return groups == 8
}

// IPPrefix reports whether s is an IPv4 or IPv6 prefix in CIDR notation, such as
// 10.0.0.0/8 or 2001:db8::/32. Bits after the prefix may be set, as they are in
// the address of an interface.
func IPPrefix(s string) bool {
	slash := strings.IndexByte(s, '/')
	if slash < 0 {
		return false
	}
	addr, bits := s[:slash], s[slash+1:]
	n := len(bits)
	if n == 0 || n > 3 || digits(bits) != n || n > 1 && bits[0] == '0' {
		return false
	}
	if IPv4(addr) {
		return n == 1 || n == 2 && bits <= "32"
	}
	return (n < 3 || bits <= "128") && IPv6(addr)
}
