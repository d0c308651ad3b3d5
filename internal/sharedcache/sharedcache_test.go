package sharedcache_test

import (
	"net/http"
	"testing"

	"github.com/tenon-go/tenon/internal/sharedcache"
)

func TestStores(t *testing.T) {
	for _, test := range []struct {
		authorization, control string
		status                 int
		want                   bool
	}{
		{"", "", 200, true},
		{"", "", 404, true},
		{"", "", 401, false},
		{"", "max-age=60", 401, true},
		{"", "Private, max-age=60", 200, false},
		{"", "no-store", 200, false},
		{"", "no-cache", 200, false},
		{"", "max-age=0", 200, false},
		{"", "max-age=0, s-maxage=60", 200, true},
		{"Bearer ann", "", 200, false},
		{"Bearer ann", "max-age=60", 200, false},
		{"Bearer ann", "public", 200, true},
		{"Bearer ann", "must-revalidate", 200, true},
	} {
		request, response := http.Header{}, http.Header{}
		if test.authorization != "" {
			request.Set("Authorization", test.authorization)
		}
		if test.control != "" {
			response.Set("Cache-Control", test.control)
		}
		if got := sharedcache.Stores(request, test.status, response); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}

func TestSelects(t *testing.T) {
	ann, bob := http.Header{"Cookie": {"s=ann"}, "Accept": {"a"}}, http.Header{"Cookie": {"s=bob"}, "Accept": {"a"}}
	for vary, want := range map[string]bool{"": true, "Accept": true, "Accept, Cookie": false, "*": false} {
		if got := sharedcache.Selects(ann, http.Header{"Vary": {vary}}, bob); got != want {
			t.Errorf("Vary: %s: %t", vary, got)
		}
	}
}
