package ir

import (
	"strconv"
	"time"

	"github.com/tenon-go/tenon/internal/callsite"
)

// Caching describes what caches may do with responses.
type Caching struct {
	At     callsite.PC
	Kind   CacheKind
	MaxAge time.Duration
	// Shared is the age for caches that serve many clients, if HasShared.
	Shared    time.Duration
	HasShared bool
	Stale     time.Duration // stale-while-revalidate; 0: not sent
	Value     string        // of Cache-Control

	Faults []Fault
}

// CachingOf returns the policy of a package cache value. That of the zero value has a
// fault.
func CachingOf(c *Caching) *Caching {
	if c != nil {
		return c
	}
	return &Caching{At: callsite.Here(), Value: NoStore, Faults: []Fault{
		Faultf("a policy was not created by a constructor such as cache.Private"),
	}}
}

// CacheKind says which caches may keep a response.
type CacheKind uint8

// The kinds.
const (
	CacheNone CacheKind = iota
	CachePrivate
	CachePublic
)

// NoStore is the value of Cache-Control that lets no cache keep a response (RFC
// 9111 §5.2.2.5).
const NoStore = "no-store"

// Written returns c with its Value (RFC 9111 §5.2.2).
func (c *Caching) Written() *Caching {
	seconds := func(d time.Duration) string { return strconv.FormatInt(int64(d/time.Second), 10) }
	switch c.Kind {
	case CacheNone:
		c.Value = NoStore
		return c
	case CachePrivate:
		c.Value = "private"
	case CachePublic:
		c.Value = "public"
	}
	if c.MaxAge == 0 && !c.HasShared {
		c.Value += ", no-cache"
	} else {
		c.Value += ", max-age=" + seconds(c.MaxAge)
	}
	if c.HasShared {
		c.Value += ", s-maxage=" + seconds(c.Shared)
	}
	if c.Stale > 0 {
		c.Value += ", stale-while-revalidate=" + seconds(c.Stale)
	}
	return c
}

// Reusable reports whether responses to the method of an operation are reused by
// caches: those to GET, of which HEAD is a part. Those to POST would be under
// conditions that nobody implements (RFC 9110 §9.3.3).
func (o *Operation) Reusable() bool { return o.Method == "GET" }

// Private reports whether only callers with an identity get anything.
func (s *Security) Private() bool { return s.Secured() && !s.Public }

// CacheControl returns the value of Cache-Control that successful responses have:
// those to anonymous callers, and those to callers with an identity. "" sends none.
func (o *Operation) CacheControl() (anonymous, identified string) {
	if o.Caching != nil && o.Reusable() {
		anonymous = o.Caching.Value
	}
	switch {
	case o.Security.Private() && anonymous == "":
		return NoStore, NoStore
	case !o.Security.Secured(), o.Security.Private():
		return anonymous, anonymous
	case o.Caching != nil && o.Caching.Kind == CachePrivate && anonymous != "":
		return anonymous, anonymous
	case o.Caching == nil && o.Security.Unnamed() != nil: // a cache cannot tell who asks
		return NoStore, NoStore
	}
	return anonymous, NoStore
}
