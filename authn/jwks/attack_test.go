package jwks_test

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// attack is a token that must be rejected.
type attack struct{ name, token string }

// attacks returns variations of a valid token. The provider has the keys rsa, ec and ed; ed
// signs attacks that are not about signatures.
func attacks(issuer string) (good string, all []attack) {
	const head = `{"alg":"EdDSA","kid":"ed"}`
	now := time.Now().Unix()
	body := payload(issuer, time.Now())
	key := ed(edKey())
	good = sign(head, body, key)
	parts := strings.Split(good, ".")
	join := func(p ...string) string { return strings.Join(p, ".") }
	add := func(name, token string) { all = append(all, attack{name, token}) }
	header := func(name, h string) { add("header: "+name, sign(h, body, key)) }
	claims := func(name, format string, args ...any) {
		add("claims: "+name, sign(head, fmt.Sprintf(format, args...), key))
	}
	rest := fmt.Sprintf(`"iss":%q,"aud":"shop","sub":"ann","exp":%d`, issuer, now+60)

	for _, none := range []string{"none", "None", "NONE", "noNE", "nOnE", "", " none", "none "} {
		add("alg "+none+" unsigned", sign(`{"alg":"`+none+`","kid":"ed"}`, body, unsigned))
		add("alg "+none+" signed", sign(`{"alg":"`+none+`","kid":"ed"}`, body, key))
	}

	// An attacker who knows the public key uses it as an HMAC secret.
	der := must(x509.MarshalPKIXPublicKey(&rsaKey().PublicKey))
	secrets := map[string][]byte{
		"DER":     der,
		"PEM":     pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}),
		"PKCS1":   x509.MarshalPKCS1PublicKey(&rsaKey().PublicKey),
		"modulus": rsaKey().N.Bytes(),
		"jwk":     []byte(jwk("rsa", &rsaKey().PublicKey, "")),
		"nothing": nil,
	}
	for name, secret := range secrets {
		add("HS256 with the public key as "+name, sign(`{"alg":"HS256","kid":"rsa"}`, body, hs(secret)))
		add("RS256 with an HMAC of the public key as "+name, sign(`{"alg":"RS256","kid":"rsa"}`, body, hs(secret)))
	}
	add("HS256 with the Ed25519 key", sign(`{"alg":"HS256","kid":"ed"}`, body, hs(edKey()[32:])))

	// Keys in the token itself.
	mine := newEd()
	own := jwk("ed", mine.Public(), "")
	for name, h := range map[string]string{
		"jwk":               `{"alg":"EdDSA","jwk":` + own + `}`,
		"jwk and kid":       `{"alg":"EdDSA","kid":"ed","jwk":` + own + `}`,
		"jku":               `{"alg":"EdDSA","kid":"mine","jku":"` + issuer + `/mine"}`,
		"x5u":               `{"alg":"EdDSA","kid":"mine","x5u":"` + issuer + `/mine"}`,
		"x5c":               `{"alg":"EdDSA","x5c":["` + base64.StdEncoding.EncodeToString(der) + `"]}`,
		"foreign kid":       `{"alg":"EdDSA","kid":"mine"}`,
		"no kid":            `{"alg":"EdDSA"}`,
		"kid as path":       `{"alg":"EdDSA","kid":"../../../../dev/null"}`,
		"kid as SQL":        `{"alg":"EdDSA","kid":"x' UNION SELECT 'key"}`,
		"kid as URL":        `{"alg":"EdDSA","kid":"` + issuer + `/mine"}`,
		"kid of another":    `{"alg":"EdDSA","kid":"rsa"}`,
		"kid in upper case": `{"alg":"EdDSA","kid":"ED"}`,
	} {
		add("key: "+name, sign(h, body, ed(mine)))
	}

	// Signatures.
	add("RS256 by another key", sign(`{"alg":"RS256","kid":"rsa"}`, body, rs(otherRSA())))
	add("ES256 by a key of another curve", sign(`{"alg":"ES256","kid":"ec"}`, body, es(p384())))
	add("ES384 named for a key of P-256", sign(`{"alg":"ES384","kid":"ec"}`, body, es(p256())))
	add("ES256 of zeros", sign(`{"alg":"ES256","kid":"ec"}`, body, func(string) []byte { return make([]byte, 64) }))
	add("ES256 with a signature in DER", sign(`{"alg":"ES256","kid":"ec"}`, body, func(text string) []byte {
		raw := es(p256())(text)
		der := append([]byte{0x30, 0x44, 0x02, 0x20}, raw[:32]...)
		return append(append(der, 0x02, 0x20), raw[32:]...)
	}))
	add("PS256 with a key for RS256", sign(`{"alg":"PS256","kid":"rsa"}`, body, ps(rsaKey(), 32)))
	add("RS256 whose signature is PSS", sign(`{"alg":"RS256","kid":"rsa"}`, body, ps(rsaKey(), 32)))
	add("PS256 with a short salt", sign(`{"alg":"PS256","kid":"pss"}`, body, ps(otherRSA(), 0)))
	add("RS256 by a weak key", sign(`{"alg":"RS256","kid":"weak"}`, body, rs(weakRSA())))
	add("RS256 named, signed by Ed25519", sign(`{"alg":"RS256","kid":"ed"}`, body, key))
	add("EdDSA named for an RSA key", sign(`{"alg":"EdDSA","kid":"rsa"}`, body, rs(rsaKey())))
	add("a key for encryption", sign(`{"alg":"RS256","kid":"enc"}`, body, rs(otherRSA())))
	add("alg in lower case", sign(`{"alg":"eddsa","kid":"ed"}`, body, key))
	add("alg with an escaped end", sign(`{"alg":"EdDSA\u0000","kid":"ed"}`, body, key))
	raw := key(parts[0] + "." + parts[1])
	add("signature stripped", join(parts[0], parts[1], ""))
	add("signature stripped with its dot", join(parts[0], parts[1]))
	add("signature truncated", join(parts[0], parts[1], b64(raw[:63])))
	add("signature extended", join(parts[0], parts[1], b64(append(raw[:64:64], 0))))
	for _, bit := range []int{0, 7, 255, 256, 511} {
		flipped := append([]byte(nil), raw...)
		flipped[bit/8] ^= 1 << (bit % 8)
		add(fmt.Sprintf("signature with bit %d flipped", bit), join(parts[0], parts[1], b64(flipped)))
	}
	add("payload of another token", join(parts[0], b64([]byte(strings.Replace(body, "ann", "eve", 1))), parts[2]))
	add("header of another token", join(b64([]byte(`{"kid":"ed","alg":"EdDSA"}`)), parts[1], parts[2]))

	// Form.
	for _, space := range []string{" ", "\n", "\r\n", "\t", "\x00", "\u00a0", "=", "+", "/", "%2e", "\xff"} {
		add(fmt.Sprintf("%q before", space), space+good)
		add(fmt.Sprintf("%q in the header", space), join(parts[0][:4]+space+parts[0][4:], parts[1], parts[2]))
		add(fmt.Sprintf("%q in the payload", space), join(parts[0], parts[1][:4]+space+parts[1][4:], parts[2]))
		add(fmt.Sprintf("%q in the signature", space), join(parts[0], parts[1], parts[2][:4]+space+parts[2][4:]))
		add(fmt.Sprintf("%q after", space), good+space)
	}
	add("nothing", "")
	add("dots", "..")
	add("one part", parts[0])
	add("four parts", good+".AA")
	add("five parts, as if encrypted", good+".AA.AA")
	add("an empty header", join("", parts[1], parts[2]))
	add("an empty payload", join(parts[0], "", parts[2]))
	add("trailing bits", join(parts[0], parts[1], parts[2][:len(parts[2])-1]+string(after(parts[2][len(parts[2])-1]))))
	add("JSON serialization", `{"payload":"`+parts[1]+`","protected":"`+parts[0]+`","signature":"`+parts[2]+`"}`)
	add("1 MB", good+strings.Repeat("A", 1<<20))
	add("1 MB of dots", strings.Repeat(".", 1<<20))
	claims("1 MB", `{%s,"x":%q}`, rest, strings.Repeat("x", 1<<20))
	claims("17 KiB", `{%s,"x":%q}`, rest, strings.Repeat("x", 17<<10))

	// Headers.
	header("no object", `"alg"`)
	header("array", `[{"alg":"EdDSA","kid":"ed"}]`)
	header("null", `null`)
	header("no JSON", `{"alg":"EdDSA","kid":"ed"`)
	header("data after it", head+`{}`)
	header("byte order mark", "\ufeff"+head)
	header("bad UTF-8", "{\"alg\":\"EdDSA\",\"kid\":\"ed\",\"x\":\"\xff\"}")
	header("alg twice", `{"alg":"none","alg":"EdDSA","kid":"ed"}`)
	header("alg twice, once escaped", `{"alg":"EdDSA","\u0061lg":"none","kid":"ed"}`)
	header("kid twice", `{"alg":"EdDSA","kid":"ed","kid":"ed"}`)
	header("no alg", `{"kid":"ed"}`)
	header("alg as a list", `{"alg":["EdDSA"],"kid":"ed"}`)
	header("kid as a number", `{"alg":"EdDSA","kid":1}`)
	header("kid too long", `{"alg":"EdDSA","kid":"`+strings.Repeat("k", 257)+`"}`)
	header("unknown crit", `{"alg":"EdDSA","kid":"ed","crit":["exp"],"exp":1}`)
	header("crit b64", `{"alg":"EdDSA","kid":"ed","crit":["b64"],"b64":false}`)
	header("empty crit", `{"alg":"EdDSA","kid":"ed","crit":[]}`)
	header("crit null", `{"alg":"EdDSA","kid":"ed","crit":null}`)
	header("typ of a logout token", `{"alg":"EdDSA","kid":"ed","typ":"logout+jwt"}`)
	header("typ of a proof", `{"alg":"EdDSA","kid":"ed","typ":"dpop+jwt"}`)
	header("typ as a number", `{"alg":"EdDSA","kid":"ed","typ":1}`)
	header("nested too deeply", `{"alg":"EdDSA","kid":"ed","x":`+strings.Repeat("[", 60)+strings.Repeat("]", 60)+`}`)

	// Claims.
	claims("no object", `"x"`)
	claims("array", `[{%s}]`, rest)
	claims("data after them", `{%s} 1`, rest)
	claims("expired", `{"iss":%q,"aud":"shop","sub":"ann","exp":%d}`, issuer, now-3600)
	claims("not valid yet", `{%s,"nbf":%d}`, rest, now+3600)
	claims("issued in the future", `{%s,"iat":%d}`, rest, now+3600)
	claims("no exp", `{"iss":%q,"aud":"shop","sub":"ann"}`, issuer)
	for _, exp := range []string{`null`, `"9999999999"`, `true`, `{}`, `[9999999999]`, `1e999`, `-1`, `1e300`, `9e99`, `253402300800`, `-1e999`, `NaN`, `Infinity`} {
		claims("exp "+exp, `{"iss":%q,"aud":"shop","sub":"ann","exp":%s}`, issuer, exp)
	}
	claims("nbf 1e999", `{%s,"nbf":1e999}`, rest)
	claims("nbf -1e999", `{%s,"nbf":-1e999}`, rest)
	claims("nbf as text", `{%s,"nbf":"0"}`, rest)
	claims("iat 1e999", `{%s,"iat":1e999}`, rest)
	claims("another issuer", `{"iss":"https://id.example.com","aud":"shop","sub":"ann","exp":%d}`, now+60)
	for _, iss := range []string{issuer + "/", strings.ToUpper(issuer), " " + issuer, issuer + "#", issuer + "@evil.example", ""} {
		claims(fmt.Sprintf("issuer %q", iss), `{"iss":%q,"aud":"shop","sub":"ann","exp":%d}`, iss, now+60)
	}
	claims("no issuer", `{"aud":"shop","sub":"ann","exp":%d}`, now+60)
	claims("issuer as a list", `{"iss":[%q],"aud":"shop","sub":"ann","exp":%d}`, issuer, now+60)
	claims("issuer as null", `{"iss":null,"aud":"shop","sub":"ann","exp":%d}`, now+60)
	for _, aud := range []string{`"other"`, `["other","shop2"]`, `[]`, `""`, `["shop",1]`, `{"shop":1}`, `1`, `null`, `"Shop"`, `" shop"`, `"shop other"`, `[["shop"]]`} {
		claims("aud "+aud, `{"iss":%q,"aud":%s,"sub":"ann","exp":%d}`, issuer, aud, now+60)
	}
	claims("no aud", `{"iss":%q,"sub":"ann","exp":%d}`, issuer, now+60)
	for _, sub := range []string{`""`, `null`, `1`, `["ann"]`} {
		claims("sub "+sub, `{"iss":%q,"aud":"shop","sub":%s,"exp":%d}`, issuer, sub, now+60)
	}
	claims("no sub", `{"iss":%q,"aud":"shop","exp":%d}`, issuer, now+60)
	claims("sub twice", `{%s,"sub":"eve"}`, rest)
	claims("exp twice", `{%s,"exp":%d}`, rest, now+9999)
	claims("exp twice, once escaped", `{%s,"\u0065xp":%d}`, rest, now+9999)
	claims("a nested claim twice", `{%s,"x":{"a":1,"a":2}}`, rest)
	claims("a lone surrogate", `{%s,"x":"\ud800"}`, rest)
	claims("nested too deeply", `{%s,"x":%s}`, rest, strings.Repeat("[", 5000)+strings.Repeat("]", 5000))
	return good, all
}

// after returns the next letter of the alphabet, which differs in bits that a
// signature of 64 bytes does not use.
func after(c byte) byte {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	return letters[strings.IndexByte(letters, c)+1]
}

// victim is a provider with the keys of the attacks.
func victim(t *testing.T) *provider {
	return newProvider(t,
		jwk("rsa", &rsaKey().PublicKey, `,"alg":"RS256"`),
		jwk("pss", &otherRSA().PublicKey, `,"alg":"PS256"`),
		jwk("enc", &otherRSA().PublicKey, `,"use":"enc"`),
		jwk("weak", &weakRSA().PublicKey, ""),
		jwk("ec", &p256().PublicKey, ""),
		jwk("ed", edKey().Public(), ""),
		jwk("ed2", newEd().Public(), ""),
	)
}

func TestAttacksAreInvalidTokens(t *testing.T) {
	p := victim(t)
	v := p.verifier(t)
	good, all := attacks(p.URL)
	if len(all) < 60 {
		t.Fatalf("there are %d attacks", len(all))
	}
	seen := map[string]bool{}
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
	r.Header.Set("Authorization", "Bearer x")
	for _, a := range all {
		if seen[a.name] || a.token == good {
			t.Errorf("%s: it is no attack of its own", a.name)
		}
		seen[a.name] = true
		who, err := v.Verify(t.Context(), a.token)
		switch {
		case err == nil:
			t.Errorf("%s: it is let in as %v", a.name, who)
		case !errors.Is(err, authn.ErrInvalid) || errors.Is(err, authn.ErrUnavailable):
			t.Errorf("%s: %v", a.name, err)
		case !who.Anonymous():
			t.Errorf("%s: an error and an identity", a.name)
		}
		again := func(context.Context, string) (authn.Identity, error) { return who, err }
		if _, refusal := auth.RequirementOf(authn.Bearer("b", again)).Check(r); refusal != nil && !slices.Contains(tree.AllReasons(), refusal.Reason) {
			t.Errorf("%s: the reason %+v has no translations", a.name, refusal.Reason)
		}
		if err != nil && leaks(err.Error(), a.token) {
			t.Errorf("%s: the error has a part of the token in it: %v", a.name, err)
		}
	}
	if _, err := v.Verify(t.Context(), good); err != nil {
		t.Errorf("the good token: %v", err)
	}
	if n := p.fetches.Load(); n > 1+4 {
		t.Errorf("the attacks caused %d fetches", n)
	}
	t.Logf("%d attacks", len(all))
}

// leaks reports whether a text has eight bytes in a row of any part of a token.
func leaks(text, token string) bool {
	for i := 0; i+8 <= min(len(token), 4096); i++ {
		if part := token[i : i+8]; strings.Trim(part, "A.") != "" && strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// References to keys in a token must not be fetched.
func TestNothingATokenNamesIsFetched(t *testing.T) {
	asked := false
	evil := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer evil.Close()
	p := victim(t)
	v := p.verifier(t)
	for _, h := range []string{
		`{"alg":"EdDSA","kid":"x","jku":"` + evil.URL + `"}`,
		`{"alg":"EdDSA","kid":"x","x5u":"` + evil.URL + `"}`,
		`{"alg":"EdDSA","kid":"` + evil.URL + `"}`,
	} {
		if _, err := v.Verify(t.Context(), sign(h, payload(p.URL, time.Now()), ed(edKey()))); err == nil {
			t.Errorf("%s is let in", h)
		}
	}
	if _, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"x"}`, payload(evil.URL, time.Now()), ed(edKey()))); err == nil {
		t.Error("a foreign issuer is let in")
	}
	if asked {
		t.Error("the token's address was asked")
	}
}
