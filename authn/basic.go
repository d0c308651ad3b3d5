package authn

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// Basic declares a user and a password in the Authorization header (RFC 7617), both in
// UTF-8. The function should take as long for an unknown user as for a wrong password.
func Basic(name string, check func(ctx context.Context, user string, password Secret) (Identity, error)) Scheme {
	return declare(tree.Scheme{Name: name, Kind: tree.HTTPBasic}, basic{check}.identify, check == nil)
}

type basic struct {
	check func(context.Context, string, Secret) (Identity, error)
}

func (b basic) identify(r *http.Request) (Identity, bool, error) {
	token, found, err := token68(r, "Basic")
	if err != nil || !found {
		return Identity{}, found, err
	}
	// RFC 7617 §2: user-id ":" password; the user has no colon, and neither has control
	// characters.
	text, err := base64.StdEncoding.Strict().DecodeString(token)
	user, password, colon := strings.Cut(string(text), ":")
	if err != nil || !colon || !utf8.Valid(text) || strings.ContainsFunc(string(text), unicode.IsControl) {
		return Identity{}, true, auth.Malformed(tree.AuthorizationMalformed)
	}
	identity, err := b.check(r.Context(), user, NewSecret(password))
	return identity, true, err
}
