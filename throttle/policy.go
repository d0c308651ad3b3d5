package throttle

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/tree"
)

// Policy declares a rate limit. It is an immutable value: every method returns a changed
// copy.
type Policy struct{ core }

type core = quota.Core

type declaration struct {
	node      *tree.Limit
	subject   func(*http.Request) string // of By
	proxies   []netip.Prefix
	socket    bool // of a proxy without an address
	forwarded bool // read Forwarded in place of X-Forwarded-For
	closed    bool // reject while the store is unavailable
	timeout   time.Duration
	maxKeys   int
	now       func() time.Time
	store     func(tokens uint64, window time.Duration) (limiter.Store, error) // nil: in memory
}

const (
	day = 24 * time.Hour
	// longest keeps sums of times and windows far from an overflow.
	longest = 366 * day
	// most is the largest Integer of a structured field (RFC 9651 §3.3.1).
	most = 999_999_999_999_999
)

// PerSecond admits n requests a second.
func PerSecond(n int) Policy { return Per(n, time.Second) }

// PerMinute admits n requests a minute.
func PerMinute(n int) Policy { return Per(n, time.Minute) }

// PerHour admits n requests an hour.
func PerHour(n int) Policy { return Per(n, time.Hour) }

// PerDay admits n requests in 24 hours.
func PerDay(n int) Policy { return Per(n, day) }

// Per admits n requests in a window, which is at most 366 days long.
func Per(n int, window time.Duration) Policy {
	p := declare(&declaration{
		node: &tree.Limit{
			At: tree.Here(), Name: strconv.Itoa(n) + "-per-" + span(window),
			N: n, Window: window, Cost: 1, Per: tree.LimitIP, XHeaders: true,
		},
		timeout: 30 * time.Millisecond, maxKeys: DefaultMaxKeys, now: time.Now,
	})
	switch {
	case n < 1:
		return p.fault("the limit %d must be positive", n)
	case int64(n) > most:
		return p.fault("the limit %d is too large for a header", n)
	case window <= 0:
		return p.fault("the window %s must be positive", window)
	case window > longest:
		return p.fault("the window %s is longer than 366 days", window)
	}
	return p
}

// span formats a window as briefly as possible: 1m, 36h, 7d.
func span(window time.Duration) string {
	if window >= day && window%day == 0 {
		return strconv.FormatInt(int64(window/day), 10) + "d"
	}
	s := window.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

func declare(d *declaration) Policy { return Policy{quota.CoreOf(d)} }

func (p Policy) edit(change func(*declaration)) Policy {
	d := *p.declared()
	d.node = d.node.Edit(func(*tree.Limit) {})
	change(&d)
	return declare(&d)
}

// declared returns the declaration; that of the zero policy has a fault.
func (p Policy) declared() *declaration {
	policy := quota.PolicyOf(p)
	if d, ok := policy.(*declaration); ok {
		return d
	}
	return &declaration{node: policy.Node()}
}

// fault adds a fault at the user's call in progress.
func (p Policy) fault(format string, args ...any) Policy {
	f := tree.Faultf(format, args...)
	return p.edit(func(d *declaration) { d.node.Faults = append(d.node.Faults, f) })
}

// Name sets the name of the policy in headers, logs and the keys of a store. The default
// consists of its numbers, such as 600-per-1m. A name has 1 to 64 printable ASCII characters,
// because headers send it as a String of RFC 9651 (§3.3.3). Policies of one route need
// different names.
func (p Policy) Name(name string) Policy {
	if name == "" || len(name) > 64 {
		return p.fault("Name(%q): a name has 1 to 64 characters", name)
	}
	for i := range len(name) {
		if name[i] < ' ' || name[i] > '~' {
			return p.fault("Name(%q): a name has printable ASCII characters only", name)
		}
	}
	return p.edit(func(d *declaration) { d.node.Name = name })
}

// Burst sets a burst of n tokens beyond the limit: they are spent after those of a window, and
// are available again ten windows after their first use. PerMinute(60).Burst(30) admits 90
// requests in one minute, and 60 in each of the next nine. Headers do not count the burst.
//
// The burst is a bucket of its own. It does not use the Burst method of go-limiter's stores,
// whose effect on a key depends on the store and on whether it knows the key, and which two
// servers could call twice.
func (p Policy) Burst(n int) Policy {
	if n < 1 {
		return p.fault("Burst(%d) must be positive", n)
	}
	return p.edit(func(d *declaration) { d.node.Burst = n }).weighed()
}

// Cost sets how many tokens a request takes; the default is 1. A limit of N then admits
// N/n requests, rounded down. A request takes all of its tokens or, if it is rejected,
// none. Headers count requests, not tokens.
func (p Policy) Cost(n int) Policy {
	if n < 1 {
		return p.fault("Cost(%d) is below 1", n)
	}
	return p.edit(func(d *declaration) { d.node.Cost = n }).weighed()
}

// weighed compares the cost of a request with the tokens, after either is set.
func (p Policy) weighed() Policy {
	switch l := p.declared().node; {
	case len(l.Faults) > 0: // to report no consequences of other faults
	case l.Cost > l.N:
		return p.fault("Cost(%d) is above the limit of %d", l.Cost, l.N)
	case l.Burst > 0 && l.Cost > l.Burst:
		return p.fault("Cost(%d) is above Burst(%d)", l.Cost, l.Burst)
	}
	return p
}

// HeaderStyle is a set of headers that describe limits.
type HeaderStyle uint8

// The styles.
const (
	// XRateLimit is X-RateLimit-Limit, X-RateLimit-Remaining and
	// X-RateLimit-Reset, the last in seconds since 1970-01-01 UTC.
	XRateLimit HeaderStyle = iota + 1
	// Draft11 is RateLimit and RateLimit-Policy of
	// draft-ietf-httpapi-ratelimit-headers-11.
	Draft11
)

// Headers sets the headers that describe the policy. The default is [XRateLimit]. Several
// styles can be sent at once. Without any, only Retry-After is sent.
func (p Policy) Headers(styles ...HeaderStyle) Policy {
	x, draft := false, false
	for _, s := range styles {
		switch s {
		case XRateLimit:
			x = true
		case Draft11:
			draft = true
		default:
			return p.fault("Headers: the style %d is unknown", s)
		}
	}
	return p.edit(func(d *declaration) { d.node.XHeaders, d.node.DraftHeaders = x, draft })
}

// Node implements [quota.Policy].
func (d *declaration) Node() *tree.Limit { return d.node }
