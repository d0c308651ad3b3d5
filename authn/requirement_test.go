package authn_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/prop"
)

// granting is a scheme for keys in a header of its own name.
func granting(name string, grant func(authn.Identity) authn.Identity) authn.Scheme {
	return authn.APIKeyHeader(name, "X-"+name, func(_ context.Context, s authn.Secret) (authn.Identity, error) {
		who, err := verdict(s.Reveal())
		if err == nil {
			who = grant(who.Issuer(name))
		}
		return who, err
	})
}

func as(who authn.Identity) authn.Identity { return who }

func TestRequirementsAreAlternativesOfCombinations(t *testing.T) {
	a, b, c, d := granting("a", as), granting("b", as), granting("c", as), granting("d", as)
	for _, row := range []struct {
		name string
		req  authn.Requirement
		want string
	}{
		{"a scheme", a, "a"},
		{"any of one", authn.AnyOf(a), "a"},
		{"any", authn.AnyOf(a, b, c), "a | b | c"},
		{"all", authn.AllOf(a, b), "a+b"},
		{"any of all", authn.AnyOf(authn.AllOf(a, b), c), "a+b | c"},
		{"all of any", authn.AllOf(authn.AnyOf(a, b), authn.AnyOf(c, d)), "a+c | a+d | b+c | b+d"},
		{"all of all", authn.AllOf(authn.AllOf(a, b), authn.AllOf(b, c)), "a+b+c"},
		{"any of any", authn.AnyOf(authn.AnyOf(a, b), authn.AnyOf(c, a)), "a | b | c | a"},
	} {
		var all []string
		for _, combination := range auth.RequirementOf(row.req).Combinations() {
			var names []string
			for _, s := range combination {
				names = append(names, s.Node().Name)
			}
			all = append(all, strings.Join(names, "+"))
		}
		if got := strings.Join(all, " | "); got != row.want {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
		if faults := auth.RequirementOf(row.req).Faults(); len(faults) != 0 {
			t.Errorf("%s: %v", row.name, faults)
		}
	}
}

func TestAlternativesAreTriedInOrder(t *testing.T) {
	a, b, c := granting("a", as), granting("b", as), granting("c", as)
	or := authn.AnyOf(a, b)
	and := authn.AnyOf(authn.AllOf(a, b), c)
	only := auth.RequirementOf(a).Among([]*auth.Scheme{auth.SchemeOf(c), auth.SchemeOf(a), auth.SchemeOf(b), auth.SchemeOf(c)})
	for _, row := range []struct {
		req   authn.Requirement
		lines string
		want  string // the subject, or the code; then on a public route
	}{
		{or, "", "unauthenticated anonymous"},
		{or, "X-a: good", "good@a good@a"},
		{or, "X-b: good", "good@b good@b"},
		{or, "X-a: good1,X-b: good2", "good1@a good1@a"},
		{or, "X-a: bad", "invalid_credentials invalid_credentials"},
		{or, "X-a: bad,X-b: good", "invalid_credentials invalid_credentials"},
		{or, "X-a: good,X-b: bad", "invalid_credentials invalid_credentials"},
		{or, "X-a: bad,X-b: down", "authentication_unavailable authentication_unavailable"},
		{or, "X-a: down,X-b: good", "authentication_unavailable authentication_unavailable"},
		{or, "X-a: good,X-b: down", "authentication_unavailable authentication_unavailable"},
		{or, "X-a: good,X-b: broken", "internal_error internal_error"},
		{or, "X-a: good,X-b: good,X-b: good", "malformed_credentials malformed_credentials"},
		{or, "X-a: down,X-b: bad", "authentication_unavailable authentication_unavailable"},
		{or, "X-a: broken,X-b: down", "authentication_unavailable authentication_unavailable"},
		{or, "X-a: broken,X-b: bad", "internal_error internal_error"},
		{or, "X-a: good,X-a: good,X-b: good", "malformed_credentials malformed_credentials"},
		{and, "", "unauthenticated anonymous"},
		{and, "X-a: good1,X-b: good2", "a=good1&b=good2@a=a&b=b a=good1&b=good2@a=a&b=b"},
		{and, "X-a: good", "unauthenticated anonymous"},
		{and, "X-b: good", "unauthenticated anonymous"},
		{and, "X-a: good,X-b: bad", "invalid_credentials invalid_credentials"},
		{and, "X-b: bad", "invalid_credentials invalid_credentials"},
		{and, "X-a: good,X-c: good3", "good3@c good3@c"},
		{and, "X-c: bad", "invalid_credentials invalid_credentials"},
		{and, "X-a: good,X-b: good,X-c: bad", "invalid_credentials invalid_credentials"},
		{and, "X-b: bad,X-c: good", "invalid_credentials invalid_credentials"},
		{only, "X-a: good", "good@a good@a"},
		{only, "X-b: good", "unauthenticated anonymous"},
		{only, "X-a: good,X-b: good", "good@a good@a"},
		{only, "X-a: good,X-b: bad", "invalid_credentials invalid_credentials"},
		{only, "X-a: good,X-c: down", "authentication_unavailable authentication_unavailable"},
		{only, "X-a: good,X-d: bad", "good@a good@a"},
	} {
		var lines []string
		if row.lines != "" {
			lines = strings.Split(row.lines, ",")
		}
		ask := func(check func(*http.Request) (authn.Identity, *auth.Failure)) string {
			who, refusal := check(request("", lines...))
			switch {
			case refusal != nil:
				return refusal.Code
			case who.Anonymous():
				return "anonymous"
			}
			return who.Subject() + "@" + who.IssuerName()
		}
		got := ask(func(r *http.Request) (authn.Identity, *auth.Failure) { return check(row.req, r) }) + " " +
			ask(func(r *http.Request) (authn.Identity, *auth.Failure) { return checkOptional(row.req, r) })
		if got != row.want {
			t.Errorf("%s: got %s, want %s", row.lines, got, row.want)
		}
	}
}

func TestEachSchemeIsCheckedOnce(t *testing.T) {
	asked := map[string]int{}
	var all []authn.Requirement
	for i := range 6 { // more than fit without allocating
		name := fmt.Sprint("s", i)
		all = append(all, authn.APIKeyHeader(name, "X-"+name, func(context.Context, authn.Secret) (authn.Identity, error) {
			asked[name]++
			return authn.Identity{}, authn.Invalid("")
		}))
	}
	req := authn.AnyOf(authn.AllOf(all[0], all[1]), authn.AllOf(all[1], all[2]), authn.AnyOf(all...))
	var lines []string
	for i := range all {
		lines = append(lines, fmt.Sprintf("X-s%d: x", i))
	}
	if _, refusal := check(req, request("", lines...)); refusal == nil || refusal.Status != 401 {
		t.Errorf("got %v", refusal)
	}
	if len(asked) != 6 {
		t.Errorf("asked were %v", asked)
	}
	for name, n := range asked {
		if n != 1 {
			t.Errorf("%s was asked %d times", name, n)
		}
	}
}

func TestEachSchemeHasAChallengeOfItsOwn(t *testing.T) {
	req := authn.AnyOf(bearer, basic, keyHeader, keyQuery)
	_, refusal := check(req, request(""))
	if got, want := strings.Join(refusal.Challenges, "\n"), "Bearer realm=\"api\"\nBasic realm=\"api\", charset=\"UTF-8\"\nApiKey realm=\"api\""; got != want {
		t.Errorf("nothing offered: got\n%s, want\n%s", got, want)
	}
	_, refusal = check(req, request("", "Authorization: Bearer bad"))
	if !strings.HasPrefix(refusal.Challenges[0], `Bearer realm="api", error="invalid_token", error_description="It is 'unknown' `) ||
		strings.Contains(refusal.Challenges[1], "error") {
		t.Errorf("a bad token: %q", refusal.Challenges)
	}
	_, refusal = check(req, request("", "X-Api-Key: bad"))
	if refusal.Challenges[0] != `Bearer realm="api"` {
		t.Errorf("a bad key: %q", refusal.Challenges)
	}
}

// The order of the schemes makes no difference. The merged identity has the subjects of all,
// and what all may do.
func TestRequiredIdentitiesAreMerged(t *testing.T) {
	tenant, level := prop.String("tenant").Optional(), prop.Int("level").Optional()
	gateway := granting("gateway", func(who authn.Identity) authn.Identity {
		return who.Scopes("a", "b").Roles("r").Permissions("p", "q").Claims([]byte(`{"tenant":"t","level":9}`))
	}).Claims(tenant)
	user := granting("user", func(who authn.Identity) authn.Identity {
		return who.Scopes("b", "c").Roles().Claims([]byte(`{"tenant":"no","level":3}`))
	}).Claims(level)
	for _, req := range []authn.Requirement{authn.AllOf(gateway, user), authn.AllOf(user, gateway)} {
		who, refusal := check(req, request("", "X-gateway: good1", "X-user: good2"))
		if refusal != nil {
			t.Fatal(refusal)
		}
		got := fmt.Sprintf("%s %s %s %s %q %q %q %s %d %s", who.Subject(), who, who.IssuerName(), who.SchemeName(),
			who.ScopeList(), who.RoleList(), who.PermissionList(), tenant.Get(who), level.Get(who), who.ClaimsJSON())
		const want = `gateway=good1&user=good2 gateway=good1&user=good2 gateway=gateway&user=user gateway+user ["b"] [] ["p" "q"] t 3 `
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if !who.Has("b") || who.Has("a") || who.Has("c") || who.HasRole("r") || !who.HasPermission("p") {
			t.Error("it may do what not all of them may")
		}
		for scheme, subject := range map[string]string{"gateway": "good1", "user": "good2"} {
			if part, ok := who.ByScheme(scheme); !ok || part.Subject() != subject || part.HasAll("a", "b", "c") {
				t.Errorf("%s proved %v", scheme, part)
			}
		}
		for _, scheme := range []string{"other", ""} {
			if _, ok := who.ByScheme(scheme); ok {
				t.Errorf("%q proved it", scheme)
			}
		}
	}
}

// Merged identities that differ in a part, or in the scheme of a part, have different keys; the
// order of the schemes makes no difference.
func TestKeysOfMergedIdentitiesDiffer(t *testing.T) {
	as := func(name string) authn.Scheme { // the identity is "issuer|subject"
		return authn.APIKeyHeader(name, "X-"+name, func(_ context.Context, s authn.Secret) (authn.Identity, error) {
			issuer, subject, _ := strings.Cut(s.Reveal(), "|")
			return authn.New(subject).Issuer(issuer), nil
		})
	}
	a, b, c := as("a"), as("b"), as("c")
	who := func(req authn.Requirement, lines ...string) authn.Identity {
		who, refusal := check(req, request("", lines...))
		if refusal != nil {
			t.Fatal(refusal.Code, lines)
		}
		return who
	}
	ab := authn.AllOf(a, b)
	seen := map[string]int{}
	for i, id := range []authn.Identity{
		who(a, "X-a: |ann"),
		who(a, "X-a: |a=ann&b=bob"),
		who(a, "X-a: a=&b=|a=ann&b=bob"),
		who(ab, "X-a: |ann", "X-b: |bob"),
		who(ab, "X-a: |ann", "X-b: |eve"),
		who(ab, "X-a: |eve", "X-b: |bob"),
		who(ab, "X-a: |bob", "X-b: |ann"),
		who(ab, "X-a: i|ann", "X-b: |bob"),
		who(ab, "X-a: |ann", "X-b: i|bob"),
		who(ab, "X-a: i|ann", "X-b: i|bob"),
		who(ab, "X-a: |ann&b=bob", "X-b: |c"),
		who(ab, "X-a: |ann", "X-b: |bob&b=c"),
		who(ab, "X-a: |n", "X-b: an|bob"),
		who(ab, "X-a: |ann", "X-b: |&1:b3:0:bob"),
		who(authn.AllOf(a, c), "X-a: |ann", "X-c: |bob"),
		who(authn.AllOf(b, c), "X-b: |ann", "X-c: |bob"),
		who(authn.AllOf(ab, c), "X-a: |ann", "X-b: |bob", "X-c: |eve"),
		who(authn.AllOf(ab, c), "X-a: |ann", "X-b: |bob", "X-c: |ann"),
		who(authn.AnyOf(authn.AllOf(a, b), c), "X-c: |bob"),
		who(ab, "X-a: |ann", "X-b: |bob").Issuer("other"),
	} {
		if j, again := seen[id.Key()]; again || id.Key() == "" {
			t.Errorf("%d and %d have the key %q", j, i, id.Key())
		}
		seen[id.Key()] = i
	}
	lines := []string{"X-a: |ann", "X-b: i|bob", "X-c: |eve"}
	want := who(authn.AllOf(a, b, c), lines...)
	for _, req := range []authn.Requirement{
		authn.AllOf(c, b, a), authn.AllOf(authn.AllOf(b, a), c), authn.AllOf(authn.AllOf(c, a), authn.AllOf(a, b)),
		authn.AnyOf(authn.AllOf(authn.AnyOf(c), b, a)), authn.AllOf(authn.AnyOf(authn.AllOf(b, c), a), a, c, b),
	} {
		if got := who(req, lines...); got.Key() != want.Key() || got.Subject() != want.Subject() {
			t.Errorf("got the key %q, want %q", got.Key(), want.Key())
		}
	}
	if got := want.Scopes("x").Scheme("s").Claims([]byte(`{}`)); got.Key() != want.Key() {
		t.Errorf("the key changes with what is no part of it: %q", got.Key())
	}
}

func TestInsufficientScopeIsAChallengeOfTheTokenThatLacksIt(t *testing.T) {
	req := authn.AnyOf(bearer, keyHeader)
	who, _ := check(req, request("", "Authorization: Bearer good"))
	refusal := auth.RequirementOf(req).InsufficientScope(auth.Identity(who), "a", "b")
	if refusal.Status != 403 || refusal.Code != "insufficient_scope" || len(refusal.Challenges) != 1 ||
		refusal.Challenges[0] != `Bearer realm="api", error="insufficient_scope", scope="a b"` {
		t.Errorf("a token: %+v", refusal)
	}
	who, _ = check(req, request("", "X-Api-Key: good"))
	if refusal := auth.RequirementOf(req).InsufficientScope(auth.Identity(who), "a"); refusal.Status != 403 || len(refusal.Challenges) != 0 {
		t.Errorf("a key: %+v", refusal)
	}
	if refusal := auth.RequirementOf(bearer).InsufficientScope(auth.Identity(authn.New("ann").Scheme("bearer"))); len(refusal.Challenges) != 1 {
		t.Errorf("a scheme alone: %+v", refusal)
	}
}

func TestClaimsAreReadWithProperties(t *testing.T) {
	tenant, email, plan := prop.String("tenant").MinLen(2), prop.Email("email").Optional(), prop.Enum("plan", "free", "paid").Default("free")
	claim := func(text string) authn.Scheme {
		return authn.Bearer("bearer", func(context.Context, string) (authn.Identity, error) {
			who := authn.New("ann")
			if text != "" {
				who = who.Claims([]byte(text))
			}
			return who, nil
		}).Claims(tenant, email, plan)
	}
	r := request("", "Authorization: Bearer x")
	who, refusal := check(claim(`{"tenant":"acme","other":[{}],"sub":1}`), r)
	if refusal != nil {
		t.Fatal(refusal)
	}
	if v, ok := tenant.Lookup(who); v != "acme" || !ok {
		t.Errorf("tenant is %q, %v", v, ok)
	}
	if v, ok := email.Lookup(who); v != "" || ok || email.Pointer(who) != nil {
		t.Errorf("email is %q, %v", v, ok)
	}
	if plan.Get(who) != "free" {
		t.Errorf("plan is %q", plan.Get(who))
	}
	for _, text := range []string{``, `{}`, `{"tenant":"a"}`, `{"tenant":1}`, `{"tenant":null}`, `{"tenant":"acme","email":"no"}`,
		`{"tenant":"acme","plan":"gold"}`, `{"tenant":"acme"`, `[]`, `{"tenant":"acme","tenant":"acme"}`} {
		_, refusal := check(claim(text), r)
		if refusal == nil || refusal.Code != "invalid_credentials" || !strings.Contains(refusal.Challenges[0], "A claim is not what it must be.") {
			t.Errorf("%s: %+v", text, refusal)
		}
	}
}

// An anonymous identity and one of another scheme have no claims. To read one is no error,
// because a scheme of the route declares it.
func TestClaimsOfIdentitiesWithoutAnyAreAbsent(t *testing.T) {
	tenant := prop.String("tenant")
	req := authn.AnyOf(bearer.Claims(tenant), keyHeader)
	for name, r := range map[string]*http.Request{"an anonymous caller": request(""), "a key": request("", "X-Api-Key: good")} {
		who, refusal := checkOptional(req, r)
		if refusal != nil {
			t.Fatal(refusal)
		}
		if v, ok := tenant.Lookup(who); v != "" || ok {
			t.Errorf("%s has the tenant %q", name, v)
		}
	}
	defer func() {
		if text := fmt.Sprint(recover()); text != `tenon: property "tenant" is not a claim that the schemes of the route declare` {
			t.Errorf("it says %s", text)
		}
	}()
	who, _ := check(keyHeader, request("", "X-Api-Key: good"))
	tenant.Lookup(who)
}
