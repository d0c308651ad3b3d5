package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/webhook"
)

// inside is a server within the network, which counts connections.
type inside struct {
	port        string
	connections atomic.Int32
}

func serve(t *testing.T, address string, h http.Handler, seen func()) (port string) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		if runtime.GOOS != "linux" {
			t.Skip("only Linux has every address of 127.0.0.0/8: ", err)
		}
		t.Fatal(err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute, ConnState: func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			seen()
		}
	}}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	_, port, _ = net.SplitHostPort(l.Addr().String())
	return port
}

// newInside listens at all addresses of the machine, IPv4 and IPv6.
func newInside(t *testing.T) *inside {
	in := &inside{}
	in.port = serve(t, ":0", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusNoContent)
	}), func() { in.connections.Add(1) })
	return in
}

func sender(t testing.TB, store webhook.Store, options ...webhook.Option) *webhook.Sender {
	t.Helper()
	s, err := webhook.NewSender(store, options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// subscribed returns a store with one subscription.
func subscribed(t testing.TB, url string) (webhook.Store, webhook.Subscription) {
	t.Helper()
	s := webhook.Subscription{ID: "s1", URL: url, Keys: []webhook.Key{{Secret: webhook.NewSecret()}}}
	store := webhook.Memory()
	if err := store.Insert(t.Context(), s, 1); err != nil {
		t.Fatal(err)
	}
	return store, s
}

var message = event.Message{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Type: "product.created", Time: time.Unix(1_700_000_000, 0), Data: []byte(`{"id":1}`)}

func networks(all ...string) (list []netip.Prefix) {
	for _, p := range all {
		list = append(list, netip.MustParsePrefix(p))
	}
	return list
}

// Every way to make the sender call inside of the network is rejected before there is a
// connection. With the networks allowed, those that are marked do connect, so that the test sees
// what it looks for.
func TestTheSenderDoesNotCallInside(t *testing.T) {
	in := newInside(t)
	var at string // where the public server redirects
	status := http.StatusTemporaryRedirect
	public := serve(t, "127.0.0.2:0", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		if r.URL.Path == "/redirect" {
			w.Header().Set("Location", at)
			w.WriteHeader(status)
		}
	}), func() {})
	// The proxy of the environment would connect to anything.
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:"+in.port)
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:"+in.port)

	const outside = "127.0.0.2/32" // stands for a public address
	for _, c := range []struct {
		name, url string
		redirect  string // where the URL redirects
		connects  bool   // if the networks are allowed
	}{
		{"loopback", "http://127.0.0.1:PORT/", "", true},
		{"another loopback", "http://127.8.9.10:PORT/", "", true},
		{"this host", "http://0.0.0.0:PORT/", "", true},
		{"IPv6 loopback", "http://[::1]:PORT/", "", true},
		{"IPv6 unspecified", "http://[::]:PORT/", "", true},
		{"IPv4-mapped", "http://[::ffff:127.0.0.1]:PORT/", "", true},
		{"IPv4-mapped in hexadecimal", "http://[::ffff:7f00:1]:PORT/", "", true},
		{"IPv4-compatible", "http://[::127.0.0.1]:PORT/", "", false},
		{"NAT64", "http://[64:ff9b::7f00:1]:PORT/", "", false},
		{"NAT64 for local use", "http://[64:ff9b:1::7f00:1]:PORT/", "", false},
		{"6to4", "http://[2002:7f00:1::]:PORT/", "", false},
		{"Teredo", "http://[2001:0:7f00:1::80ff:fffe]:PORT/", "", false},
		{"a zone", "http://[fe80::1%25lo]:PORT/", "", false},
		{"a zone of loopback", "http://[::1%25lo]:PORT/", "", false},
		{"metadata of a cloud", "http://169.254.169.254/latest/meta-data", "", false},
		{"a private network", "http://10.0.0.1:PORT/", "", false},
		{"decimal", "http://2130706433:PORT/", "", false},
		{"hexadecimal", "http://0x7f000001:PORT/", "", false},
		{"octal", "http://0177.0.0.1:PORT/", "", false},
		{"short", "http://127.1:PORT/", "", false},
		{"full-width digits", "http://１２７.０.０.１:PORT/", "", false},
		{"encoded", "http://%31%32%37.0.0.1:PORT/", "", false},
		{"localhost", "http://localhost:PORT/", "", true},
		{"localhost with a dot", "http://localhost.:PORT/", "", false},
		{"below localhost", "http://a.localhost:PORT/", "", false},
		{"a single label", "http://redis:PORT/", "", true},
		{"a user", "http://example.com@127.0.0.1:PORT/", "", false},
		{"a name of loopback", "http://loopback.test:PORT/", "", true},
		{"a name of IPv6 loopback", "http://loopback6.test:PORT/", "", true},
		{"a name of an IPv4-mapped address", "http://mapped.test:PORT/", "", true},
		{"a name of this host", "http://unspecified.test:PORT/", "", true},
		{"a name with a dot", "http://loopback.test.:PORT/", "", false},
		{"another scheme", "gopher://127.0.0.1:PORT/", "", false},
		{"no scheme", "//127.0.0.1:PORT/", "", false},
		{"a redirect", "", "http://127.0.0.1:PORT/", true},
		{"a redirect to a name", "", "http://loopback.test:PORT/", true},
		{"a redirect without a scheme", "", "//127.0.0.1:PORT/", true},
		{"a redirect to decimal", "", "http://2130706433:PORT/", false},
		{"a redirect to another scheme", "", "gopher://127.0.0.1:PORT/", false},
		{"a redirect with a user", "", "http://a:b@127.0.0.1:PORT/", false},
		{"a redirect to a zone", "", "http://[::1%25lo]:PORT/", false},
	} {
		for _, allowed := range []bool{false, true} {
			target := strings.ReplaceAll(c.url, "PORT", in.port)
			if target == "" {
				target, at = "http://public.test:"+public+"/redirect", strings.ReplaceAll(c.redirect, "PORT", in.port)
			}
			dns := &names{answers: map[string][]string{
				"public.test A": {"127.0.0.2"}, "loopback.test A": {"127.0.0.1"}, "loopback6.test AAAA": {"::1"}, "mapped.test AAAA": {"::ffff:127.0.0.1"},
				"unspecified.test A": {"0.0.0.0"}, "redis A": {"127.0.0.1"},
			}}
			options := []webhook.Option{webhook.AllowHTTP(), webhook.AnyPort(), webhook.Resolver(dns.resolver()), webhook.Timeout(2 * time.Second)}
			if allowed {
				if !c.connects || strings.Contains(c.name, "IPv6") && !hasIPv6() {
					continue
				}
				options = append(options, webhook.AllowNetworks(networks("0.0.0.0/0", "::/0")...))
			} else if c.url == "" {
				options = append(options, webhook.AllowNetworks(networks(outside)...))
			}
			store, _ := subscribed(t, target)
			in.connections.Store(0)
			err := sender(t, store, options...).Publish(t.Context(), "s1", message)
			if n := in.connections.Load(); (n > 0) != allowed {
				t.Errorf("%s, allowed %t: %d connections, %v", c.name, allowed, n, err)
			}
			var failure *webhook.DeliveryError
			reason := webhook.ReasonAddress
			if strings.Contains(c.url+c.redirect, ".test:") { // as of a name that does not exist
				reason = webhook.ReasonTransport
			}
			if !allowed && (!errors.As(err, &failure) || failure.Reason != reason || !errors.Is(err, webhook.ErrForbidden) || event.IsPermanent(err)) {
				t.Errorf("%s: %v (%#v)", c.name, err, failure)
			}
		}
	}
}

func hasIPv6() bool {
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// A name whose address changes after it was checked is rejected by its address of now.
func TestANameCannotBeRebound(t *testing.T) {
	delivered := 0
	port := serve(t, "127.0.0.2:0", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		delivered++
	}), func() {})
	trap := 0
	serve(t, "127.0.0.1:"+port, http.NotFoundHandler(), func() { trap++ })
	dns := &names{answers: map[string][]string{"rebound.test A": {"127.0.0.2", "127.0.0.1"}}}
	store, _ := subscribed(t, "http://rebound.test:"+port+"/")
	s := sender(t, store, webhook.AllowHTTP(), webhook.AnyPort(), webhook.Resolver(dns.resolver()), webhook.AllowNetworks(networks("127.0.0.2/32")...))
	if err := s.Publish(t.Context(), "s1", message); err != nil || delivered != 1 {
		t.Fatalf("%v, %d deliveries", err, delivered)
	}
	for range 3 {
		if err := s.Publish(t.Context(), "s1", message); !errors.Is(err, webhook.ErrForbidden) || trap != 0 || delivered != 1 {
			t.Errorf("%v, %d deliveries, %d connections inside", err, delivered, trap)
		}
	}
}

func TestURLsThatCannotBeSubscribedTo(t *testing.T) {
	plain := sender(t, webhook.Memory())
	open := sender(t, webhook.Memory(), webhook.AllowHTTP(), webhook.AllowPorts(8443), webhook.DenyNetworks(networks("8.8.8.0/24")...),
		webhook.AllowNetworks(networks("10.1.0.0/16", "fd00::/8")...))
	for _, c := range []struct {
		url         string
		plain, open bool // what is allowed
	}{
		{"https://example.com", true, true},
		{"https://example.com/hooks?a=b", true, true},
		{"https://example.com:443/", true, true},
		{"https://xn--bcher-kva.example/", true, true},
		{"https://a_b.example.com/", true, true},
		{"https://8.8.8.8/", true, false},
		{"https://8.8.9.8/", true, true},
		{"https://[2606:4700::1111]/", true, true},
		{"https://[64:ff9b::808:908]/", true, true},
		{"https://[64:ff9b::a01:1]/", false, true}, // 10.1.0.1
		{"https://[64:ff9b::a00:1]/", false, false},
		{"http://example.com/", false, true},
		{"http://example.com:80/", false, true},
		{"https://example.com:8443/", false, true},
		{"https://example.com:8444/", false, false},
		{"https://example.com:22/", false, false},
		{"https://example.com:0/", false, false},
		{"https://example.com:00443/", false, false},
		{"https://example.com:/", false, false},
		{"https://example.com:65979/", false, false}, // 443 in 16 bits
		{"https://10.1.2.3/", false, true},
		{"https://10.2.2.3/", false, false},
		{"https://[fd00::1]/", false, true},
		{"https://[fc00::1]/", false, false},
		{"https://intranet/", false, true},
		{"https://localhost/", false, true},
		{"HTTPS://EXAMPLE.COM/", true, true},
		{"", false, false},
		{"example.com", false, false},
		{"/hooks", false, false},
		{"https:", false, false},
		{"https:example.com", false, false},
		{"https://", false, false},
		{"https:///hooks", false, false},
		{"https://:443/", false, false},
		{"https://user@example.com/", false, false},
		{"https://:password@example.com/", false, false},
		{"https://@example.com/", false, false},
		{"https://example.com/#part", false, false},
		{"https://example..com/", false, false},
		{"https://.example.com/", false, false},
		{"https://example.com./", false, false},
		{"https://exa mple.com/", false, false},
		{"https://exämple.com/", false, false},
		{"https://example.com\\@127.0.0.1/", false, false},
		{"https://example.com%00.evil.test/", false, false},
		{"https://" + strings.Repeat("a", 64) + ".com/", false, false},
		{"https://" + strings.Repeat("a.", 126) + "com/", false, false},
		{"https://example.com/" + strings.Repeat("a", webhook.MaxURL-20), true, true},
		{"https://example.com/" + strings.Repeat("a", webhook.MaxURL-19), false, false},
		{"ftp://example.com/", false, false},
		{"file:///etc/passwd", false, false},
		{"javascript:alert(1)", false, false},
		{"https://example.com\n/", false, false},
	} {
		for name, s := range map[string]struct {
			s    *webhook.Sender
			want bool
		}{"plain": {plain, c.plain}, "open": {open, c.open}} {
			err := s.s.CheckURL(c.url)
			if (err == nil) != s.want || err != nil && !errors.Is(err, webhook.ErrForbidden) {
				t.Errorf("%s: %q: %v", name, c.url, err)
			}
			if u, parsed := url.Parse(c.url); err != nil && parsed == nil && len(u.Hostname()) > 5 && strings.Contains(err.Error(), u.Hostname()) {
				t.Errorf("the error repeats the URL: %v", err)
			}
		}
	}
}

// The networks that are not public, each with its first and last address, and the public ones
// beside them.
func TestOnlyPublicAddressesAreAllowed(t *testing.T) {
	s := sender(t, webhook.Memory())
	check := func(a netip.Addr, want bool) {
		t.Helper()
		host := a.String()
		if a.Is6() {
			host = "[" + host + "]"
		}
		if err := s.CheckURL("https://" + host + "/"); (err == nil) != want {
			t.Errorf("%s: %v", a, err)
		}
	}
	for _, c := range []struct {
		network     string
		first, last bool // whether the addresses before and behind it are public
	}{
		{"0.0.0.0/8", false, true}, {"10.0.0.0/8", true, true}, {"100.64.0.0/10", true, true}, {"127.0.0.0/8", true, true},
		{"169.254.0.0/16", true, true}, {"172.16.0.0/12", true, true}, {"192.0.0.0/24", true, true}, {"192.0.2.0/24", true, true},
		{"192.88.99.0/24", true, true}, {"192.168.0.0/16", true, true}, {"198.18.0.0/15", true, true}, {"198.51.100.0/24", true, true},
		{"203.0.113.0/24", true, true}, {"224.0.0.0/3", true, false}, {"168.63.129.16/32", true, true},
		{"::/3", false, true}, {"4000::/2", true, false}, {"8000::/1", false, false}, {"2001::/23", true, true}, {"2001:db8::/32", true, true}, {"2002::/16", true, true}, {"3fff::/20", true, true},
	} {
		p := netip.MustParsePrefix(c.network)
		first, last := p.Addr(), lastOf(p)
		check(first, false)
		check(last, false)
		if before := first.Prev(); before.IsValid() {
			check(before, c.first)
		}
		if behind := last.Next(); behind.IsValid() {
			check(behind, c.last)
		}
		if first.Is4() {
			b := first.As4()
			check(netip.AddrFrom16(netip.AddrFrom4(b).As16()), false) // mapped
			check(netip.MustParseAddr(fmt.Sprintf("64:ff9b::%x%02x:%x%02x", b[0], b[1], b[2], b[3])), false)
		}
	}
}

func TestNetworksMayBeMapped(t *testing.T) {
	denies := sender(t, webhook.Memory(), webhook.DenyNetworks(networks("::ffff:198.51.0.0/112", "::ffff:9.9.9.9/128")...))
	allows := sender(t, webhook.Memory(), webhook.AllowNetworks(networks("::ffff:10.0.0.0/104")...))
	for _, c := range []struct {
		s    *webhook.Sender
		host string
		want bool
	}{
		{denies, "198.51.0.1", false}, {denies, "[::ffff:198.51.0.1]", false}, {denies, "[64:ff9b::9.9.9.9]", false}, {denies, "9.9.9.8", true},
		{allows, "10.1.2.3", true}, {allows, "[::ffff:10.1.2.3]", true}, {allows, "11.1.2.3", true}, {allows, "127.0.0.1", false},
	} {
		if err := c.s.CheckURL("https://" + c.host + "/"); (err == nil) != c.want {
			t.Errorf("%s: %v", c.host, err)
		}
	}
}

func lastOf(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < len(b)*8; i++ {
		b[i/8] |= 0x80 >> (i % 8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

func TestACancelledAttemptIsNotAFailure(t *testing.T) {
	in := newInside(t)
	store, _ := subscribed(t, "http://127.0.0.1:"+in.port+"/")
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("the server stops")
	cancel(stopped)
	s := sender(t, store, webhook.AllowHTTP(), webhook.AnyPort(), webhook.AllowNetworks(networks("127.0.0.0/8")...))
	if err := s.Publish(ctx, "s1", message); !errors.Is(err, stopped) {
		t.Error(err)
	}
	if after, err := store.Find(t.Context(), "s1"); err != nil || !after.FailingSince.IsZero() {
		t.Errorf("%v, %v", after.FailingSince, err)
	}
}
