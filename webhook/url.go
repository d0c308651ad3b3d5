package webhook

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// MaxURL is the maximum number of bytes of a URL.
const MaxURL = 2048

// checkURL returns the reason why webhooks cannot be sent to a URL. The reason does not contain
// it.
func (g *guard) checkURL(text string) error {
	if len(text) > MaxURL {
		return errors.New("must have at most " + strconv.Itoa(MaxURL) + " bytes")
	}
	u, err := url.Parse(text)
	if err != nil {
		return errors.New("must be a URL")
	}
	return g.check(u)
}

func (g *guard) check(u *url.URL) error {
	switch {
	case u.Scheme != "https" && (u.Scheme != "http" || !g.http):
		if g.http {
			return errors.New("must be a URL with https or http")
		}
		return errors.New("must be a URL with https")
	case u.Opaque != "" || u.Host == "":
		return errors.New("must have a host")
	case u.User != nil:
		return errors.New("must not have a user or a password")
	case u.Fragment != "" || u.RawFragment != "":
		return errors.New("must not have a fragment")
	}
	if port := u.Port(); port != "" || strings.HasSuffix(u.Host, ":") {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || strconv.FormatUint(n, 10) != port || !g.admitsPort(uint16(n)) {
			return errors.New("must not have this port")
		}
	}
	return g.checkHost(u.Hostname())
}

func (g *guard) checkHost(host string) error {
	if a, err := netip.ParseAddr(host); err == nil {
		if !g.admits(a) {
			return errors.New("must not have an address of this network")
		}
		return nil
	}
	labels := strings.Split(host, ".")
	last := strings.ToLower(labels[len(labels)-1])
	for _, label := range labels {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
			return errors.New("must have a host name of letters, digits and hyphens; internationalized names are in Punycode")
		}
	}
	switch {
	case len(host) > 253:
		return errors.New("must have a host name of at most 253 bytes")
	case last[0] >= '0' && last[0] <= '9':
		// No domain is a number. Some resolvers read 2130706433, 0x7f.1 or 127.1 as an IPv4 address.
		return errors.New("must have a host name or an address in its usual form")
	case (len(labels) == 1 || last == "localhost") && len(g.allow) == 0:
		return errors.New("must have a public host name")
	}
	return nil
}
