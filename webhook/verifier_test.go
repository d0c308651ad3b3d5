package webhook_test

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/webhook"
)

func at(now time.Time) func() time.Time { return func() time.Time { return now } }

func TestEachFailureHasItsError(t *testing.T) {
	s, private := secret(t, vectorSecret), webhook.NewPrivateKey()
	v := webhook.NewVerifier(s, private.Public()).Clock(at(vectorTime))
	edit := func(change func(h http.Header)) http.Header {
		h := signed(t, vectorID, vectorTime, vectorBody, s)
		change(h)
		return h
	}
	set := func(name, value string) http.Header { return edit(func(h http.Header) { h.Set(name, value) }) }
	other := signed(t, vectorID, vectorTime, vectorBody, webhook.NewSecret(), webhook.NewPrivateKey())
	for _, c := range []struct {
		name string
		h    http.Header
		body string
		want error
	}{
		{"valid", edit(func(http.Header) {}), vectorBody, nil},
		{"another body", edit(func(http.Header) {}), vectorBody + " ", webhook.ErrSignature},
		{"no body", edit(func(http.Header) {}), "", webhook.ErrSignature},
		{"another ID", set("webhook-id", "msg_2"), vectorBody, webhook.ErrSignature},
		{"another time", set("webhook-timestamp", "1614265331"), vectorBody, webhook.ErrSignature},
		{"other secrets", other, vectorBody, webhook.ErrSignature},
		{"no ID", edit(func(h http.Header) { h.Del("webhook-id") }), vectorBody, webhook.ErrMissing},
		{"an empty ID", set("webhook-id", ""), vectorBody, webhook.ErrMissing},
		{"no time", edit(func(h http.Header) { h.Del("webhook-timestamp") }), vectorBody, webhook.ErrMissing},
		{"no signature", edit(func(h http.Header) { h.Del("webhook-signature") }), vectorBody, webhook.ErrMissing},
		{"two IDs", edit(func(h http.Header) { h.Add("webhook-id", "b") }), vectorBody, webhook.ErrMalformed},
		{"two signatures", edit(func(h http.Header) { h.Add("webhook-signature", vectorSignature) }), vectorBody, webhook.ErrMalformed},
		{"a dot", set("webhook-id", "a.b"), vectorBody, webhook.ErrMalformed},
		{"a fraction", set("webhook-timestamp", "1614265330.5"), vectorBody, webhook.ErrMalformed},
		{"a sign", set("webhook-timestamp", "+1614265330"), vectorBody, webhook.ErrMalformed},
		{"a zero", set("webhook-timestamp", "01614265330"), vectorBody, webhook.ErrMalformed},
		{"before 1970", set("webhook-timestamp", "-1"), vectorBody, webhook.ErrMalformed},
		{"the last second", set("webhook-timestamp", strconv.FormatInt(math.MaxInt64, 10)), vectorBody, webhook.ErrMalformed},
		{"beyond", set("webhook-timestamp", "9223372036854775808"), vectorBody, webhook.ErrMalformed},
		{"an early time", set("webhook-timestamp", "1614265029"), vectorBody, webhook.ErrTooOld},
		{"a late time", set("webhook-timestamp", "1614265631"), vectorBody, webhook.ErrTooNew},
		{"a version", set("webhook-signature", strings.Replace(vectorSignature, "v1,", "v2,", 1)), vectorBody, webhook.ErrSignature},
		{"v1 as v1a", set("webhook-signature", strings.Replace(vectorSignature, "v1,", "v1a,", 1)), vectorBody, webhook.ErrSignature},
		{"no version", set("webhook-signature", strings.TrimPrefix(vectorSignature, "v1,")), vectorBody, webhook.ErrSignature},
		{"a prefix of a signature", set("webhook-signature", vectorSignature[:39]), vectorBody, webhook.ErrSignature},
		{"an empty signature", set("webhook-signature", "v1,"), vectorBody, webhook.ErrSignature},
		{"another encoding", set("webhook-signature", strings.ReplaceAll(strings.ReplaceAll(vectorSignature, "+", "-"), "/", "_")), vectorBody, webhook.ErrSignature},
		{"one of several", set("webhook-signature", "v2,AAAA v1,AAAA x v1a,AAAA "+vectorSignature), vectorBody, nil},
		{"the last of 16", set("webhook-signature", strings.Repeat("v1,AAAA ", 15)+vectorSignature), vectorBody, nil},
		{"too many", set("webhook-signature", strings.Repeat("v1,AAAA ", 16)+vectorSignature), vectorBody, webhook.ErrMalformed},
		{"Ed25519", signed(t, vectorID, vectorTime, vectorBody, private), vectorBody, nil},
		{"Ed25519 of another body", signed(t, vectorID, vectorTime, vectorBody, private), "{}", webhook.ErrSignature},
		{"both", signed(t, vectorID, vectorTime, vectorBody, webhook.NewSecret(), private), vectorBody, nil},
	} {
		if err := v.Verify(c.h, []byte(c.body)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	h := edit(func(http.Header) {})
	for name, none := range map[string]webhook.Verifier{"none": webhook.NewVerifier(), "zero": webhook.NewVerifier(webhook.Secret{}), "the zero value": {}} {
		if err := none.Verify(h, []byte(vectorBody)); !errors.Is(err, webhook.ErrNoSecret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheToleranceIsInclusive(t *testing.T) {
	s := secret(t, vectorSecret)
	h := signed(t, vectorID, vectorTime, vectorBody, s)
	for _, c := range []struct {
		age, tolerance time.Duration
		want           error
	}{
		{5 * time.Minute, 0, nil}, {5*time.Minute + 1, 0, webhook.ErrTooOld}, {5*time.Minute + 1, -1, webhook.ErrTooOld},
		{-5 * time.Minute, 0, nil}, {-5*time.Minute - 1, 0, webhook.ErrTooNew},
		{time.Hour, time.Hour, nil}, {time.Hour + 1, time.Hour, webhook.ErrTooOld},
		{math.MaxInt64, math.MaxInt64, nil},
	} {
		v := webhook.NewVerifier(s).Tolerance(c.tolerance).Clock(at(vectorTime.Add(c.age)))
		if err := v.Verify(h, []byte(vectorBody)); !errors.Is(err, c.want) {
			t.Errorf("after %s of %s: %v, want %v", c.age, c.tolerance, err, c.want)
		}
	}
}

// A rotation: the sender signs with both secrets, and receivers have either or both.
func TestSecretsRotate(t *testing.T) {
	before, after := webhook.NewSecret(), webhook.NewSecret()
	h := signed(t, "a", vectorTime, vectorBody, after, before)
	for name, v := range map[string]webhook.Verifier{
		"before": webhook.NewVerifier(before), "after": webhook.NewVerifier(after), "both": webhook.NewVerifier(before, after),
	} {
		if err := v.Clock(at(vectorTime)).Verify(h, []byte(vectorBody)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	h = signed(t, "a", vectorTime, vectorBody, after)
	if err := webhook.NewVerifier(before).Clock(at(vectorTime)).Verify(h, []byte(vectorBody)); !errors.Is(err, webhook.ErrSignature) {
		t.Error(err)
	}
}
