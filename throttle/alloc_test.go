package throttle_test

import (
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
	"github.com/tenon-go/tenon/tree"
)

func TestTakingAllocatesOnlyTheKey(t *testing.T) {
	plain := from("192.0.2.1:1000")
	through := from("10.0.0.7:1000")
	through.Header.Set("X-Forwarded-For", "198.51.100.9, 192.0.2.1, 10.9.9.9")
	through.Header.Set("Forwarded", `for=198.51.100.9, for="[2001:db8::1]:99";proto=https, for=10.9.9.9`)
	through.Header.Set("X-Api-Key", "a secret of some length")
	p := throttle.PerDay(math.MaxInt32)
	// Without inlining, as with -gcflags=all=-l, the parts of the digest are on the heap.
	notInlined := allocs.Least(func() {
		var head [1]byte
		sum := sha256.Sum256(head[:copy(head[:], "a")])
		base64.RawURLEncoding.AppendEncode(nil, sum[:])
	}) - 1
	for _, tt := range []struct {
		name   string
		policy throttle.Policy
		r      *http.Request
	}{
		{"by IPv4", p, plain},
		{"by IPv6", p, from("[2001:db8:1:2:3:4:5:6]:1000")},
		{"behind proxies", p.TrustedProxies("10.0.0.0/8"), through},
		{"behind proxies, Forwarded", p.TrustedProxies("10.0.0.0/8").Forwarded(), through},
		{"by header", p.ByHeader("X-Api-Key"), through},
		{"by identity", p.ByIdentity(), plain},
		{"refused, with a spare", throttle.PerDay(1).Burst(1), plain},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := open(t, tt.policy)
			bar := 1
			if quota.PolicyOf(tt.policy).Node().Burst > 0 {
				bar = 2 // the burst has a key of its own
			}
			switch quota.PolicyOf(tt.policy).Node().Per {
			case tree.LimitHeader, tree.LimitIdentity:
				bar += notInlined
			}
			l.Take(tt.r, "alice")
			got := allocs.Least(func() { l.Take(tt.r, "alice") })
			t.Logf("%d allocations, the bar is %d", got, bar)
			if got > bar {
				t.Errorf("%d allocations are more than %d", got, bar)
			}
		})
	}
}

func TestHeadersAllocateTheirValues(t *testing.T) {
	v := open(t, throttle.PerDay(1000).Headers(throttle.XRateLimit, throttle.Draft11)).Take(from("192.0.2.1:1"), "")
	verdicts := []quota.Verdict{v}
	h := http.Header{}
	quota.Headers(h, verdicts)
	// A slice and a string for each of five headers; "0" to "99" would need no string.
	const bar = 10
	if got := allocs.Least(func() { quota.Headers(h, verdicts) }); got > bar {
		t.Errorf("%d allocations are more than %d", got, bar)
	}
}

func BenchmarkTake(b *testing.B) {
	l, err := quota.PolicyOf(throttle.PerDay(math.MaxInt32)).Open("", nil)
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	b.ReportAllocs()
	r := from("192.0.2.1:1000")
	for b.Loop() {
		l.Take(r, "")
	}
}
