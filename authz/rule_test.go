package authz_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

var who = authn.New("ann").Scopes("read", "write").Roles("owner").Permissions("refund")

func TestRules(t *testing.T) {
	yes := authz.Policy("yes", func(context.Context, authn.Identity) bool { return true })
	no := authz.Policy("no", func(context.Context, authn.Identity) bool { return false })
	for _, tt := range []struct {
		name  string
		rule  authz.Rule
		who   authn.Identity
		ok    bool
		lacks string
	}{
		{"nothing", authz.Rule{}, authn.Identity{}, true, ""},
		{"every scope", authz.Scopes("read", "write"), who, true, ""},
		{"one scope is missing", authz.Scopes("read", "admin", "audit"), who, false, "admin audit"},
		{"one of the scopes", authz.AnyScope("admin", "write"), who, true, ""},
		{"none of the scopes", authz.AnyScope("admin", "audit"), who, false, "admin"},
		{"a scope that only begins alike", authz.Scopes("rea"), who, false, "rea"},
		{"a role", authz.Roles("owner"), who, true, ""},
		{"a role is no scope", authz.Roles("read"), who, false, ""},
		{"one of the roles", authz.AnyRole("support", "owner"), who, true, ""},
		{"a permission", authz.Permissions("refund"), who, true, ""},
		{"one of the permissions", authz.AnyPermission("ban", "kick"), who, false, ""},
		{"a policy that allows", yes, who, true, ""},
		{"a policy that does not", no, who, false, ""},
		{"a guest and a policy that allows everybody", yes, authn.Identity{}, false, ""},
		{"a guest", authz.Scopes("read"), authn.Identity{}, false, "read"},
		{"all of several", authz.Scopes("read").And(yes, authz.Roles("owner")), who, true, ""},
		{"one of several fails", authz.Scopes("read").And(no, authz.Scopes("admin")), who, false, "admin"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lacks, ok := auth.Rule(tt.rule).Check(t.Context(), auth.Identity(tt.who), nil)
			if got := strings.Join(lacks, " "); ok != tt.ok || got != tt.lacks {
				t.Errorf("got %v, lacks %q; want %v, %q", ok, got, tt.ok, tt.lacks)
			}
		})
	}
}

func TestThereIsARuleForEveryKindOfGrant(t *testing.T) {
	all := auth.Rule(authz.Scopes("a").And(authz.Roles("b"), authz.Permissions("c"),
		authz.Policy("d", func(context.Context, authn.Identity) bool { return true }))).Node()
	for _, k := range tree.AllGrantKinds() {
		if !slices.ContainsFunc(all.Clauses, func(c tree.Clause) bool { return c.Any[0].Kind == k }) {
			t.Errorf("no rule is about a %s", k)
		}
	}
}

func TestCheckAllocatesNothingForThoseWhoMay(t *testing.T) {
	rule := authz.Scopes("read", "write").And(authz.AnyRole("support", "owner"))
	ctx := t.Context()
	if n := allocs.Least(func() { auth.Rule(rule).Check(ctx, auth.Identity(who), nil) }); n > 0 {
		t.Errorf("%d allocations", n)
	}
}

func TestRulesDeriveWithoutSharing(t *testing.T) {
	base := authz.Scopes("a").And(authz.Scopes("b"), authz.Scopes("c"))
	x, y := base.And(authz.Scopes("x")), base.And(authz.Scopes("y"))
	if got := auth.Rule(x).Node().Clauses[3].Any[0].Name + auth.Rule(y).Node().Clauses[3].Any[0].Name; got != "xy" {
		t.Errorf("got %s", got)
	}
}

func TestMistakesAreFaults(t *testing.T) {
	for _, tt := range []struct {
		rule authz.Rule
		want string
	}{
		{authz.Scopes(), "Scopes names nothing"},
		{authz.AnyRole(), "AnyRole names nothing"},
		{authz.Scopes("a b"), `Scopes("a b"): a scope is printable ASCII without spaces, " and \`},
		{authz.AnyPermission("ok", ""), `AnyPermission(""): a permission is printable ASCII without spaces, " and \`},
		{authz.Policy("", nil), "Policy needs a name"},
		{authz.Policy("p", nil), `Policy("p"): the function is nil`},
	} {
		faults := auth.Rule(tt.rule).Node().Faults
		if len(faults) != 1 || faults[0].Message != tt.want || !strings.HasPrefix(faults[0].At.String(), "rule_test.go:") {
			t.Errorf("got %v, want %s", faults, tt.want)
		}
	}
}
