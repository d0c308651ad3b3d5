package authn_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/authn"
)

const hunter = "hunter2hunter2"

func TestSecretsPrintAsSecrets(t *testing.T) {
	s := authn.NewSecret(hunter)
	type nested struct {
		Open   authn.Secret
		closed authn.Secret
		list   []authn.Secret
	}
	values := []any{s, &s, nested{s, s, []authn.Secret{s}}, &nested{s, s, nil}, []authn.Secret{s}, map[string]authn.Secret{"k": s}}
	var b bytes.Buffer
	for _, v := range values {
		for _, verb := range strings.Fields("%v %+v %#v %s %q %x %X %d %o %b %t %c %U %e %p %T %20v %-3s") {
			fmt.Fprintf(&b, verb+"\n", v)
		}
		fmt.Fprintln(&b, v)
		text, err := json.Marshal(v)
		if err != nil {
			t.Error(err)
		}
		b.Write(text)
		for _, h := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
			slog.New(h).Info("x", "key", v, slog.Group("g", "key", v))
		}
	}
	for _, form := range []string{hunter, fmt.Sprintf("%x", hunter), fmt.Sprintf("%X", hunter), fmt.Sprint([]byte(hunter)), "104 117 110"} {
		if strings.Contains(b.String(), form) {
			t.Errorf("%q is printed", form)
		}
	}
	if fmt.Sprintf("%v %d", s, s) != "[secret] [secret]" || fmt.Sprint(authn.Secret{}) != "[secret]" {
		t.Errorf("it prints as %v", s)
	}
}

func TestSecretsAreComparedByTheirHash(t *testing.T) {
	s := authn.NewSecret(hunter)
	hash := sha256.Sum256([]byte(hunter))
	if s.Reveal() != hunter || s.Hash() != hash || !s.Matches(hash) {
		t.Error("it is another secret")
	}
	for bit := range 256 {
		other := hash
		other[bit/8] ^= 1 << (bit % 8)
		if s.Matches(other) {
			t.Errorf("it matches with bit %d flipped", bit)
		}
	}
	if (authn.Secret{}).Reveal() != "" || (authn.Secret{}).Matches(hash) {
		t.Error("the zero secret is not empty")
	}
	for n, want := range map[int]string{-1: "", 0: "", 1: "h", 13: "hunter2hunter", 14: "", 99: ""} {
		if got := s.Prefix(n); got != want {
			t.Errorf("Prefix(%d) is %q", n, got)
		}
	}
}

func TestKeysAreFoundByTheirHash(t *testing.T) {
	known := map[[32]byte]authn.Identity{authn.NewSecret("").Hash(): authn.New("nobody")}
	for i := range 20 {
		known[authn.NewSecret(fmt.Sprintf("key-%d", i)).Hash()] = authn.New(fmt.Sprint(i))
	}
	lookup := authn.Keys(known)
	clear(known) // Keys has copied it
	for i := range 20 {
		if who, err := lookup(context.Background(), authn.NewSecret(fmt.Sprintf("key-%d", i))); err != nil || who.Subject() != fmt.Sprint(i) {
			t.Errorf("key %d is %v, %v", i, who, err)
		}
	}
	for _, wrong := range []string{"", "key-", "key-20", "key-1 ", "KEY-1"} {
		who, err := lookup(context.Background(), authn.NewSecret(wrong))
		if !errors.Is(err, authn.ErrInvalid) || !who.Anonymous() {
			t.Errorf("%q is %v, %v", wrong, who, err)
		}
	}
	if _, err := authn.Keys(nil)(context.Background(), authn.NewSecret("x")); !errors.Is(err, authn.ErrInvalid) {
		t.Errorf("no keys at all: %v", err)
	}
}
