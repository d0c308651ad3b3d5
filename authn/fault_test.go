package authn_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

func TestFaultsHaveTheirPosition(t *testing.T) {
	const token, config = "https://id.example.com/token", "https://id.example.com/.well-known/openid-configuration"
	for _, c := range []struct {
		scheme authn.Scheme
		line   int
		want   string
	}{
		{authn.Scheme{}.Realm("x"), here(), "was not created by a constructor"},
		{authn.Bearer("", verify), here(), "the name of a scheme must consist of"},
		{authn.Bearer("my scheme", verify), here(), "the name of a scheme must consist of"},
		{authn.Bearer("b", nil), here(), "the function that checks the credentials is nil"},
		{authn.Basic("b", nil), here(), "is nil"},
		{authn.MutualTLS("b", nil), here(), "is nil"},
		{authn.APIKeyHeader("k", "X-Key", nil), here(), "is nil"},
		{authn.APIKeyHeader("k", "X Key", lookup), here(), "is not the name of a header"},
		{authn.APIKeyHeader("k", "", lookup), here(), "is not the name of a header"},
		{authn.APIKeyHeader("k", "cookie", lookup), here(), "has another purpose"},
		{authn.APIKeyQuery("k", "", lookup), here(), "has no name"},
		{authn.APIKeyCookie("k", "a=b", lookup), here(), "is not the name of a cookie"},
		{authn.APIKeyAuthorization("k", "Token", nil), here(), "is nil"},
		{authn.APIKeyAuthorization("k", "", lookup), here(), "is not the name of an authentication scheme"},
		{authn.APIKeyAuthorization("k", "Token ", lookup), here(), "is not the name of an authentication scheme"},
		{authn.APIKeyAuthorization("k", "bearer", lookup), here(), "use authn.Bearer or authn.Basic"},
		{bearer.Realm(`a"b`), here(), "a realm is printable ASCII"},
		{bearer.Realm(""), here(), "a realm is printable ASCII"},
		{bearer.Service(`a"b`), here(), "a service is printable ASCII"},
		{bearer.Service(""), here(), "a service is printable ASCII"},
		{basic.Service("a"), here(), "needs a scheme of bearer tokens"},
		{basic.Format("JWT"), here(), "needs a scheme of authn.Bearer"},
		{bearer.Claims(), here(), "names no property"},
		{bearer.Claims(nil), here(), "a property is nil"},
		{bearer.Claims(prop.Int("a").Min(3).Max(2)), here(), "Max(2) is below Min(3)"},
		{authn.OpenIDConnect("o", "http://id.example.com", verify), here(), "is http, which only a loopback address may use"},
		{authn.OpenIDConnect("o", "id.example.com", verify), here(), "is not an absolute URL"},
		{authn.OpenIDConnect("o", "ftp://id.example.com", verify), here(), "is not an https URL"},
		{authn.OpenIDConnect("o", "https://a@id.example.com", verify), here(), "has a user in it"},
		{authn.OpenIDConnect("o", "https://id.example.com#a", verify), here(), "has a fragment"},
		{authn.OpenIDConnect("o", config, nil), here(), "is nil"},
		{authn.OAuth2("o", verify), here(), "has no flow"},
		{authn.OAuth2("o", verify, authn.Flow{}), here(), "was not created by a function"},
		{authn.OAuth2("o", verify, authn.ClientCredentials("http://id.example.com/token")), here(), "the token address"},
		{authn.OAuth2("o", verify, authn.AuthorizationCode("", token)), here(), "the authorization address"},
		{authn.OAuth2("o", verify, authn.DeviceAuthorization("x", token)), here(), "the device address"},
		{authn.OAuth2("o", verify, authn.ClientCredentials(token).Refresh("x")), here(), "the refresh address"},
		{authn.OAuth2("o", verify, authn.ClientCredentials(token).Scope("a b", "")), here(), "the scope"},
		{authn.OAuth2("o", verify, authn.ClientCredentials(token).Scope("a", "").Scope("a", "")), here(), "two scopes"},
		{authn.OAuth2("o", verify, authn.ClientCredentials(token), authn.ClientCredentials(token)), here(), "two flows"},
	} {
		faults := auth.SchemeOf(c.scheme).Node().Faults
		i := slices.IndexFunc(faults, func(f tree.Fault) bool { return strings.Contains(f.Message, c.want) })
		if i < 0 {
			t.Errorf("line %d: %v do not say %s", c.line, faults, c.want)
			continue
		}
		if file, line := faults[i].At.FileLine(); line != c.line || !strings.HasSuffix(file, "fault_test.go") {
			t.Errorf("%s is at %s:%d, not at line %d", faults[i].Message, file, line, c.line)
		}
	}
}

func TestFaultsOfRequirements(t *testing.T) {
	tenant := prop.String("tenant")
	a, b, c := granting("a", as).Claims(tenant), granting("b", as), granting("c", as).Claims(tenant)
	var many []authn.Requirement
	for range 6 {
		many = append(many, authn.AnyOf(granting("a", as), granting("b", as)))
	}
	for _, c := range []struct {
		req  authn.Requirement
		line int
		want string
	}{
		{authn.AnyOf(), here(), "AnyOf requires nothing"},
		{authn.AllOf(), here(), "AllOf requires nothing"},
		{authn.AnyOf(bearer, nil), here(), "AnyOf has a nil requirement"},
		{authn.AllOf(authn.AnyOf(nil), bearer), here(), "AnyOf has a nil requirement"},
		{authn.AllOf(many...), here(), "more than 32 alternatives"},
		{authn.AllOf(a, b, c), here(), `the schemes "a" and "c" of AllOf both declare the claim "tenant"`},
		{authn.AnyOf(b, authn.AllOf(c, authn.AnyOf(b, a))), here(), `the schemes "c" and "a" of AllOf both declare the claim "tenant"`},
	} {
		faults := auth.RequirementOf(c.req).Faults()
		if len(faults) != 1 || !strings.Contains(faults[0].Message, c.want) {
			t.Errorf("line %d: %v do not say %s", c.line, faults, c.want)
			continue
		}
		if _, line := faults[0].At.FileLine(); line != c.line {
			t.Errorf("%s is at line %d, not at %d", c.want, line, c.line)
		}
		if who, refusal := check(c.req, request("")); refusal == nil {
			t.Errorf("%s: %v is let in", c.want, who)
		}
	}
}

func here() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

func TestNodesDescribeTheirScheme(t *testing.T) {
	tenant := prop.String("tenant")
	flow := authn.AuthorizationCode("https://id.example.com/a", "https://id.example.com/t").Refresh("https://id.example.com/r").Scope("s", "Do it")
	for _, s := range []authn.Scheme{
		bearer.Format("JWT").Realm("shop").Describe("A *token*.").Claims(tenant),
		keyQuery, keyCookie,
		authn.OAuth2("oauth", verify, flow, authn.DeviceAuthorization("https://id.example.com/d", "https://id.example.com/t")),
	} {
		n := auth.SchemeOf(s).Node()
		if len(n.Faults) > 0 || !n.At.Known() || n.Name != s.Name() {
			t.Errorf("%s: %v", n.Name, n.Faults)
		}
		switch n.Name {
		case "bearer":
			if n.Format != "JWT" || n.Realm != "shop" || n.Doc != "A *token*." || len(n.Claims) != 1 || !n.Type().Bearer {
				t.Errorf("%+v", n)
			}
		case "oauth":
			f := n.Flows[0]
			if len(n.Flows) != 2 || f.AuthURL != "https://id.example.com/a" || f.Refresh != "https://id.example.com/r" || f.Scopes[0] != (tree.Scope{Name: "s", Doc: "Do it"}) {
				t.Errorf("%+v", n.Flows)
			}
		}
	}
	const at = "https://id.example.com/t"
	every := auth.SchemeOf(authn.OAuth2("every", verify, authn.AuthorizationCode(at, at), authn.ClientCredentials(at), authn.DeviceAuthorization(at, at))).Node()
	for _, k := range tree.AllFlowKinds() {
		if !slices.ContainsFunc(every.Flows, func(f tree.Flow) bool { return f.Kind == k }) || len(every.Faults) > 0 {
			t.Errorf("no flow is of kind %d: %v", k, every.Faults)
		}
	}
	if n := auth.SchemeOf(keyHeader).Node(); n.In != tree.InHeader || n.Param != "X-API-Key" {
		t.Errorf("the key is in %s %s", n.In, n.Param)
	}
	if n := auth.SchemeOf(bearer).Node(); n.Format != "" || n.Realm != "api" || len(n.Claims) != 0 {
		t.Error("a derived scheme has changed the one it comes from")
	}
	base := authn.ClientCredentials("https://id.example.com/t").Scope("a", "")
	one, two := base.Scope("b", ""), base.Scope("c", "")
	first := auth.SchemeOf(authn.OAuth2("o", verify, one)).Node().Flows[0].Scopes
	second := auth.SchemeOf(authn.OAuth2("o", verify, two)).Node().Flows[0].Scopes
	if first[1].Name != "b" || second[1].Name != "c" {
		t.Errorf("two flows share their scopes: %v %v", first, second)
	}
}
