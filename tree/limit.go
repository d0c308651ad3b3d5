package tree

import (
	"slices"
	"time"
)

// Limit describes a rate limit.
type Limit struct {
	At     Position
	Name   string
	N      int // tokens in a window
	Window time.Duration
	Burst  int // tokens beyond those of the window; 0: none
	Cost   int // tokens that a request takes
	Per    LimitKey
	Of     string // the name of the header or of the function

	XHeaders     bool // X-RateLimit-Limit, -Remaining and -Reset
	DraftHeaders bool // RateLimit and RateLimit-Policy

	Faults []Fault
}

// Edit returns a changed copy of l.
func (l *Limit) Edit(change func(*Limit)) *Limit {
	c := *l
	c.Faults = slices.Clip(c.Faults)
	change(&c)
	return &c
}

// Requests returns how many requests a window admits.
func (l *Limit) Requests() int { return l.N / l.Cost }

// LimitKey is the partition key of a limit.
type LimitKey string

// The partition keys.
const (
	LimitIP       LimitKey = "ip"
	LimitIdentity LimitKey = "identity"
	LimitHeader   LimitKey = "header"
	LimitFunction LimitKey = "function"
)

// AllLimitKeys returns every partition key.
func AllLimitKeys() []LimitKey {
	return []LimitKey{LimitIP, LimitIdentity, LimitHeader, LimitFunction}
}

// The problems of rate limits.
var (
	RateLimited          = BuiltinProblem{429, "rate_limited", "Too many requests; try again later."}
	RateLimitUnavailable = BuiltinProblem{503, "rate_limit_unavailable", "The rate limiter is unavailable; try again later."}
)
