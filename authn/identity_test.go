package authn_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/authn"
)

func TestTheZeroIdentityIsAnonymous(t *testing.T) {
	for name, anonymous := range map[string]authn.Identity{
		"zero":          {},
		"of no subject": authn.New("").Scopes("a").Roles("r").Permissions("p").Issuer("i"),
		"of no context": authn.FromContext(context.Background()),
	} {
		switch {
		case !anonymous.Anonymous(), anonymous.Key() != "", anonymous.Subject() != "", anonymous.SchemeName() != "", anonymous.String() != "anonymous":
			t.Errorf("%s: it is somebody", name)
		case anonymous.Has("a"), anonymous.HasAny("a"), anonymous.HasAll("a"), anonymous.HasRole("r"), anonymous.HasPermission("p"):
			t.Errorf("%s: it may do something", name)
		}
		if _, ok := anonymous.ByScheme(""); ok {
			t.Errorf("%s: a scheme proved it", name)
		}
	}
}

func TestAnIdentityKnowsWhatItWasGiven(t *testing.T) {
	who := authn.New("ann").Issuer("https://id.example.com").Scheme("bearer").
		Scopes("a", "b").Roles("r").Permissions("p", "q").Claims([]byte(`{"x":1}`))
	got := fmt.Sprintf("%s %s %s %v %v %v %s %t %v", who.Subject(), who.IssuerName(), who.SchemeName(), who.ScopeList(), who.RoleList(),
		who.PermissionList(), who.ClaimsJSON(), who.Anonymous(), who)
	if want := `ann https://id.example.com bearer [a b] [r] [p q] {"x":1} false ann`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"has a", who.Has("a"), true},
		{"has c", who.Has("c"), false},
		{"has all of a, b", who.HasAll("a", "b"), true},
		{"has all of a, c", who.HasAll("a", "c"), false},
		{"has all of nothing", who.HasAll(), true},
		{"has any of c, b", who.HasAny("c", "b"), true},
		{"has any of c", who.HasAny("c"), false},
		{"has any of nothing", who.HasAny(), false},
		{"has role r", who.HasRole("r"), true},
		{"has role a", who.HasRole("a"), false},
		{"has permission q", who.HasPermission("q"), true},
		{"has permission r", who.HasPermission("r"), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v", c.name, c.got)
		}
	}
	if from := authn.FromContext(authn.NewContext(t.Context(), who)); from.Key() != who.Key() || from.Subject() != "ann" {
		t.Errorf("the context has %v", from)
	}
}

// No method changes an identity, and nor do its arguments and results.
func TestAnIdentityNeverChanges(t *testing.T) {
	scopes, claims := []string{"a", "b"}, []byte(`{"x":1}`)
	who := authn.New("ann").Scopes(scopes...).Claims(claims)
	scopes[0], claims[2] = "z", 'z'
	who.ScopeList()[0] = "y"
	who.ClaimsJSON()[2] = 'y'
	other := who.Scopes("c").Issuer("i").Roles("r")
	if fmt.Sprint(who.ScopeList()) != "[a b]" || string(who.ClaimsJSON()) != `{"x":1}` || who.IssuerName() != "" || who.HasRole("r") {
		t.Errorf("it has changed: %v %s", who.ScopeList(), who.ClaimsJSON())
	}
	if fmt.Sprint(other.ScopeList()) != "[c]" || other.Key() == who.Key() {
		t.Errorf("the copy has not: %v", other.ScopeList())
	}
}

func TestKeysOfDifferentIdentitiesDiffer(t *testing.T) {
	seen := map[string]string{"": "an anonymous caller"}
	for _, c := range []struct{ issuer, subject string }{
		{"", "a"}, {"a", "a"}, {"a", "b"}, {"ab", "c"}, {"a", "bc"}, {"", "1:a"}, {"", "a:b"}, {"a", ":b"}, {"a:", "b"},
		{"1", ":a"}, {"", "0:a"}, {"", "a\x00b"}, {"a\x00", "b"}, {strings.Repeat("i", 10), "a"}, {"i", strings.Repeat("i", 9) + "a"},
	} {
		key := authn.New(c.subject).Issuer(c.issuer).Key()
		if former, ok := seen[key]; ok {
			t.Errorf("%q and %s have the key %q", c, former, key)
		}
		seen[key] = fmt.Sprintf("%q", c)
		if again := authn.New(c.subject).Scopes("x").Issuer(c.issuer).Scheme("s").Key(); again != key {
			t.Errorf("%q has the keys %q and %q", c, key, again)
		}
	}
}

func TestLogsHaveNoClaims(t *testing.T) {
	var b strings.Builder
	who := authn.New("ann").Issuer("i").Scheme("s").Claims([]byte(`{"phone":"555"}`))
	for _, h := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
		slog.New(h).Info("x", "who", who)
	}
	fmt.Fprintf(&b, "%v %+v %s", who, who, who)
	if strings.Contains(b.String(), "555") || strings.Count(b.String(), "ann") != 5 {
		t.Error(b.String())
	}
}
