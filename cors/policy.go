package cors

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/internal/suffix"
	"github.com/tenon-go/tenon/tree"
)

// Policy declares which pages may use an API, and what they may see. It is an immutable
// value: every method returns a changed copy.
type Policy policy

type policy = seal.Box[edge.CORSPolicy]

// Origins allows the pages of origins, each written as browsers send it:
//
//	https://shop.example        one origin; http and other ports are different origins
//	https://*.shop.example      every subdomain, at any depth, but not the domain itself
//	*                           every page, without credentials
//
// A pattern over a public suffix such as github.io or co.uk is a fault, as anybody can get
// a name below it (publicsuffix.org).
func Origins(origins ...string) Policy {
	var p edge.CORSPolicy
	if len(origins) == 0 {
		p.Faults = append(p.Faults, tree.Faultf("Origins has none"))
	}
	for _, o := range origins {
		before, after, wild := strings.Cut(o, "://*.")
		switch {
		case o == "*":
			p.Any = true
		case !wild && serialized(o):
			p.Exact = append(p.Exact, o)
		case wild && overWeb(before) && strings.Contains(after, ".") && !address(after) && serialized(before+"://x."+after):
			if domain, _, _ := strings.Cut(after, ":"); suffix.Load().Shared(domain) {
				p.Faults = append(p.Faults, tree.Faultf("Origins: %q allows the pages of strangers: anybody can get a name below %s "+
					"(publicsuffix.org); list the origins one by one", o, domain))
			}
			p.Patterns = append(p.Patterns, edge.OriginPattern{Before: before + "://", After: "." + after})
		default:
			p.Faults = append(p.Faults, tree.Faultf("Origins: %q is not what a browser sends, such as https://shop.example, "+
				"nor a pattern of sub-domains, such as https://*.shop.example", o))
		}
	}
	return Policy(seal.New(p))
}

// overWeb reports whether a scheme is one of web pages.
func overWeb(scheme string) bool { return scheme == "https" || scheme == "http" }

// address reports whether a host, perhaps with a port, is an IP address.
func address(host string) bool {
	host, _, _ = strings.Cut(host, ":")
	_, err := netip.ParseAddr(host)
	return err == nil
}

// opaque reports whether the pages of a scheme have an opaque origin, for which browsers
// send null, or whether there are no such pages (HTML §7.1.1, URL §4.7).
func opaque(scheme string) bool {
	switch scheme {
	case "about", "blob", "data", "file", "filesystem", "ftp", "javascript", "mailto", "vbscript", "view-source", "ws", "wss":
		return true
	}
	return false
}

// serialized reports whether text is an origin as RFC 6454 §6.2 writes it.
func serialized(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Hostname() == "" || u.Scheme+"://"+u.Host != text || opaque(u.Scheme) || strings.ToLower(text) != text {
		return false
	}
	for i := range len(text) {
		if text[i] <= ' ' || text[i] >= 0x7f || text[i] == '*' || text[i] == '%' || text[i] == ',' {
			return false
		}
	}
	port := u.Port()
	switch {
	case strings.HasSuffix(text, ":"), strings.HasPrefix(port, "0"):
		return false
	case u.Scheme == "https":
		return port != "443"
	case u.Scheme == "http":
		return port != "80"
	}
	return true
}

func (p Policy) edit(change func(*edge.CORSPolicy)) Policy {
	n := policy(p).Open()
	n.Allow, n.Expose, n.Faults = slices.Clip(n.Allow), slices.Clip(n.Expose), slices.Clip(n.Faults)
	change(&n)
	return Policy(seal.New(n))
}

// Credentials lets pages send credentials such as cookies. It is a fault together with the
// origin *.
func (p Policy) Credentials() Policy {
	f := tree.Faultf("Credentials cannot go with the origin *: every page of the web could act for its visitor")
	return p.edit(func(p *edge.CORSPolicy) {
		p.Credentials = true
		if p.Any {
			p.Faults = append(p.Faults, f)
		}
	})
}

// MaxAge sets how long browsers may cache a preflight response, in whole seconds. The
// default of browsers is 5 seconds; they have upper limits of their own.
func (p Policy) MaxAge(d time.Duration) Policy {
	f := tree.Faultf("MaxAge(%v) is below a second", d)
	return p.edit(func(p *edge.CORSPolicy) {
		if d < time.Second {
			p.Faults = append(p.Faults, f)
			return
		}
		p.MaxAge = d
	})
}

// AllowHeaders adds headers that pages may send to every route, such as those that
// middleware reads.
func (p Policy) AllowHeaders(names ...string) Policy {
	p = p.checked("AllowHeaders", names)
	return p.edit(func(p *edge.CORSPolicy) { p.Allow = append(p.Allow, names...) })
}

// ExposeHeaders adds response headers that pages may see, such as those that middleware
// sends.
func (p Policy) ExposeHeaders(names ...string) Policy {
	p = p.checked("ExposeHeaders", names)
	return p.edit(func(p *edge.CORSPolicy) { p.Expose = append(p.Expose, names...) })
}

func (p Policy) checked(call string, names []string) Policy {
	for _, n := range names {
		if !isFieldName(n) {
			f := tree.Faultf("%s: %q is not the name of a header", call, n)
			p = p.edit(func(p *edge.CORSPolicy) { p.Faults = append(p.Faults, f) })
		}
	}
	return p
}

// isFieldName reports whether name is a field name (RFC 9110 §5.6.2). An asterisk is one, but
// browsers read it as every header, unless there are credentials.
func isFieldName(name string) bool {
	if name == "" || name == "*" {
		return false
	}
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0:
		default:
			return false
		}
	}
	return true
}
