package authn_test

import (
	"context"
	"crypto/x509"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/ir"
)

// Each kind of scheme has a challenge of its own: a new one must not be told as
// another.
func TestEveryKindOfSchemeHasAChallenge(t *testing.T) {
	token := func(context.Context, string) (authn.Identity, error) { return authn.Identity{}, nil }
	secret := func(context.Context, authn.Secret) (authn.Identity, error) { return authn.Identity{}, nil }
	want := map[ir.SchemeKind]string{
		ir.HTTPBearer: "Bearer", ir.OAuth2: "Bearer", ir.OpenIDConnect: "Bearer",
		ir.HTTPBasic: "Basic", ir.APIKey: "ApiKey", ir.MutualTLS: "MutualTLS",
	}
	var kinds []ir.SchemeKind
	for _, s := range []authn.Scheme{
		authn.Bearer("a", token), authn.OAuth2("b", token, authn.ClientCredentials("https://example.com/token")),
		authn.OpenIDConnect("c", "https://example.com/.well-known/openid-configuration", token),
		authn.Basic("d", func(context.Context, string, authn.Secret) (authn.Identity, error) { return authn.Identity{}, nil }),
		authn.APIKeyHeader("e", "X-Api-Key", secret),
		authn.MutualTLS("f", func(context.Context, []*x509.Certificate) (authn.Identity, error) { return authn.Identity{}, nil }),
	} {
		kind := auth.SchemeOf(s).Node().Kind
		kinds = append(kinds, kind)
		got, _, _ := strings.Cut(auth.SchemeOf(s).Challenge(ir.ChallengeParams{Refusal: ir.Unauthenticated}), " ")
		if got != want[kind] || got == "" {
			t.Errorf("kind %d: got %q, want %q", kind, got, want[kind])
		}
	}
	slices.Sort(kinds)
	if all := ir.AllSchemeKinds(); !slices.Equal(kinds, all) {
		t.Errorf("there are the kinds %v, of which %v are known", all, kinds)
	}
}
