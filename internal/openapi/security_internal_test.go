package openapi

import (
	"slices"
	"testing"

	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/internal/auth"
)

func TestSetsOfScopesThatSuffice(t *testing.T) {
	access := auth.Rule(authz.Scopes("a").And(authz.AnyScope("b", "c"), authz.Roles("r"), authz.AnyScope("a", "d"))).Node()
	want := [][]string{{"a", "b"}, {"a", "b", "d"}, {"a", "c"}, {"a", "c", "d"}}
	if got := scopeSets(access); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}
