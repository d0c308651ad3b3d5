package tree

import (
	"strconv"
	"time"
)

// Caching describes what caches may do with responses.
type Caching struct {
	At     Position
	Kind   CacheKind
	MaxAge time.Duration
	// Shared is the age for caches that serve many clients, if HasShared.
	Shared    time.Duration
	HasShared bool
	Stale     time.Duration // stale-while-revalidate; 0: not sent
	Value     string        // of Cache-Control
	Faults    []Fault
}

// CachingOf returns the policy of a value of package cache. The zero value has a fault.
func CachingOf(c *Caching) *Caching {
	if c != nil {
		return c
	}
	return &Caching{At: Here(), Value: NoStore, Faults: []Fault{
		Faultf("a policy was not created by a constructor such as cache.Private"),
	}}
}

// CacheKind is the kind of caches that may store a response.
type CacheKind uint8

// The kinds.
const (
	CacheNone CacheKind = iota
	CachePrivate
	CachePublic
)

// NoStore is the value of Cache-Control that forbids all caches to store a response (RFC 9111
// §5.2.2.5).
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

// Reusable reports whether caches reuse responses to the operation: they do for GET and HEAD.
// POST allows it under conditions that no cache implements (RFC 9110 §9.3.3), and so does QUERY
// (RFC 10008). The key of a cache does not have the content of a GET.
func (o *Operation) Reusable() bool { return o.stored() && o.Body == nil }

// stored reports whether caches store responses to the method.
func (o *Operation) stored() bool { return o.Method == "GET" || o.Method == "HEAD" }

// Private reports whether only authenticated callers get a successful response.
func (s *Security) Private() bool { return s.Secured() && !s.Public() }

// CacheControl returns the values of Cache-Control of successful responses, to anonymous
// callers and to others. "" sends none.
func (o *Operation) CacheControl() (anonymous, identified string) {
	if o.Caching != nil && o.Reusable() {
		anonymous = o.Caching.Value
	}
	switch {
	case o.stored() && !o.Reusable():
		return NoStore, NoStore
	case o.Security.Private() && anonymous == "":
		return NoStore, NoStore
	case !o.Security.Secured(), o.Security.Private():
		return anonymous, anonymous
	case o.Caching != nil && o.Caching.Kind == CachePrivate && anonymous != "":
		return anonymous, anonymous
	case o.Caching == nil && o.Security.Unnamed() != nil: // caches cannot distinguish callers
		return NoStore, NoStore
	}
	return anonymous, NoStore
}
