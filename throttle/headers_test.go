package throttle_test

import (
	"net/http"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
)

// says is a policy and the response of its store to a request, at 946684800, the second at
// which the clock of a bubble begins.
type says struct {
	policy    throttle.Policy
	remaining uint64
	in        time.Duration // until the reset
	ok        bool
}

func (s says) verdict(t *testing.T) quota.Verdict {
	t.Helper()
	reset := uint64(time.Now().Add(s.in).UnixNano())
	return open(t, s.policy.Store(func(uint64, time.Duration) (limiter.Store, error) {
		return &oddStore{fakeStore: &fakeStore{}, remaining: s.remaining, reset: reset, ok: s.ok}, nil
	})).Take(from("192.0.2.1:1"), "")
}

func TestHeaders(t *testing.T) {
	burst := throttle.PerMinute(100).Name("burst")
	daily := throttle.PerDay(1000).Name("daily")
	for _, tt := range []struct {
		name string
		of   []says
		want http.Header
	}{
		{"none", nil, http.Header{}},
		{"admitted", []says{{burst, 50, 30 * time.Second, true}}, http.Header{
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"50"}, "X-Ratelimit-Reset": {"946684830"}}},
		{"a part of a second is rounded up", []says{{burst, 50, 29*time.Second + 1, true}}, http.Header{
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"50"}, "X-Ratelimit-Reset": {"946684830"}}},
		{"refused", []says{{burst, 0, 30 * time.Second, false}}, http.Header{
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"946684830"}, "Retry-After": {"30"}}},
		{"refused for a part of a second", []says{{burst, 0, 1, false}}, http.Header{
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"946684801"}, "Retry-After": {"1"}}},
		{"refused for a second and a part", []says{{burst, 0, time.Second + 1, false}}, http.Header{
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"946684802"}, "Retry-After": {"2"}}},
		{"the least remaining is told", []says{{daily, 51, time.Hour, true}, {burst, 50, 30 * time.Second, true}}, http.Header{
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"50"}, "X-Ratelimit-Reset": {"946684830"}}},
		{"in either order", []says{{burst, 50, 30 * time.Second, true}, {daily, 51, time.Hour, true}}, http.Header{
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"50"}, "X-Ratelimit-Reset": {"946684830"}}},
		{"of equals the later reset", []says{{burst, 50, 30 * time.Second, true}, {daily, 50, time.Hour, true}}, http.Header{
			"X-Ratelimit-Limit": {"1000"}, "X-Ratelimit-Remaining": {"50"}, "X-Ratelimit-Reset": {"946688400"}}},
		{"a refusal comes first", []says{{burst, 0, 40 * time.Second, true}, {burst, 0, 30 * time.Second, false}}, http.Header{
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"946684830"}, "Retry-After": {"30"}}},
		{"two refusals, the longer wait", []says{{daily, 0, time.Hour, false}, {burst, 0, 30 * time.Second, false}}, http.Header{
			"X-Ratelimit-Limit": {"1000"}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"946688400"}, "Retry-After": {"3600"}}},
		{"draft", []says{{burst.Headers(throttle.Draft11), 50, 29*time.Second + 1, true}}, http.Header{
			"Ratelimit-Policy": {`"burst";q=100;w=60`}, "Ratelimit": {`"burst";r=50;t=30`}}},
		{"draft of two", []says{{burst.Headers(throttle.Draft11), 50, 30 * time.Second, true}, {daily.Headers(throttle.Draft11), 0, time.Hour, false}}, http.Header{
			"Ratelimit-Policy": {`"burst";q=100;w=60, "daily";q=1000;w=86400`}, "Ratelimit": {`"burst";r=50;t=30, "daily";r=0;t=3600`}, "Retry-After": {"3600"}}},
		{"both styles", []says{{burst.Headers(throttle.XRateLimit, throttle.Draft11), 50, 30 * time.Second, true}}, http.Header{
			"Ratelimit-Policy": {`"burst";q=100;w=60`}, "Ratelimit": {`"burst";r=50;t=30`},
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"50"}, "X-Ratelimit-Reset": {"946684830"}}},
		{"each in its style", []says{{burst, 50, 30 * time.Second, true}, {daily.Headers(throttle.Draft11), 7, time.Hour, true}}, http.Header{
			"Ratelimit-Policy": {`"daily";q=1000;w=86400`}, "Ratelimit": {`"daily";r=7;t=3600`},
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"50"}, "X-Ratelimit-Reset": {"946684830"}}},
		{"no style", []says{{burst.Headers(), 50, 30 * time.Second, true}}, http.Header{}},
		{"no style, refused", []says{{burst.Headers(), 0, 30 * time.Second, false}}, http.Header{"Retry-After": {"30"}}},
		{"a name to escape", []says{{burst.Name(`a "b" \c`).Headers(throttle.Draft11), 50, 30 * time.Second, true}}, http.Header{
			"Ratelimit-Policy": {`"a \"b\" \\c";q=100;w=60`}, "Ratelimit": {`"a \"b\" \\c";r=50;t=30`}}},
		{"the name made of numbers", []says{{throttle.PerHour(5).Headers(throttle.Draft11), 4, 30 * time.Second, true}}, http.Header{
			"Ratelimit-Policy": {`"5-per-1h";q=5;w=3600`}, "Ratelimit": {`"5-per-1h";r=4;t=30`}}},
		{"at a cost, requests are told", []says{{throttle.PerHour(100).Cost(30).Headers(throttle.XRateLimit, throttle.Draft11), 2, 30 * time.Second, true}}, http.Header{
			"Ratelimit-Policy": {`"100-per-1h";q=3;w=3600`}, "Ratelimit": {`"100-per-1h";r=2;t=30`},
			"X-Ratelimit-Limit": {"3"}, "X-Ratelimit-Remaining": {"2"}, "X-Ratelimit-Reset": {"946684830"}}},
		{"a window in parts of seconds has no w", []says{{throttle.Per(9, 1500*time.Millisecond).Headers(throttle.Draft11), 2, time.Second, true}}, http.Header{
			"Ratelimit-Policy": {`"9-per-1.5s";q=9`}, "Ratelimit": {`"9-per-1.5s";r=2;t=1`}}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var verdicts []quota.Verdict
			for _, s := range tt.of {
				verdicts = append(verdicts, s.verdict(t))
			}
			h := http.Header{}
			quota.Headers(h, verdicts)
			same(t, tt.name, h, tt.want)
			wellFormed(t, tt.name, h)
		})
	}
}

func same(t *testing.T, name string, got, want http.Header) {
	t.Helper()
	for k := range want {
		if len(got[k]) != 1 || got[k][0] != want[k][0] {
			t.Errorf("%s: %s is %q, want %q", name, k, got[k], want[k])
		}
	}
	for k := range got {
		if want[k] == nil {
			t.Errorf("%s: %s is %q", name, k, got[k])
		}
	}
}

// wellFormed checks that the headers are a List of Strings with Integers as parameters (RFC
// 9651).
func wellFormed(t *testing.T, name string, h http.Header) {
	t.Helper()
	const str = `"(?:[ !#-\[\]-~]|\\["\\])*"`
	for field, params := range map[string]string{
		"Ratelimit-Policy": `;q=\d{1,15}(?:;w=[1-9]\d{0,14})?`, "Ratelimit": `;r=\d{1,15};t=\d{1,15}`,
	} {
		item := str + params
		if v := h.Get(field); v != "" && !regexp.MustCompile(`^`+item+`(?:, `+item+`)*$`).MatchString(v) {
			t.Errorf("%s: %s is %q", name, field, v)
		}
	}
}

func TestHeadersWhileTheStoreIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := throttle.PerMinute(100).Headers(throttle.XRateLimit, throttle.Draft11)
		openly, shut := watch(t, all), watch(t, all.FailClosed())
		openly.store.set(failing)
		shut.store.set(failing)
		shut.trip(t)
		h := http.Header{}
		quota.Headers(h, []quota.Verdict{openly.take()})
		same(t, "open", h, http.Header{
			"Ratelimit-Policy": {`"100-per-1m";q=100;w=60`}, "Ratelimit": {`"100-per-1m";r=99;t=60`},
			"X-Ratelimit-Limit": {"100"}, "X-Ratelimit-Remaining": {"99"}, "X-Ratelimit-Reset": {"946684860"}})
		h = http.Header{}
		quota.Headers(h, []quota.Verdict{shut.take()})
		same(t, "closed", h, http.Header{"Ratelimit-Policy": {`"100-per-1m";q=100;w=60`}, "Retry-After": {"1"}})
	})
}

// The headers of limits before authentication are written first, and again with those after it.
func TestHeadersAreReplacedByThoseOfMorePolicies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := says{throttle.PerMinute(100).Name("a").Headers(throttle.XRateLimit, throttle.Draft11), 50, time.Second, true}.verdict(t)
		second := says{throttle.PerMinute(200).Name("b").Headers(throttle.XRateLimit, throttle.Draft11), 7, time.Second, true}.verdict(t)
		h := http.Header{}
		quota.Headers(h, []quota.Verdict{first})
		quota.Headers(h, []quota.Verdict{first, second})
		same(t, "both", h, http.Header{
			"Ratelimit-Policy": {`"a";q=100;w=60, "b";q=200;w=60`}, "Ratelimit": {`"a";r=50;t=1, "b";r=7;t=1`},
			"X-Ratelimit-Limit": {"200"}, "X-Ratelimit-Remaining": {"7"}, "X-Ratelimit-Reset": {"946684801"}})
	})
}
