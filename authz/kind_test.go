package authz_test

import (
	"context"
	"slices"
	"testing"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// Each kind of grant is met by who has it, and by nobody else.
func TestEveryKindOfGrantDecides(t *testing.T) {
	var kinds []tree.GrantKind
	for _, rule := range []authz.Rule{
		authz.Scopes("read"), authz.Roles("owner"), authz.Permissions("refund"),
		authz.Policy("yes", func(_ context.Context, i authn.Identity) bool { return i.Subject() == "ann" }),
	} {
		kind := auth.Rule(rule).Node().Clauses[0].Any[0].Kind
		kinds = append(kinds, kind)
		if _, ok := auth.Rule(rule).Check(context.Background(), auth.Identity(who), nil); !ok {
			t.Errorf("%s: not met by who has it", kind)
		}
		if _, ok := auth.Rule(rule).Check(context.Background(), auth.Identity(authn.New("bob")), nil); ok {
			t.Errorf("%s: met by who has nothing", kind)
		}
	}
	all := tree.AllGrantKinds()
	slices.Sort(kinds)
	slices.Sort(all)
	if !slices.Equal(kinds, all) {
		t.Errorf("there are the kinds %v, of which %v are known", all, kinds)
	}
}
