package quota

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// Stamp is the part of headers that is the same for every request.
type Stamp struct {
	name     string
	item     string // the name as a String of RFC 9651
	policy   string // an item of RateLimit-Policy
	limit    int
	x, draft bool
}

// StampOf returns the stamp of a limit.
func StampOf(n *tree.Limit) Stamp {
	s := Stamp{name: n.Name, item: Quoted(n.Name), limit: n.Requests(), x: n.XHeaders, draft: n.DraftHeaders}
	s.policy = s.item + ";q=" + strconv.Itoa(s.limit)
	if n.Window%time.Second == 0 { // the parameter is optional, and in whole seconds
		s.policy += ";w=" + strconv.FormatInt(int64(n.Window/time.Second), 10)
	}
	return s
}

// Quoted returns a String of RFC 9651 §4.1.6.
func Quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// The names of headers, in the form of http.Header.
const (
	xLimit          = "X-Ratelimit-Limit"
	xRemaining      = "X-Ratelimit-Remaining"
	xReset          = "X-Ratelimit-Reset"
	rateLimit       = "Ratelimit"
	rateLimitPolicy = "Ratelimit-Policy"
	retryAfter      = "Retry-After"
)

// Headers sets the headers of all policies that have counted a request so far, each in
// the styles that it declares. Policies whose store is unavailable have no numbers.
func Headers(h http.Header, verdicts []Verdict) {
	var closest *Verdict
	var wait time.Duration
	var space [2][192]byte // enough for a few policies
	policies, limits := space[0][:0], space[1][:0]
	for i := range verdicts {
		v := &verdicts[i]
		wait = max(wait, v.RetryAfter)
		if v.Stamp == nil {
			continue
		}
		if v.Stamp.draft {
			policies = append(separated(policies), v.Stamp.policy...)
			if !v.Unavailable {
				limits = v.appendItem(separated(limits))
			}
		}
		if v.Stamp.x && !v.Unavailable && (closest == nil || v.closer(closest)) {
			closest = v
		}
	}
	if closest != nil {
		values := []string{
			strconv.Itoa(closest.Limit), strconv.Itoa(closest.Remaining), strconv.FormatInt(closest.Reset.Add(time.Second-1).Unix(), 10),
		}
		h[xLimit], h[xRemaining], h[xReset] = values[0:1:1], values[1:2:2], values[2:3:3] // full, so that an Add copies
	}
	if len(policies) > 0 {
		h.Set(rateLimitPolicy, string(policies))
	}
	if len(limits) > 0 {
		h.Set(rateLimit, string(limits))
	}
	if wait > 0 {
		h.Set(retryAfter, strconv.FormatInt(seconds(wait), 10))
	}
}

// closer reports whether v is closer to rejecting than w, or rejects for longer.
func (v *Verdict) closer(w *Verdict) bool {
	switch {
	case v.Admitted != w.Admitted:
		return !v.Admitted
	case v.Remaining != w.Remaining:
		return v.Remaining < w.Remaining
	}
	return v.Reset.After(w.Reset)
}

// appendItem appends the item of RateLimit.
func (v *Verdict) appendItem(b []byte) []byte {
	b = append(append(b, v.Stamp.item...), ";r="...)
	b = strconv.AppendInt(b, int64(v.Remaining), 10)
	return strconv.AppendInt(append(b, ";t="...), seconds(v.Left), 10)
}

func separated(list []byte) []byte {
	if len(list) > 0 {
		list = append(list, ", "...)
	}
	return list
}

// seconds rounds up, so that a client that waits as long is not too early.
func seconds(d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return int64((d-1)/time.Second) + 1
}
