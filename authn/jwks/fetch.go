package jwks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// The bounds of a fetch.
const (
	maxResponse  = 1 << 20
	maxWait      = 10 * time.Second
	maxRedirects = 3
)

// fetcher gets documents of one issuer.
type fetcher struct{ client *http.Client }

func newFetcher(given *http.Client) fetcher {
	c := &http.Client{Transport: &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DisableKeepAlives:      true, // the next fetch is an hour later
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    maxWait,
		ResponseHeaderTimeout:  maxWait,
		MaxResponseHeaderBytes: 64 << 10,
	}}
	if given != nil {
		own := *given
		c = &own
	}
	if c.Timeout <= 0 || c.Timeout > maxWait {
		c.Timeout = maxWait
	}
	c.Jar = nil
	further := c.CheckRedirect
	c.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		first := via[0].URL
		switch {
		case r.URL.Scheme != first.Scheme || !strings.EqualFold(r.URL.Host, first.Host):
			return errors.New("a redirect leads to another host")
		case len(via) > maxRedirects:
			return errors.New("too many redirects")
		case further != nil:
			return further(r, via)
		}
		return nil
	}
	return fetcher{c}
}

// get fetches a document. fresh is how long its headers allow to keep it, or 0 if they do not
// say.
func (f fetcher) get(ctx context.Context, address string, now time.Time) (text []byte, fresh time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, 0, err
	}
	r.Header.Set("Accept", "application/json, application/jwk-set+json")
	response, err := f.client.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, 0, fmt.Errorf("%s returned status %d", address, response.StatusCode)
	}
	text, err = io.ReadAll(io.LimitReader(response.Body, maxResponse+1))
	switch {
	case err != nil:
		return nil, 0, err
	case len(text) > maxResponse:
		return nil, 0, fmt.Errorf("the response of %s has more than %d bytes", address, maxResponse)
	}
	return text, freshness(response.Header, now), nil
}

// freshness returns the rest of the lifetime of a response (RFC 9111 §4.2); 0 if the headers do
// not say, 1ns if it is stale.
func freshness(h http.Header, now time.Time) time.Duration {
	const none = time.Nanosecond
	for _, directive := range strings.Split(strings.Join(h["Cache-Control"], ","), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(directive)), "=")
		switch name {
		case "no-store", "no-cache":
			return none
		case "max-age":
			left, ok := seconds(strings.Trim(value, `"`))
			if !ok {
				return none
			}
			age, _ := seconds(h.Get("Age"))
			return max(left-age, none)
		}
	}
	if text := h.Get("Expires"); text != "" {
		at, err := http.ParseTime(text)
		if err != nil { // RFC 9111 §5.3: it has expired
			return none
		}
		// Both times are by the clock of the provider, which the clock of this server need not agree with.
		if sent, err := http.ParseTime(h.Get("Date")); err == nil {
			now = sent
		}
		age, _ := seconds(h.Get("Age"))
		return max(at.Sub(now)-age, none)
	}
	return 0
}

// seconds parses delta-seconds (RFC 9111 §1.2.2), up to a year.
func seconds(text string) (time.Duration, bool) {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return time.Duration(min(n, 365*24*3600)) * time.Second, true
}

// discover returns the address of an issuer's keys (OpenID Connect Discovery
// §4).
func (f fetcher) discover(ctx context.Context, issuer string, now time.Time) (string, error) {
	text, _, err := f.get(ctx, strings.TrimSuffix(issuer, "/")+"/.well-known/openid-configuration", now)
	if err != nil {
		return "", err
	}
	o, err := readObject(text)
	if err != nil {
		return "", fmt.Errorf("the configuration: %w", err)
	}
	name, err1 := o.text("issuer")
	address, err2 := o.text("jwks_uri")
	switch {
	case errors.Join(err1, err2) != nil:
		return "", fmt.Errorf("the configuration: %w", errors.Join(err1, err2))
	case name != issuer: // §4.3: exactly
		return "", errors.New("the configuration has another issuer")
	}
	if what := tree.CheckURL(address); what != "" {
		return "", fmt.Errorf("the address of the keys %s", what)
	}
	if local(address) && !local(issuer) {
		return "", errors.New("the address of the keys is a loopback address")
	}
	return address, nil
}

func local(address string) bool {
	u, err := url.Parse(address)
	return err == nil && tree.Loopback(u.Hostname())
}
