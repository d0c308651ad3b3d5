package authn_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// check returns the identity of a request that must be authenticated.
func check(req authn.Requirement, r *http.Request) (authn.Identity, *auth.Failure) {
	identity, failure := auth.RequirementOf(req).Check(r)
	return authn.Identity(identity), failure
}

// checkOptional returns the identity of a request to a public route.
func checkOptional(req authn.Requirement, r *http.Request) (authn.Identity, *auth.Failure) {
	identity, failure := auth.RequirementOf(req).CheckOptional(r)
	return authn.Identity(identity), failure
}

// verdict is a check whose result the credentials name.
func verdict(text string) (authn.Identity, error) {
	switch {
	case strings.HasPrefix(text, "good"):
		return authn.New(text).Issuer("test"), nil
	case text == "down":
		return authn.Identity{}, authn.Unavailable(7*time.Second, errors.New("no answer"))
	case text == "broken":
		return authn.Identity{}, errors.New("a mistake")
	case text == "nobody":
		return authn.Identity{}, nil
	case text == "late":
		return authn.Identity{}, context.DeadlineExceeded
	}
	return authn.Identity{}, authn.Invalid("It is \"unknown\" \\ ünknown\r\nX: y.")
}

func verify(_ context.Context, token string) (authn.Identity, error) { return verdict(token) }

func lookup(_ context.Context, s authn.Secret) (authn.Identity, error) { return verdict(s.Reveal()) }

func password(_ context.Context, user string, s authn.Secret) (authn.Identity, error) {
	if user != "ann" {
		return authn.Identity{}, authn.Invalid("")
	}
	return verdict(s.Reveal())
}

func chain(_ context.Context, certificates []*x509.Certificate) (authn.Identity, error) {
	return verdict(string(certificates[0].Raw))
}

var (
	bearer      = authn.Bearer("bearer", verify)
	keyHeader   = authn.APIKeyHeader("key", "X-API-Key", lookup)
	keyAfter    = authn.APIKeyAuthorization("key", "Token", lookup)
	keyQuery    = authn.APIKeyQuery("key", "api_key", lookup)
	keyCookie   = authn.APIKeyCookie("key", "session", lookup)
	basic       = authn.Basic("basic", password)
	certificate = authn.MutualTLS("mtls", chain)
)

// request returns a request with a target and headers.
func request(target string, lines ...string) *http.Request {
	r := httptest.NewRequest("GET", "/"+target, nil)
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	return r
}

func basicLine(text string) string {
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(text))
}

func TestSchemesFindCredentials(t *testing.T) {
	long := strings.Repeat("x", authn.MaxCredentials+1)
	const (
		none   = "401 unauthenticated"
		bad    = "401 invalid_credentials"
		doubt  = "400 malformed_credentials"
		down   = "503 authentication_unavailable"
		broken = "500 internal_error"
	)
	for _, c := range []struct {
		name   string
		scheme authn.Scheme
		r      *http.Request
		want   string // the subject, or the failure
	}{
		{"a token", bearer, request("", "Authorization: Bearer good"), "good"},
		{"scheme in lower case", bearer, request("", "Authorization: bearer good"), "good"},
		{"scheme in odd case", bearer, request("", "Authorization: bEARER good"), "good"},
		{"two spaces", bearer, request("", "Authorization: Bearer  good"), "good"},
		{"every letter", bearer, request("", "Authorization: Bearer good-._~+/09AZaz=="), "good-._~+/09AZaz=="},
		{"nothing", bearer, request(""), none},
		{"another scheme", bearer, request("", "Authorization: Basic good"), none},
		{"a longer scheme", bearer, request("", "Authorization: BearerX good"), none},
		{"a bare token", bearer, request("", "Authorization: good"), none},
		{"a token in the query only", bearer, request("?access_token=good"), none},
		{"an unknown token", bearer, request("", "Authorization: Bearer bad"), bad},
		{"a token of nobody", bearer, request("", "Authorization: Bearer nobody"), bad},
		{"a token that is too long", bearer, request("", "Authorization: Bearer good"+long), bad},
		{"a check that is down", bearer, request("", "Authorization: Bearer down"), down},
		{"a check that is late", bearer, request("", "Authorization: Bearer late"), down},
		{"a check that is broken", bearer, request("", "Authorization: Bearer broken"), broken},
		{"an empty header", bearer, request("", "Authorization: "), doubt},
		{"no token", bearer, request("", "Authorization: Bearer"), doubt},
		{"a space for a token", bearer, request("", "Authorization: Bearer "), doubt},
		{"a tab", bearer, request("", "Authorization: Bearer\tgood"), doubt},
		{"two tokens", bearer, request("", "Authorization: Bearer good good"), doubt},
		{"tokens with a comma", bearer, request("", "Authorization: Bearer good, Bearer good"), doubt},
		{"a token in quotes", bearer, request("", `Authorization: Bearer "good"`), doubt},
		{"padding alone", bearer, request("", "Authorization: Bearer =="), doubt},
		{"padding inside", bearer, request("", "Authorization: Bearer good=good"), doubt},
		{"not ASCII", bearer, request("", "Authorization: Bearer goöd"), doubt},
		{"a colon in the scheme", bearer, request("", "Authorization: Bearer: good"), doubt},
		{"the header twice", bearer, request("", "Authorization: Bearer good", "Authorization: Bearer good"), doubt},
		{"the header twice, of two schemes", bearer, request("", "Authorization: Bearer good", "Authorization: Basic x"), doubt},
		{"in two places", bearer, request("?access_token=good", "Authorization: Bearer good"), doubt},
		{"in two places, escaped", bearer, request("?access%5Ftoken=good", "Authorization: Bearer good"), doubt},
		{"another query", bearer, request("?access=1&x=access_token", "Authorization: Bearer good"), "good"},

		{"a key", keyHeader, request("", "x-api-key: good"), "good"},
		{"an unknown key", keyHeader, request("", "X-Api-Key: bad"), bad},
		{"an empty key", keyHeader, request("", "X-Api-Key: "), none},
		{"no key", keyHeader, request(""), none},
		{"a key twice", keyHeader, request("", "X-Api-Key: good", "X-Api-Key: good"), doubt},
		{"a key that is too long", keyHeader, request("", "X-Api-Key: good"+long), bad},
		{"a key elsewhere", keyHeader, request("?X-API-Key=good"), none},
		{"a key after a scheme", keyAfter, request("", "Authorization: Token good"), "good"},
		{"a key after a scheme in odd case", keyAfter, request("", "Authorization: tOKEN  good"), "good"},
		{"a key after a scheme, with any characters", keyAfter, request("", `Authorization: Token good="1", b`), `good="1", b`},
		{"an unknown key after a scheme", keyAfter, request("", "Authorization: Token bad"), bad},
		{"a scheme without a key", keyAfter, request("", "Authorization: Token "), doubt},
		{"a key after another scheme", keyAfter, request("", "Authorization: Bearer good"), none},
		{"a key without its scheme", keyAfter, request("", "Authorization: good"), none},
		{"a key after two spaces at the start", keyAfter, request("", "Authorization:  Token good"), doubt},
		{"a key after a scheme twice", keyAfter, request("", "Authorization: Token good", "Authorization: Token good"), doubt},
		{"a key after a scheme that is too long", keyAfter, request("", "Authorization: Token good"+long), bad},

		{"a key in the query", keyQuery, request("?a=b&api_key=good"), "good"},
		{"an escaped key", keyQuery, request("?api_key=g%6Fod"), "good"},
		{"no key in the query", keyQuery, request("?a=b"), none},
		{"an empty key in the query", keyQuery, request("?api_key="), none},
		{"a key twice in the query", keyQuery, request("?api_key=good&api_key=good"), doubt},
		{"a malformed query", keyQuery, request("?api_key=good;x"), doubt},

		{"a cookie", keyCookie, request("", "Cookie: a=b; session=good"), "good"},
		{"another cookie", keyCookie, request("", "Cookie: Session=good"), none},
		{"an empty cookie", keyCookie, request("", "Cookie: session="), none},
		{"a cookie twice", keyCookie, request("", "Cookie: session=good; session=bad"), "good"},
		{"a cookie on two lines", keyCookie, request("", "Cookie: session=good", "Cookie: session=bad"), "good"},
		{"a bad cookie first", keyCookie, request("", "Cookie: session=bad; session=good"), bad},
		{"a quoted cookie", keyCookie, request("", `Cookie: session="good"`), "good"},
		{"a malformed cookie", keyCookie, request("", `Cookie: session={"a":1}`), doubt},
		{"a malformed cookie first", keyCookie, request("", `Cookie: session="good; session=good`), doubt},
		{"a cookie without a value", keyCookie, request("", "Cookie: a=b; session"), doubt},
		{"a cookie that is not ASCII", keyCookie, request("", "Cookie: session=gööd"), doubt},
		{"a cookie among many", keyCookie, request("", "Cookie: "+strings.Repeat("a=b; ", 4000)+"session=good"), "good"},

		{"a password", basic, request("", basicLine("ann:good")), "good"},
		{"a colon in the password", basic, request("", basicLine("ann:good:x")), "good:x"},
		{"UTF-8", basic, request("", basicLine("ann:good ü")), "good ü"},
		{"an empty password", basic, request("", basicLine("ann:")), bad},
		{"another user", basic, request("", basicLine("eve:good")), bad},
		{"no password", basic, request(""), none},
		{"a bearer token", basic, request("", "Authorization: Bearer good"), none},
		{"no colon", basic, request("", basicLine("ann")), doubt},
		{"a control character", basic, request("", basicLine("ann:good\x00")), doubt},
		{"not UTF-8", basic, request("", basicLine("ann:good\xff")), doubt},
		{"no padding", basic, request("", "Authorization: Basic YW5uOmdvb2Q"), doubt},
		{"bits in the padding", basic, request("", "Authorization: Basic YW5uOmdvb2R="), doubt},
		{"no base64", basic, request("", "Authorization: Basic -_"), doubt},
		{"a password that is too long", basic, request("", basicLine("ann:good"+long)), bad},

		{"a certificate", certificate, over(t, "good", true), "good"},
		{"an unknown certificate", certificate, over(t, "bad", true), bad},
		{"a certificate that is not verified", certificate, over(t, "good", false), bad},
		{"no certificate", certificate, over(t, "", false), none},
		{"no TLS", certificate, request(""), none},
	} {
		t.Run(c.name, func(t *testing.T) {
			who, refusal := check(c.scheme, c.r)
			got := who.Subject()
			if refusal != nil {
				got = fmt.Sprint(refusal.Status, " ", refusal.Code)
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if refusal == nil && who.SchemeName() != c.scheme.Name() {
				t.Errorf("scheme %q proved it", who.SchemeName())
			}
			if refusal != nil {
				checkChallenge(t, c.r, refusal)
			}

			// A public route accepts missing credentials, but no invalid ones.
			who, refusal = checkOptional(c.scheme, c.r)
			switch {
			case c.want == none && (refusal != nil || !who.Anonymous()):
				t.Errorf("on a public route: %v", refusal)
			case c.want != none && refusal != nil && fmt.Sprint(refusal.Status, " ", refusal.Code) != c.want:
				t.Errorf("on a public route: %v", refusal)
			case c.want != none && refusal == nil && who.Subject() != c.want:
				t.Errorf("on a public route: %v", who)
			}
		})
	}
}

// checkChallenge checks that a failure has its challenge, and nothing of the credentials.
func checkChallenge(t *testing.T, r *http.Request, refusal *auth.Failure) {
	t.Helper()
	if (refusal.Status < 500) != (len(refusal.Challenges) == 1) {
		t.Errorf("the challenges are %q", refusal.Challenges)
	}
	// Reasons of the library are translated; those of a check are not.
	if why := refusal.Reason; why.Text != "" && !slices.Contains(tree.AllReasons(), why) && !strings.HasPrefix(why.Text, "It is ") {
		t.Errorf("the reason %+v has no translations", why)
	}
	text := fmt.Sprintf("%+v %v", *refusal, refusal.Cause)
	var sent []string
	for _, lines := range r.Header {
		sent = append(sent, lines...)
	}
	sent = append(sent, r.URL.RawQuery)
	for _, s := range sent {
		for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '=' }) {
			if len(part) >= 8 && strings.Contains(text, part) {
				t.Errorf("the refusal repeats %q: %s", part, text)
			}
		}
	}
}

func over(t *testing.T, name string, verified bool) *http.Request {
	t.Helper()
	r := request("")
	r.TLS = &tls.ConnectionState{}
	if name != "" {
		r.TLS.PeerCertificates = []*x509.Certificate{{Raw: []byte(name)}}
	}
	if verified {
		r.TLS.VerifiedChains = [][]*x509.Certificate{r.TLS.PeerCertificates}
	}
	return r
}

func TestChallengesAreThoseOfTheRFC(t *testing.T) {
	oauth := authn.OAuth2("oauth", verify, authn.ClientCredentials("https://id.example.com/token"))
	oidc := authn.OpenIDConnect("oidc", "https://id.example.com/.well-known/openid-configuration", verify)
	for _, c := range []struct {
		scheme authn.Scheme
		denial tree.ChallengeParams
		want   string
	}{
		{bearer, tree.ChallengeParams{Refusal: tree.Unauthenticated}, `Bearer realm="api"`},
		{bearer, tree.ChallengeParams{Refusal: tree.Unauthenticated, Reason: "x"}, `Bearer realm="api"`},
		{bearer.Realm("shop a"), tree.ChallengeParams{Refusal: tree.MalformedCredentials, Reason: "Twice."}, `Bearer realm="shop a", error="invalid_request", error_description="Twice."`},
		{bearer, tree.ChallengeParams{Refusal: tree.InvalidCredentials}, `Bearer realm="api", error="invalid_token"`},
		{bearer, tree.ChallengeParams{Refusal: tree.InvalidCredentials, Reason: "a\"b\\c\r\nü\x7f"}, `Bearer realm="api", error="invalid_token", error_description="a'b'c????"`},
		{bearer, tree.ChallengeParams{Refusal: tree.InvalidCredentials, Reason: strings.Repeat("x", 300)}, `Bearer realm="api", error="invalid_token", error_description="` + strings.Repeat("x", 200) + `"`},
		{bearer, tree.ChallengeParams{Refusal: tree.InsufficientScope, Scopes: []string{"a:b", "c\""}}, `Bearer realm="api", error="insufficient_scope", scope="a:b c'"`},
		{bearer, tree.ChallengeParams{Refusal: tree.InsufficientScope}, `Bearer realm="api", error="insufficient_scope"`},
		{oauth, tree.ChallengeParams{Refusal: tree.InvalidCredentials}, `Bearer realm="api", error="invalid_token"`},
		{oidc, tree.ChallengeParams{Refusal: tree.Unauthenticated}, `Bearer realm="api"`},
		{keyHeader, tree.ChallengeParams{Refusal: tree.Unauthenticated}, `ApiKey realm="api"`},
		{keyQuery, tree.ChallengeParams{Refusal: tree.InvalidCredentials, Reason: "x"}, `ApiKey realm="api"`},
		{keyHeader, tree.ChallengeParams{Refusal: tree.InsufficientScope}, ``},
		{keyAfter, tree.ChallengeParams{Refusal: tree.InvalidCredentials}, `Token realm="api"`},
		{basic, tree.ChallengeParams{Refusal: tree.InvalidCredentials}, `Basic realm="api", charset="UTF-8"`},
		{basic, tree.ChallengeParams{Refusal: tree.InsufficientScope}, ``},
		{certificate, tree.ChallengeParams{Refusal: tree.Unauthenticated}, `MutualTLS realm="api"`},
	} {
		if got := auth.SchemeOf(c.scheme).Challenge(c.denial); got != c.want {
			t.Errorf("%s of %s: got\n%s, want\n%s", c.denial.Refusal.Code, c.scheme.Name(), got, c.want)
		}
	}
}

func TestUnavailableSendsRetryAfter(t *testing.T) {
	_, refusal := check(bearer, request("", "Authorization: Bearer down"))
	if refusal == nil || refusal.RetryAfter != 7*time.Second || !errors.Is(refusal.Cause, authn.ErrUnavailable) {
		t.Errorf("got %+v", refusal)
	}
	for err, want := range map[error]time.Duration{
		authn.Unavailable(time.Second, nil):                          time.Second,
		authn.Unavailable(-1, nil):                                   0,
		fmt.Errorf("wrapped: %w", authn.Unavailable(time.Hour, nil)): time.Hour,
		authn.Invalid("x"):                                           0,
		errors.New("x"):                                              0,
	} {
		if got := authn.RetryAfter(err); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

func TestASchemeChecksWithoutAllocatingMuch(t *testing.T) {
	who := authn.New("ann")
	scheme := authn.Bearer("b", func(context.Context, string) (authn.Identity, error) { return who, nil })
	r := request("", "Authorization: Bearer good")
	if n := allocs.Least(func() { check(scheme, r) }); n > 3 { // the identity and its key
		t.Errorf("%d allocations", n)
	}
	anonymous := request("")
	if n := allocs.Least(func() { checkOptional(scheme, anonymous) }); n != 0 {
		t.Errorf("%d allocations for an anonymous caller", n)
	}
}

// Whatever the header is, an accepted token is one line in the alphabet.
func FuzzAuthorization(f *testing.F) {
	for _, s := range []string{"Bearer good", "bearer  good==", "Bearer", "Basic YW5uOmdvb2Q=", "Bearer a b", "Bearer\tgood", "", "Digest x"} {
		f.Add(s)
	}
	any := authn.AnyOf(
		authn.Bearer("b", func(_ context.Context, token string) (authn.Identity, error) {
			if token == "" || len(token) > authn.MaxCredentials || strings.ContainsAny(token, " \t\r\n\"\\,") {
				panic("the check got " + token)
			}
			return authn.New("ann"), nil
		}),
		authn.Basic("p", func(_ context.Context, user string, _ authn.Secret) (authn.Identity, error) {
			if strings.Contains(user, ":") {
				panic("the check got " + user)
			}
			return authn.New("ann"), nil
		}),
	)
	f.Fuzz(func(t *testing.T, line string) {
		r := request("")
		r.Header["Authorization"] = []string{line}
		_, required := check(any, r)
		_, public := checkOptional(any, r)
		if required == nil != (public == nil) && required.Code != tree.Unauthenticated.Code {
			t.Errorf("%v and %v", required, public)
		}
		if required != nil && required.Status >= 500 {
			t.Errorf("%+v", required)
		}
	})
}
