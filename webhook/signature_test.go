package webhook_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/webhook"
)

// The test vector of the libraries of Standard Webhooks.
const (
	vectorSecret    = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	vectorID        = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	vectorBody      = `{"test": 2432232314}`
	vectorSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
)

var vectorTime = time.Unix(1614265330, 0)

func secret(t testing.TB, text string) webhook.Secret {
	t.Helper()
	s, err := webhook.ParseSecret(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func signed(t testing.TB, id string, at time.Time, body string, secrets ...webhook.Secret) http.Header {
	t.Helper()
	h := http.Header{}
	if err := webhook.Sign(h, id, at, []byte(body), secrets...); err != nil {
		t.Fatal(err)
	}
	return h
}

func TestSignaturesAreThoseOfTheSpecification(t *testing.T) {
	h := signed(t, vectorID, vectorTime, vectorBody, secret(t, vectorSecret))
	if got := h.Get("webhook-signature"); got != vectorSignature {
		t.Errorf("signature %s, want %s", got, vectorSignature)
	}
	if h.Get("webhook-id") != vectorID || h.Get("webhook-timestamp") != "1614265330" || len(h) != 3 {
		t.Errorf("%v", h)
	}
}

func TestSecretsAreReadAsTheyAreWritten(t *testing.T) {
	private := webhook.NewPrivateKey()
	for _, s := range []webhook.Secret{webhook.NewSecret(), private, private.Public(), secret(t, vectorSecret)} {
		if again := secret(t, s.Reveal()); again.Reveal() != s.Reveal() || s.IsZero() {
			t.Errorf("%s is read as %s", s.Reveal(), again.Reveal())
		}
	}
	if a, b := webhook.NewSecret().Reveal(), webhook.NewSecret().Reveal(); a == b || !strings.HasPrefix(a, "whsec_") {
		t.Errorf("%s, %s", a, b)
	}
	if !strings.HasPrefix(private.Reveal(), "whsk_") || !strings.HasPrefix(private.Public().Reveal(), "whpk_") || !webhook.NewSecret().Public().IsZero() {
		t.Error("the prefixes of keys differ")
	}
}

func TestOtherTextsAreNotSecrets(t *testing.T) {
	b64 := strings.Repeat("QUJD", 8) // 24 bytes
	valid := []string{"whsec_" + b64, "whsec_" + strings.Repeat("QUJD", 21) + "QQ=="}
	for _, text := range valid {
		if _, err := webhook.ParseSecret(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	both := webhook.NewPrivateKey().Reveal()
	for _, text := range []string{
		"", "whsec_", b64, "whsec_" + b64[:28], "whsec_" + strings.Repeat("QUJD", 21) + "QUI=", "whsec_" + b64 + "\n", "whsec_" + b64[:31] + "\r\nD",
		"whsec_" + b64[:31] + "*", "whsec_" + b64 + "QR==", "WHSEC_" + b64, "whsk_" + b64, "whpk_" + b64, "whsec" + b64, " whsec_" + b64,
		"whsk_" + strings.Repeat("QUJD", 21) + "QQ==", // a public key that is not that of the seed
		both + both,
	} {
		s, err := webhook.ParseSecret(text)
		if !errors.Is(err, webhook.ErrSecret) || !s.IsZero() {
			t.Errorf("%q: %v", text, err)
		} else if len(text) > 8 && strings.Contains(err.Error(), text[7:]) {
			t.Errorf("the error contains %s", text)
		}
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	s := webhook.NewSecret()
	holder := struct{ Secret webhook.Secret }{s}
	b, err := json.Marshal(holder)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "secret", s, "holder", holder)
	inner := struct{ secret webhook.Secret }{s}
	text := fmt.Sprintf("%v %+v %#v %x %q %d %s %v %+v", s, s, s, s, s, s, s, inner, inner) + string(b) + log.String()
	if strings.Contains(text, s.Reveal()[6:]) || strings.Count(text, "[secret]") < 9 {
		t.Error(text)
	}
}

func TestSignReportsWhatItCannotSign(t *testing.T) {
	s := webhook.NewSecret()
	many := make([]webhook.Secret, 17)
	for i := range many {
		many[i] = s
	}
	for name, c := range map[string]struct {
		id      string
		secrets []webhook.Secret
	}{
		"no ID":        {"", []webhook.Secret{s}},
		"a dot":        {"a.b", []webhook.Secret{s}},
		"a line":       {"a\nb", []webhook.Secret{s}},
		"a space":      {"a b", []webhook.Secret{s}},
		"a letter":     {"é", []webhook.Secret{s}},
		"a long ID":    {strings.Repeat("a", 257), []webhook.Secret{s}},
		"no secret":    {"a", nil},
		"zero":         {"a", []webhook.Secret{s, {}}},
		"a public key": {"a", []webhook.Secret{webhook.NewPrivateKey().Public()}},
		"many secrets": {"a", many},
	} {
		h := http.Header{}
		if err := webhook.Sign(h, c.id, vectorTime, nil, c.secrets...); err == nil || len(h) > 0 {
			t.Errorf("%s: %v, %v", name, err, h)
		}
	}
	signed(t, strings.Repeat("a", 256), vectorTime, "", many[1:]...)
}
