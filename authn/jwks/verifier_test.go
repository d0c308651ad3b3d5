package jwks_test

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
)

// payload returns the claims of a token that is valid at a time.
func payload(issuer string, now time.Time) string {
	return fmt.Sprintf(`{"iss":%q,"aud":"shop","sub":"ann","exp":%d}`, issuer, now.Add(time.Hour).Unix())
}

func TestVerifyAcceptsEveryAllowedAlgorithm(t *testing.T) {
	for _, c := range []struct {
		name, header string
		key          string
		sign         signer
	}{
		{"RS256", `{"alg":"RS256","kid":"k"}`, jwk("k", &rsaKey().PublicKey, `,"alg":"RS256","use":"sig"`), rs(rsaKey())},
		{"PS256", `{"alg":"PS256","kid":"k"}`, jwk("k", &rsaKey().PublicKey, `,"alg":"PS256"`), ps(rsaKey(), 32)},
		{"ES256", `{"alg":"ES256","kid":"k"}`, jwk("k", &p256().PublicKey, `,"key_ops":["verify"]`), es(p256())},
		{"EdDSA of a key for EdDSA", `{"alg":"EdDSA","kid":"k"}`, jwk("k", edKey().Public(), `,"alg":"EdDSA"`), ed(edKey())},
		{"Ed25519 of a key for EdDSA", `{"alg":"Ed25519","kid":"k"}`, jwk("k", edKey().Public(), `,"alg":"EdDSA"`), ed(edKey())},
		{"EdDSA of a key for Ed25519", `{"alg":"EdDSA","kid":"k"}`, jwk("k", edKey().Public(), `,"alg":"Ed25519"`), ed(edKey())},
		{"Ed25519 of a key for nothing", `{"alg":"Ed25519","kid":"k"}`, jwk("k", edKey().Public(), ""), ed(edKey())},
		{"RS256 of a key for nothing", `{"alg":"RS256","kid":"k"}`, jwk("k", &rsaKey().PublicKey, ""), rs(rsaKey())},
		{"no kid and one key", `{"alg":"RS256"}`, jwk("k", &rsaKey().PublicKey, ""), rs(rsaKey())},
		{"typ", `{"alg":"RS256","typ":"application/AT+JWT"}`, jwk("k", &rsaKey().PublicKey, ""), rs(rsaKey())},
		{"keys that come along", `{"alg":"RS256","jku":"http://127.0.0.1:1/","jwk":{},"x5u":"http://127.0.0.1:1/","x5c":[]}`, jwk("k", &rsaKey().PublicKey, ""), rs(rsaKey())},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProvider(t, c.key)
			who, err := p.verifier(t).Verify(t.Context(), sign(c.header, payload(p.URL, time.Now()), c.sign))
			if err != nil || who.Subject() != "ann" || who.IssuerName() != p.URL {
				t.Errorf("got %v, %v", who, err)
			}
		})
	}
}

func TestClaimsBecomeAnIdentity(t *testing.T) {
	p := newProvider(t, jwk("k", edKey().Public(), ""))
	v := p.verifier(t, jwks.Roles("realm_access.roles", "role"), jwks.Permissions("https://shop.example/permissions"))
	for _, c := range []struct{ claims, scopes, roles, permissions string }{
		{`"scope":"a b"`, "[a b]", "[]", "[]"},
		{`"scope":["a","b c"]`, "[a b c]", "[]", "[]"},
		{`"scp":"a b"`, "[a b]", "[]", "[]"},
		{`"scp":["a"],"scope":"b"`, "[b a]", "[]", "[]"},
		{`"scope":""`, "[]", "[]", "[]"},
		{`"realm_access":{"roles":["admin","\u0061nn"]}`, "[]", "[admin ann]", "[]"},
		{`"realm_access.roles":["plain"],"realm_access":{"roles":["admin"]}`, "[]", "[plain]", "[]"},
		{`"realm_access":{},"role":"one role"`, "[]", "[one role]", "[]"},
		{`"realm_access":"text"`, "[]", "[]", "[]"},
		{`"https://shop.example/permissions":["p"]`, "[]", "[]", "[p]"},
	} {
		text := fmt.Sprintf(`{"iss":%q,"aud":["x","shop"],"sub":"ann","exp":%d,%s}`, p.URL, time.Now().Unix()+60, c.claims)
		who, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k"}`, text, ed(edKey())))
		if err != nil {
			t.Errorf("%s: %v", c.claims, err)
			continue
		}
		got := fmt.Sprint(who.ScopeList(), who.RoleList(), who.PermissionList())
		if want := c.scopes + " " + c.roles + " " + c.permissions; got != want {
			t.Errorf("%s: got %s, want %s", c.claims, got, want)
		}
		if string(who.ClaimsJSON()) != text {
			t.Errorf("the claims are %s", who.ClaimsJSON())
		}
	}
	for _, wrong := range []string{`"scope":1`, `"scope":["a",1]`, `"scp":{}`, `"scope":null`, `"role":{"a":1}`, `"realm_access":{"roles":[[]]}`} {
		text := fmt.Sprintf(`{"iss":%q,"aud":"shop","sub":"ann","exp":%d,%s}`, p.URL, time.Now().Unix()+60, wrong)
		if _, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k"}`, text, ed(edKey()))); !errors.Is(err, authn.ErrInvalid) {
			t.Errorf("%s: got %v", wrong, err)
		}
	}
}

// Only the space separates scopes (RFC 8693 §4.2, RFC 6749 §3.3): other white space in a name
// does not split it into two.
func TestOnlySpacesSeparateScopes(t *testing.T) {
	p := newProvider(t, jwk("k", edKey().Public(), ""))
	v := p.verifier(t)
	for claim, scopes := range map[string]string{
		`"read write"`:      `["read" "write"]`,
		`"  read   write "`: `["read" "write"]`,
		`"read\twrite"`:     `["read\twrite"]`,
		`"read\nwrite"`:     `["read\nwrite"]`,
		`"read\u00a0write"`: `["read\u00a0write"]`,
		`"read\u2003write"`: `["read\u2003write"]`,
		`"read\u0085write"`: `["read\u0085write"]`,
		`["read write"]`:    `["read write"]`,
		`" "`:               `[]`,
	} {
		text := fmt.Sprintf(`{"iss":%q,"aud":"shop","sub":"ann","exp":%d,"scope":%s}`, p.URL, time.Now().Unix()+60, claim)
		who, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k"}`, text, ed(edKey())))
		if got := fmt.Sprintf("%q", who.ScopeList()); err != nil || got != scopes {
			t.Errorf("%s: got %s, %v; want %s", claim, got, err, scopes)
		}
	}
}

// A token that is bound to a key proves nothing without that key (RFC 7800, RFC 8705
// §3, RFC 9449 §6).
func TestBoundTokensAreNotBearerTokens(t *testing.T) {
	p := newProvider(t, jwk("k", edKey().Public(), ""))
	v := p.verifier(t)
	for _, cnf := range []string{`{"x5t#S256":"bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2"}`, `{"jkt":"0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"}`, `{}`, `null`, `"x"`} {
		text := fmt.Sprintf(`{"iss":%q,"aud":"shop","sub":"ann","exp":%d,"cnf":%s}`, p.URL, time.Now().Unix()+60, cnf)
		_, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k"}`, text, ed(edKey())))
		if !errors.Is(err, authn.ErrInvalid) || !strings.Contains(err.Error(), "bound to a key") {
			t.Errorf("cnf %s: got %v", cnf, err)
		}
	}
}

func TestLeewayIsAMinute(t *testing.T) {
	c := newClock()
	p := newProvider(t, jwk("k", edKey().Public(), ""))
	v := p.verifier(t, jwks.Clock(c.now))
	now := c.now().Unix()
	for _, row := range []struct {
		claims string
		ok     bool
	}{
		{fmt.Sprintf(`"exp":%d`, now-58), true},
		{fmt.Sprintf(`"exp":%d`, now-61), false},
		{fmt.Sprintf(`"exp":%d.5,"nbf":%d`, now+9, now+59), true},
		{fmt.Sprintf(`"exp":%d,"nbf":%d`, now+9, now+62), false},
		{fmt.Sprintf(`"exp":%d,"iat":%d`, now+9, now+59), true},
		{fmt.Sprintf(`"exp":%d,"iat":%d`, now+9, now+62), false},
	} {
		text := fmt.Sprintf(`{"iss":%q,"aud":"shop","sub":"ann",%s}`, p.URL, row.claims)
		if _, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k"}`, text, ed(edKey()))); (err == nil) != row.ok {
			t.Errorf("%s at %d: %v", row.claims, now, err)
		}
	}
}

func TestAccessTokensAreOfTheirTypeAndComplete(t *testing.T) {
	p := newProvider(t, jwk("k", edKey().Public(), ""))
	v := p.verifier(t, jwks.AccessTokens())
	const all = `"client_id":"c","iat":1,"jti":"j"`
	for _, row := range []struct {
		typ, claims string
		ok          bool
	}{
		{`"at+jwt"`, all, true},
		{`"application/at+jwt"`, all, true},
		{`"AT+JWT"`, all, true},
		{`"JWT"`, all, false},
		{`"application/x/at+jwt"`, all, false},
		{`"at+jwt2"`, all, false},
		{`""`, all, false},
		{`"at+jwt"`, `"iat":1,"jti":"j"`, false},
		{`"at+jwt"`, `"client_id":"c","jti":"j"`, false},
		{`"at+jwt"`, `"client_id":"c","iat":1`, false},
		{`"at+jwt"`, `"client_id":7,"iat":1,"jti":"j"`, false},
		{`"at+jwt"`, `"client_id":"c","iat":1,"jti":7`, false},
	} {
		text := fmt.Sprintf(`{"iss":%q,"aud":"shop","sub":"ann","exp":%d,%s}`, p.URL, time.Now().Unix()+60, row.claims)
		_, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k","typ":`+row.typ+`}`, text, ed(edKey())))
		if (err == nil) != row.ok {
			t.Errorf("typ %s, %s: %v", row.typ, row.claims, err)
		}
	}
	if _, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k"}`, payload(p.URL, time.Now()), ed(edKey()))); err == nil {
		t.Error("a token without a type is an access token")
	}
}

func TestKeysOfIssuersStayApart(t *testing.T) {
	mine, yours := newEd(), newEd()
	a, b := newProvider(t, jwk("k", mine.Public(), "")), newProvider(t, jwk("k", yours.Public(), ""))
	v, err := jwks.New(jwks.Issuer(a.URL, jwks.Audience("shop")), jwks.Issuer(b.URL, jwks.Audience("shop")))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, row := range []struct {
		issuer string
		sign   signer
		ok     bool
	}{
		{a.URL, ed(mine), true}, {b.URL, ed(yours), true},
		{a.URL, ed(yours), false}, {b.URL, ed(mine), false},
	} {
		_, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"k"}`, payload(row.issuer, time.Now()), row.sign))
		if (err == nil) != row.ok {
			t.Errorf("a token of %s: %v", row.issuer, err)
		}
	}
}

// An RSA key that names no algorithm is bound to one, not to each.
func TestKeysAreBoundToOneAlgorithm(t *testing.T) {
	for _, row := range []struct {
		allowed []string
		takes   string
	}{
		{[]string{"RS256", "PS256"}, "RS256"},
		{[]string{"PS256", "RS256"}, "PS256"},
	} {
		p := newProvider(t, jwk("k", &rsaKey().PublicKey, ""))
		v := p.verifier(t, jwks.Algorithms(row.allowed...))
		for name, s := range map[string]signer{"RS256": rs(rsaKey()), "PS256": ps(rsaKey(), 32)} {
			_, err := v.Verify(t.Context(), sign(`{"alg":"`+name+`","kid":"k"}`, payload(p.URL, time.Now()), s))
			if (err == nil) != (name == row.takes) {
				t.Errorf("%v: a token of %s: %v", row.allowed, name, err)
			}
		}
	}
}

// A key set, a token or both may lack kid (RFC 7515 §4.1.4, RFC 7517 §4.5).
func TestAllKeysWithoutANameAreTried(t *testing.T) {
	first, second, other := newEd(), newEd(), newEd()
	unnamed := func(key ed25519.PrivateKey) string {
		return strings.Replace(jwk("x", key.Public(), ""), `"kid":"x",`, "", 1)
	}
	sets := map[string][]string{
		"unnamed":       {unnamed(first), unnamed(second), jwk("r", &rsaKey().PublicKey, "")},
		"empty names":   {jwk("", first.Public(), ""), jwk("", second.Public(), "")},
		"named":         {jwk("1", first.Public(), ""), jwk("2", second.Public(), "")},
		"one is named":  {jwk("1", first.Public(), ""), unnamed(second)},
		"other unnamed": {unnamed(other), unnamed(first), unnamed(second)},
	}
	for name, set := range sets {
		v := newProvider(t, set...)
		verifier := v.verifier(t)
		for _, tt := range []struct {
			head string
			key  ed25519.PrivateKey
			ok   bool
		}{
			{`{"alg":"EdDSA"}`, first, true},
			{`{"alg":"EdDSA"}`, second, true},
			{`{"alg":"EdDSA"}`, newEd(), false},
			{`{"alg":"EdDSA","kid":""}`, second, true},
			{`{"alg":"EdDSA","kid":"2"}`, second, name != "one is named"},
			{`{"alg":"EdDSA","kid":"1"}`, newEd(), false},
		} {
			_, err := verifier.Verify(t.Context(), sign(tt.head, payload(v.URL, time.Now()), ed(tt.key)))
			if (err == nil) != tt.ok || err != nil && !errors.Is(err, authn.ErrInvalid) {
				t.Errorf("%s: %s: %v", name, tt.head, err)
			}
		}
	}
}

// A new key without a name is fetched as one with an unknown name is.
func TestKeysWithoutANameRotate(t *testing.T) {
	first, second := newEd(), newEd()
	p := newProvider(t, jwk("", first.Public(), ""))
	v := p.verifier(t)
	ask := func(head string, key ed25519.PrivateKey) error {
		_, err := v.Verify(t.Context(), sign(head, payload(p.URL, time.Now()), ed(key)))
		return err
	}
	if err := ask(`{"alg":"EdDSA"}`, first); err != nil {
		t.Fatal(err)
	}
	p.publish(jwk("", first.Public(), ""), jwk("", second.Public(), ""))
	if err := ask(`{"alg":"EdDSA"}`, second); err != nil {
		t.Error(err)
	}
	p.publish(jwk("3", second.Public(), ""))
	if err := ask(`{"alg":"EdDSA","kid":"3"}`, second); err != nil {
		t.Error(err)
	}
	before := p.fetches.Load()
	for range 100 {
		_ = ask(`{"alg":"EdDSA"}`, newEd())
	}
	if n := p.fetches.Load() - before; n > 3 {
		t.Errorf("%d fetches for tokens of nobody", n)
	}
}

func TestUnusableKeysAreSkipped(t *testing.T) {
	n := b64(rsaKey().N.Bytes())
	for name, bad := range map[string]string{
		"weak":              jwk("bad", &weakRSA().PublicKey, ""),
		"for encryption":    jwk("bad", &rsaKey().PublicKey, `,"use":"enc"`),
		"for signing":       jwk("bad", &rsaKey().PublicKey, `,"key_ops":["sign"]`),
		"of no algorithm":   jwk("bad", &rsaKey().PublicKey, `,"alg":"RSA-OAEP"`),
		"not allowed":       jwk("bad", &p384().PublicKey, ""),
		"mismatched":        jwk("bad", &p256().PublicKey, `,"alg":"RS256"`),
		"symmetric":         `{"kid":"bad","kty":"oct","k":"AAAA"}`,
		"unknown":           `{"kid":"bad","kty":"new"}`,
		"not on the curve":  `{"kid":"bad","kty":"EC","crv":"P-256","x":"AQ","y":"AQ"}`,
		"exponent 1":        `{"kid":"bad","kty":"RSA","n":"` + n + `","e":"AQ"}`,
		"exponent 2^64+3":   `{"kid":"bad","kty":"RSA","n":"` + n + `","e":"AQAAAAAAAAAD"}`,
		"even exponent":     `{"kid":"bad","kty":"RSA","n":"` + n + `","e":"AQAC"}`,
		"short Ed25519":     `{"kid":"bad","kty":"OKP","crv":"Ed25519","x":"AQ"}`,
		"no base64":         `{"kid":"bad","kty":"OKP","crv":"Ed25519","x":"*"}`,
		"number for a name": `{"kid":7,"kty":"OKP"}`,
		"no object":         `7`,
		"a second good":     jwk("good", newEd().Public(), ""),
	} {
		t.Run(name, func(t *testing.T) {
			p := newProvider(t, jwk("good", edKey().Public(), ""), bad)
			v := p.verifier(t)
			if _, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"good"}`, payload(p.URL, time.Now()), ed(edKey()))); err != nil {
				t.Error(err)
			}
			_, err := v.Verify(t.Context(), sign(`{"alg":"RS256","kid":"bad"}`, payload(p.URL, time.Now()), rs(rsaKey())))
			if !errors.Is(err, authn.ErrInvalid) {
				t.Errorf("the bad key: %v", err)
			}
		})
	}
}

func TestAllFaultsOfIssuersAreReported(t *testing.T) {
	audience := jwks.Audience("shop")
	for name, issuers := range map[string][]jwks.Provider{
		"none":            {},
		"http":            {jwks.Issuer("http://id.example.com", audience)},
		"relative":        {jwks.Issuer("id.example.com", audience)},
		"query":           {jwks.Issuer("https://id.example.com?a=b", audience)},
		"fragment":        {jwks.Issuer("https://id.example.com#", audience)},
		"user":            {jwks.Issuer("https://a:b@id.example.com", audience)},
		"keys over http":  {jwks.Issuer("https://id.example.com", audience, jwks.KeysAt("http://id.example.com/keys"))},
		"no audience":     {jwks.Issuer("https://id.example.com")},
		"empty audience":  {jwks.Issuer("https://id.example.com", jwks.Audience(""))},
		"algorithm none":  {jwks.Issuer("https://id.example.com", audience, jwks.Algorithms("none"))},
		"algorithm HS256": {jwks.Issuer("https://id.example.com", audience, jwks.Algorithms("HS256"))},
		"algorithm rs256": {jwks.Issuer("https://id.example.com", audience, jwks.Algorithms("rs256"))},
		"no algorithm":    {jwks.Issuer("https://id.example.com", audience, jwks.Algorithms())},
		"no type":         {jwks.Issuer("https://id.example.com", audience, jwks.Types())},
		"leeway":          {jwks.Issuer("https://id.example.com", audience, jwks.Leeway(121*time.Second))},
		"refresh":         {jwks.Issuer("https://id.example.com", audience, jwks.Refresh(time.Microsecond))},
		"long refresh":    {jwks.Issuer("https://id.example.com", audience, jwks.Refresh(7*time.Hour))},
		"keep":            {jwks.Issuer("https://id.example.com", audience, jwks.Keep(time.Hour))},
		"cooldown":        {jwks.Issuer("https://id.example.com", audience, jwks.Cooldown(0))},
		"backoff":         {jwks.Issuer("https://id.example.com", audience, jwks.Backoff(0))},
		"no keys":         {jwks.Issuer("https://id.example.com", audience, jwks.Keys(nil))},
		"keys and fetch":  {jwks.Issuer("https://id.example.com", audience, jwks.Keys(keySet(t)), jwks.Cooldown(time.Minute))},
		"clock":           {jwks.Issuer("https://id.example.com", audience, jwks.Clock(nil))},
		"nil option":      {jwks.Issuer("https://id.example.com", audience, nil)},
		"empty role":      {jwks.Issuer("https://id.example.com", audience, jwks.Roles(""))},
		"twice":           {jwks.Issuer("https://id.example.com", audience), jwks.Issuer("https://id.example.com", audience)},
	} {
		if v, err := jwks.New(issuers...); err == nil || v != nil {
			t.Errorf("%s: no error", name)
		}
	}
	_, err := jwks.New(jwks.Issuer("http://a.example"), jwks.Issuer("https://b.example", jwks.Leeway(-1)))
	for _, part := range []string{`"http://a.example": the address is http`, `"http://a.example": it needs an Audience`,
		`"https://b.example": it needs an Audience`, `"https://b.example": Leeway(-1ns)`} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not tell %s", err, part)
		}
	}
}
