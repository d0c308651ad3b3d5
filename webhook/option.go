package webhook

import (
	"crypto/x509"
	"net"
	"net/netip"
	"time"

	"github.com/tenon-go/tenon/event"
)

// Option configures [NewSender].
type Option func(*Sender)

// AllowHTTP allows URLs without TLS, for tests and development.
func AllowHTTP() Option { return func(s *Sender) { s.guard.http = true } }

// AllowPorts allows ports besides 443, and 80 of [AllowHTTP].
func AllowPorts(ports ...uint16) Option {
	return func(s *Sender) { s.guard.ports = append(s.guard.ports, ports...) }
}

// AnyPort allows all ports. Use it in tests, whose servers have ports of the system.
func AnyPort() Option { return func(s *Sender) { s.guard.anyPort = true } }

// AllowNetworks allows addresses that are not public, such as those of an intranet, or
// 127.0.0.0/8 for tests. Every owner of a subscription can then reach them.
func AllowNetworks(networks ...netip.Prefix) Option {
	return func(s *Sender) { s.guard.allow = append(s.guard.allow, networks...) }
}

// DenyNetworks excludes public addresses, such as those of the operator's own services. It
// overrides [AllowNetworks].
func DenyNetworks(networks ...netip.Prefix) Option {
	return func(s *Sender) { s.guard.deny = append(s.guard.deny, networks...) }
}

// Resolver sets the resolver of host names. The default is that of package net.
func Resolver(r *net.Resolver) Option { return func(s *Sender) { s.resolver = r } }

// RootCAs sets the certificate authorities of receivers. The default is those of the system.
func RootCAs(pool *x509.CertPool) Option { return func(s *Sender) { s.roots = pool } }

// Timeout sets the time of one attempt, from the resolution of the name to the end of the
// response. The default is 15 seconds.
func Timeout(d time.Duration) Option { return func(s *Sender) { s.timeout = d } }

// MaxRetryAfter bounds how long a receiver can postpone the next attempt with Retry-After. The
// default is an hour.
func MaxRetryAfter(d time.Duration) Option { return func(s *Sender) { s.maxRetry = d } }

// DisableAfter disables a subscription at a failure if all attempts of that time have failed.
// By default subscriptions are never disabled for failures.
func DisableAfter(d time.Duration) Option { return func(s *Sender) { s.disableAfter = d } }

// Match sets which messages a subscription receives, besides its events and audiences. In a
// system with several tenants it compares the owner with the tenant of the message:
//
//	webhook.Match(func(s webhook.Subscription, m event.Message) bool { return s.Owner == tenantOf(m) })
//
// Without it, every owner receives the messages of all. The subscription has no Keys. The function must
// be safe for concurrent use.
func Match(f func(s Subscription, m event.Message) bool) Option {
	return func(s *Sender) { s.match = f }
}

// UserAgent sets the header User-Agent. The default is tenon-webhook.
func UserAgent(name string) Option { return func(s *Sender) { s.userAgent = name } }

// Clock sets the clock. The default is time.Now.
func Clock(now func() time.Time) Option { return func(s *Sender) { s.now = now } }
