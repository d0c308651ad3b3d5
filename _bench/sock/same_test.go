//go:build linux

package main

import (
	"bytes"
	"crypto/tls"
	"io"
	"net/http"
	"regexp"
	"testing"

	"bench/shop"

	"github.com/google/go-cmp/cmp"
)

// All stacks send the same responses over each protocol, which makes the measurements comparable.
func TestStacksSendSameResponses(t *testing.T) {
	for _, s := range all() {
		for _, protocol := range protocols {
			if s.Listen != nil && protocol == http2 {
				continue
			}
			t.Run(s.Name+"/"+protocol, func(t *testing.T) {
				at, config, err := listen(protocol)
				if err != nil {
					t.Fatal(err)
				}
				defer at.Close()
				go accept(s, at, config)
				for _, c := range measured(options{cases: regexp.MustCompile("")}) {
					status, body := exchange(t, at.Addr().String(), protocol, c)
					if status != c.Status {
						t.Errorf("%s: %d %s", c.Name, status, body)
						continue
					}
					if d := cmp.Diff(shop.Comparable([]byte(c.Answer)), shop.Comparable(body)); d != "" {
						t.Errorf("%s: %s", c.Name, d)
					}
				}
			})
		}
	}
}

func exchange(t *testing.T, address, protocol string, c shop.Case) (status int, body []byte) {
	t.Helper()
	scheme := "https"
	if protocol == http1 {
		scheme = "http"
	}
	r, err := http.NewRequestWithContext(t.Context(), c.Method, scheme+"://"+address+c.Target, bytes.NewReader(c.Body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json")
	if c.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	transport := http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: protocol == http2}
	defer transport.CloseIdleConnections()
	a, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if (a.ProtoMajor == 2) != (protocol == http2) {
		t.Errorf("%s: %s", protocol, a.Proto)
	}
	if body, err = io.ReadAll(a.Body); err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, body
}
