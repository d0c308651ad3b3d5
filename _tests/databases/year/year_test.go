package year

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// A year of three servers. A seed has one history.
func TestYear(t *testing.T) {
	const seed = 1
	digests := make([]string, 2)
	t.Run("group", func(t *testing.T) {
		for i, name := range []string{"first", "again"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				begin := time.Now()
				r := Simulate(t, seed, 365, nil)
				for _, f := range r.Failures {
					t.Error(f)
				}
				t.Logf("seed %d: %.0f days in %s, %d requests, %d crashes, history %s", seed, r.Passed.Hours()/24,
					time.Since(begin).Round(time.Second), r.Requests, r.Crashes, r.Digest)
				for _, kind := range slices.Sorted(maps.Keys(r.Kinds)) {
					t.Logf("%7d %s", r.Kinds[kind], kind)
				}
				for _, kind := range needed {
					if r.Kinds[kind] == 0 {
						t.Errorf("no request has %s", kind)
					}
				}
				digests[i] = r.Digest
			})
		}
	})
	if a, b := digests[0], digests[1]; a != "" && b != "" && a != b { // "": -run selects one
		t.Errorf("the seed %d has the histories %s and %s", seed, a, b)
	}
}

// needed are responses without which a year shows little.
var needed = strings.Split(`GET /burst 429
GET /entries 200
GET /entries 422
GET /events 200
GET /me 401
GET /minute 429
GET /news 304
GET /shared 429
GET /slow 503
GET /who 401
GET /who 503
POST /payments 200 lost
POST /payments 201 lost
POST /payments 201 replayed
POST /payments 409
POST /reports 201 lost
POST /reports 201 replayed`, "\n")

// Other seeds have other histories.
func TestOtherSeeds(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(8) {
		r := Simulate(t, 100+seed, 10, nil)
		for _, f := range r.Failures {
			t.Errorf("seed %d: %s", 100+seed, f)
		}
		seen[r.Digest] = true
	}
	if len(seen) < 8 {
		t.Errorf("8 seeds have %d histories", len(seen))
	}
}
