package throttle_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
	"github.com/tenon-go/tenon/tree"
)

// Each partition key has a subject: a new one must not silently count by address.
func TestEveryPartitionKeyHasASubject(t *testing.T) {
	r := from("192.0.2.1:1")
	r.Header.Set("X-Tenant", "acme")
	base := throttle.PerMinute(1)
	var keys []tree.LimitKey
	for _, p := range []throttle.Policy{base, base.ByIdentity(), base.ByHeader("X-Tenant"), base.By("tenant", func(*http.Request) string { return "acme" })} {
		per := quota.PolicyOf(p).Node().Per
		keys = append(keys, per)
		if got := keyOf(t, p, r, "ann"); !strings.HasPrefix(got, string(per)+"|") {
			t.Errorf("%s: the key is %s", per, got)
		}
	}
	all := tree.AllLimitKeys()
	slices.Sort(keys)
	slices.Sort(all)
	if !slices.Equal(keys, all) {
		t.Errorf("there are %v, of which %v are known", all, keys)
	}
}
