package throttle

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/tree"
)

// hashed is how many bytes of a value are part of a key.
const hashed = 4 << 10

// ByIP counts by the address of the client, which is the default. Each IPv4 address counts,
// even as ::ffff:192.0.2.1; IPv6 addresses count by their /64, without their zone.
func (p Policy) ByIP() Policy { return p.by(tree.LimitIP, "", nil) }

// ByIdentity counts by the authenticated identity. Anonymous requests count by their address,
// and so does every request that ends without an identity, such as a 401 or a 404. Only
// policies by identity run after authentication.
//
// Failed credentials count by address in a separate bucket of the same size: an address that
// has used it up is rejected with 429 before its credentials are verified, valid or not, until
// the window ends. A policy of 5 an hour lets an address guess 5 times an hour, including on
// public routes and with concurrent requests. Anonymous requests of the address are not
// affected.
func (p Policy) ByIdentity() Policy { return p.by(tree.LimitIdentity, "", nil) }

// ByHeader counts by the value of a request header, up to its first 4 KiB. Requests without it
// count by address.
func (p Policy) ByHeader(name string) Policy {
	switch {
	case !accept.IsToken(name):
		return p.fault("ByHeader(%q): this is not the name of a header", name)
	case strings.EqualFold(name, "Host"):
		return p.fault("ByHeader(%q): Go has it in a field of the request; use By", name)
	}
	return p.by(tree.LimitHeader, http.CanonicalHeaderKey(name), nil)
}

// By counts by what a function returns for a request, such as the tenant in its path; the first 4 KiB matter. Requests for which it returns "" count by
// address. The name is for readers of the document. The function runs before
// authentication and must be safe for concurrent use.
func (p Policy) By(name string, of func(*http.Request) string) Policy {
	switch {
	case name == "":
		return p.fault("By needs a name")
	case of == nil:
		return p.fault("By(%q): the function is nil", name)
	}
	return p.by(tree.LimitFunction, name, of)
}

func (p Policy) by(k tree.LimitKey, of string, f func(*http.Request) string) Policy {
	return p.edit(func(d *declaration) { d.node.Per, d.node.Of, d.subject = k, of, f })
}

// Address returns the address of the client that a request comes from, as ByIP would
// count it, with the proxies that [Policy.TrustedProxies] trusts; "" where there is none.
func (p Policy) Address(r *http.Request) string {
	if at, ok := p.declared().client(r); ok {
		return at.String()
	}
	return ""
}

// appendSubject appends the partition key of a request, in at most 64 characters and
// without a bar in its two parts.
func (d *declaration) appendSubject(b []byte, r *http.Request, identity string) []byte {
	switch d.node.Per {
	case tree.LimitIdentity:
		if identity != "" {
			return appendSum(append(b, "identity|"...), identity)
		}
	case tree.LimitHeader:
		if lines := r.Header[d.node.Of]; len(lines) > 0 && lines[0] != "" {
			return appendSum(append(b, "header|"...), lines[0])
		}
	case tree.LimitFunction:
		if s := d.subject(r); s != "" {
			return appendSum(append(b, "function|"...), s)
		}
	}
	return d.appendAddress(b, r)
}

// appendAddress appends the address that a request counts for.
func (d *declaration) appendAddress(b []byte, r *http.Request) []byte {
	b = append(b, "ip|"...)
	addr, ok := d.client(r)
	switch {
	case !ok: // a socket without addresses
		return append(b, '-')
	case addr.Is4():
		return addr.AppendTo(b)
	}
	subscriber, _ := addr.Prefix(64) // of an IPv6 address, which has 128 bits
	return subscriber.AppendTo(b)
}

// appendSum appends the SHA-256 sum of s, so that a store sees no secret and
// keys stay short.
func appendSum(b []byte, s string) []byte {
	var head [hashed]byte
	sum := sha256.Sum256(head[:copy(head[:], s)])
	return base64.RawURLEncoding.AppendEncode(b, sum[:])
}
