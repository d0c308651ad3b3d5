package authn_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// kinds has a scheme of every kind, and the authentication scheme of its challenges.
var kinds = []struct {
	scheme    authn.Scheme
	challenge string
}{
	{authn.Bearer("bearer", verify), "Bearer"},
	{basic, "Basic"},
	{keyHeader, "ApiKey"},
	{authn.OAuth2("oauth", verify, authn.ClientCredentials("https://example.com/token")), "Bearer"},
	{authn.OpenIDConnect("oidc", "http://127.0.0.1:8080/.well-known/openid-configuration", verify), "Bearer"},
	{certificate, "MutualTLS"},
}

func TestEveryKindOfSchemeIsDescribedAndHasAChallenge(t *testing.T) {
	var seen []tree.SchemeKind
	for _, k := range kinds {
		s := auth.SchemeOf(k.scheme)
		n := s.Node()
		seen = append(seen, n.Kind)
		if len(n.Faults) > 0 || !n.At.Known() || n.Name != k.scheme.Name() || n.Type().Name == "" || n.Type().OpenAPI == "" {
			t.Errorf("%s: %+v, %v", n.Name, n.Type(), n.Faults)
		}
		got, _, _ := strings.Cut(s.Challenge(tree.ChallengeParams{Refusal: tree.Unauthenticated}), " ")
		if got != k.challenge {
			t.Errorf("%s: got %q, want %q", n.Name, got, k.challenge)
		}
	}
	if all := tree.AllSchemeKinds(); !slices.Equal(seen, all) {
		t.Errorf("there are the kinds %v, and schemes of the kinds %v", all, seen)
	}
}
