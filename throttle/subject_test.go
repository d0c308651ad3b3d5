package throttle_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/throttle"
)

// The digests are the output of sha256sum in base64 (URL alphabet, no padding).
const (
	sumOfAcme  = "giszrYfBSKCiClunzV68qmjTahjnqtFlVUkD9SyoJ1c"
	sumOfAlice = "K9gGyX8OAK8aH8Myj6djqSaXI8jbj6xPk69x2xhtbpA"
)

func TestSubjects(t *testing.T) {
	base := throttle.PerMinute(1)
	tenant := func(r *http.Request) string { return r.URL.Query().Get("tenant") }
	for _, tt := range []struct {
		name     string
		policy   throttle.Policy
		header   http.Header
		target   string
		identity string
		want     string
	}{
		{"address", base, nil, "/", "alice", "ip|192.0.2.1"},
		{"identity", base.ByIdentity(), nil, "/", "alice", "identity|" + sumOfAlice},
		{"anonymous", base.ByIdentity(), nil, "/", "", "ip|192.0.2.1"},
		{"header", base.ByHeader("x-tenant"), http.Header{"X-Tenant": {"acme"}}, "/", "alice", "header|" + sumOfAcme},
		{"header twice", base.ByHeader("X-Tenant"), http.Header{"X-Tenant": {"acme", "other"}}, "/", "", "header|" + sumOfAcme},
		{"no header", base.ByHeader("X-Tenant"), nil, "/", "alice", "ip|192.0.2.1"},
		{"an empty header", base.ByHeader("X-Tenant"), http.Header{"X-Tenant": {""}}, "/", "", "ip|192.0.2.1"},
		{"function", base.By("tenant", tenant), nil, "/?tenant=acme", "alice", "function|" + sumOfAcme},
		{"function without a result", base.By("tenant", tenant), nil, "/", "alice", "ip|192.0.2.1"},
		{"the last one counts", base.By("tenant", tenant).ByIdentity().ByHeader("X-Tenant").ByIP(), http.Header{"X-Tenant": {"acme"}}, "/?tenant=acme", "alice", "ip|192.0.2.1"},
	} {
		r, err := http.NewRequest("GET", tt.target, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.RemoteAddr = "192.0.2.1:1000"
		if tt.header != nil {
			r.Header = tt.header
		}
		if got := keyOf(t, tt.policy, r, tt.identity); got != tt.want {
			t.Errorf("%s: the key is %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestValuesDifferByTheirFirst4KiB(t *testing.T) {
	p := throttle.PerMinute(1).ByIdentity()
	same, last := strings.Repeat("a", 4096), strings.Repeat("a", 4095)
	if keyOf(t, p, from("192.0.2.1:1"), last+"b") == keyOf(t, p, from("192.0.2.1:1"), same) {
		t.Error("the last of 4096 bytes does not matter")
	}
	if keyOf(t, p, from("192.0.2.1:1"), same+"b") != keyOf(t, p, from("192.0.2.1:1"), same+"c") {
		t.Error("the byte after 4096 matters")
	}
}
