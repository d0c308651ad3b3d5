package cors

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/suffix"
)

// Policy says which pages may use an API, and what they may see. It is an
// immutable value: every method returns a changed copy.
type Policy struct {
	any         bool
	exact       []string
	below       []pattern
	credentials bool
	age         time.Duration
	reads       []string
	exposes     []string
	faults      []ir.Fault
}

// pattern is https://*.example.com:8443.
type pattern struct{ before, after string } // "https://" and ".example.com:8443"

// Origins allows the pages of some origins, each as a browser sends it:
//
//	https://shop.example        one origin; http and another port are others
//	https://*.shop.example      every sub-domain, at any depth, but not itself
//	*                           every page, without credentials
//
// A pattern over a domain below which strangers have names, such as github.io or
// co.uk, is a fault, as the public suffix list of publicsuffix.org knows them.
func Origins(origins ...string) Policy {
	var p Policy
	if len(origins) == 0 {
		p.faults = append(p.faults, ir.Faultf("Origins has none"))
	}
	for _, o := range origins {
		before, after, wild := strings.Cut(o, "://*.")
		switch {
		case o == "*":
			p.any = true
		case !wild && serialized(o):
			p.exact = append(p.exact, o)
		case wild && overWeb(before) && strings.Contains(after, ".") && !address(after) && serialized(before+"://x."+after):
			if domain, _, _ := strings.Cut(after, ":"); suffix.Load().Shared(domain) {
				p.faults = append(p.faults, ir.Faultf("Origins: %q allows the pages of strangers: anybody can get a name below %s "+
					"(publicsuffix.org); list the origins one by one", o, domain))
			}
			p.below = append(p.below, pattern{before + "://", "." + after})
		default:
			p.faults = append(p.faults, ir.Faultf("Origins: %q is not what a browser sends, such as https://shop.example, "+
				"nor a pattern of sub-domains, such as https://*.shop.example", o))
		}
	}
	return p
}

// overWeb reports whether a scheme is that of web pages.
func overWeb(scheme string) bool { return scheme == "https" || scheme == "http" }

// address reports whether a host, perhaps with a port, is an IP address.
func address(host string) bool {
	host, _, _ = strings.Cut(host, ":")
	_, err := netip.ParseAddr(host)
	return err == nil
}

// opaque reports whether pages of a scheme have no origin of their own, so that
// browsers send null for them, or whether there are no pages (HTML §7.1.1, URL §4.7).
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

func (p Policy) edit(change func(*Policy)) Policy {
	p.reads, p.exposes, p.faults = slices.Clip(p.reads), slices.Clip(p.exposes), slices.Clip(p.faults)
	change(&p)
	return p
}

// Credentials lets pages send cookies and the like. It cannot go with every
// origin.
func (p Policy) Credentials() Policy {
	f := ir.Faultf("Credentials cannot go with the origin *: every page of the web could act for its visitor")
	return p.edit(func(p *Policy) {
		p.credentials = true
		if p.any {
			p.faults = append(p.faults, f)
		}
	})
}

// MaxAge is how long a browser may remember what it was told of a path, in whole
// seconds. Without it, browsers remember for 5; they have limits of their own.
func (p Policy) MaxAge(d time.Duration) Policy {
	f := ir.Faultf("MaxAge(%v) is below a second", d)
	return p.edit(func(p *Policy) {
		if d < time.Second {
			p.faults = append(p.faults, f)
			return
		}
		p.age = d
	})
}

// AllowHeaders adds headers that pages may send to every route, such as those
// that a middleware reads.
func (p Policy) AllowHeaders(names ...string) Policy {
	p = p.checked("AllowHeaders", names)
	return p.edit(func(p *Policy) { p.reads = append(p.reads, names...) })
}

// ExposeHeaders adds headers of answers that pages may see, such as those that a
// middleware sends.
func (p Policy) ExposeHeaders(names ...string) Policy {
	p = p.checked("ExposeHeaders", names)
	return p.edit(func(p *Policy) { p.exposes = append(p.exposes, names...) })
}

func (p Policy) checked(call string, names []string) Policy {
	for _, n := range names {
		if !token(n) {
			f := ir.Faultf("%s: %q is not the name of a header", call, n)
			p = p.edit(func(p *Policy) { p.faults = append(p.faults, f) })
		}
	}
	return p
}

// token reports whether name is a field name (RFC 9110 §5.6.2). An asterisk is
// one, but browsers take it for every header, except where there are credentials.
func token(name string) bool {
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

// Faults returns what is wrong with the declaration. It is for sibling packages.
func (p Policy) Faults(ir.Key) []ir.Fault { return p.faults }

// Any reports whether every page is allowed. It is for sibling packages.
func (p Policy) Any(ir.Key) bool { return p.any }

// Allows reports whether the pages of an origin are allowed by name. It is for
// sibling packages.
func (p Policy) Allows(_ ir.Key, origin string) bool {
	if slices.Contains(p.exact, origin) {
		return true
	}
	return slices.ContainsFunc(p.below, func(b pattern) bool {
		middle, ok := strings.CutPrefix(origin, b.before)
		if !ok {
			return false
		}
		middle, ok = strings.CutSuffix(middle, b.after)
		return ok && labels(middle)
	})
}

// labels reports whether text is made of labels of a host name.
func labels(text string) bool {
	for label := range strings.SplitSeq(text, ".") {
		if label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return true
}

// Sends reports whether pages may send credentials. It is for sibling packages.
func (p Policy) Sends(ir.Key) bool { return p.credentials }

// Age is how long a browser may remember; 0 is not said. It is for sibling
// packages.
func (p Policy) Age(ir.Key) time.Duration { return p.age }

// Headers returns the headers that are allowed and exposed besides. It is for
// sibling packages.
func (p Policy) Headers(ir.Key) (reads, exposes []string) { return p.reads, p.exposes }
