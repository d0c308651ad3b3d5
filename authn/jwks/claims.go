package jwks

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

var (
	errClaim = auth.Invalid(tree.TokenClaim)
	errBound = auth.Invalid(tree.TokenBound)
)

// claims are the registered claims of a token, for the validator.
type claims struct {
	issuer, subject  string
	audience         []string
	expires, nbf, at *jwt.NumericDate
}

var _ jwt.Claims = (*claims)(nil)

func (c *claims) GetExpirationTime() (*jwt.NumericDate, error) { return c.expires, nil }
func (c *claims) GetIssuedAt() (*jwt.NumericDate, error)       { return c.at, nil }
func (c *claims) GetNotBefore() (*jwt.NumericDate, error)      { return c.nbf, nil }
func (c *claims) GetIssuer() (string, error)                   { return c.issuer, nil }
func (c *claims) GetSubject() (string, error)                  { return c.subject, nil }
func (c *claims) GetAudience() (jwt.ClaimStrings, error)       { return c.audience, nil }

// validator returns a validator of the registered claims (RFC 7519 §4.1).
func (s *settings) validator() *jwt.Validator {
	return jwt.NewValidator(
		jwt.WithIssuer(s.issuer),
		jwt.WithAudience(s.audience...),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithLeeway(s.leeway),
		jwt.WithTimeFunc(s.clock),
	)
}

// identify returns the identity of a token with a valid signature.
func (s *settings) identify(t *token, v *jwt.Validator) (authn.Identity, error) {
	c, err := registered(t.claims)
	if err != nil {
		return authn.Identity{}, errClaim
	}
	if err := v.Validate(c); err != nil {
		return authn.Identity{}, rejected(err)
	}
	if _, bound := t.claims["cnf"]; bound { // RFC 7800: not a bearer token
		return authn.Identity{}, errBound
	}
	for _, name := range s.required {
		if _, ok := t.claims[name]; !ok {
			return authn.Identity{}, errClaim
		}
	}
	for _, name := range []string{"client_id", "jti"} {
		if _, err := t.claims.text(name); err != nil {
			return authn.Identity{}, errClaim
		}
	}
	scopes, err1 := scopes(t.claims)
	roles, err2 := listed(t.claims, s.roles)
	permissions, err3 := listed(t.claims, s.permissions)
	if err1 != nil || err2 != nil || err3 != nil || c.subject == "" {
		return authn.Identity{}, errClaim
	}
	// The clock of the settings may differ from that of the program.
	left := c.expires.Add(s.leeway).Sub(s.clock())
	return authn.New(c.subject).Issuer(s.issuer).Scopes(scopes...).Roles(roles...).
		Permissions(permissions...).Claims(t.payload).Expires(time.Now().Add(left)), nil
}

func registered(o object) (*claims, error) {
	var c claims
	var errs [6]error
	c.issuer, errs[0] = o.text("iss")
	c.subject, errs[1] = o.text("sub")
	c.audience, errs[2] = o.texts("aud")
	c.expires, errs[3] = numericDate(o, "exp")
	c.nbf, errs[4] = numericDate(o, "nbf")
	c.at, errs[5] = numericDate(o, "iat")
	return &c, errors.Join(errs[:]...)
}

func numericDate(o object, name string) (*jwt.NumericDate, error) {
	at, given, err := o.date(name)
	if err != nil || !given {
		return nil, err
	}
	return &jwt.NumericDate{Time: at}, nil
}

// rejected returns an error that names the invalid claim to the client.
func rejected(err error) error {
	for _, known := range []struct {
		is     error
		reason tree.Detail
	}{
		{jwt.ErrTokenInvalidAudience, tree.TokenAudience},
		{jwt.ErrTokenExpired, tree.TokenExpired},
		{jwt.ErrTokenNotValidYet, tree.TokenEarly},
		{jwt.ErrTokenUsedBeforeIssued, tree.TokenEarly},
		{jwt.ErrTokenRequiredClaimMissing, tree.TokenClaim},
	} {
		if errors.Is(err, known.is) {
			return auth.Invalid(known.reason)
		}
	}
	return auth.Invalid(tree.TokenInvalid)
}

// scopes returns the names in scope and scp: a string with spaces between them (RFC 8693 §4.2),
// or a list, as some providers send it. Other white space does not separate names, and no scope
// contains it (RFC 6749 §3.3).
func scopes(o object) (all []string, err error) {
	for _, name := range []string{"scope", "scp"} {
		list, err := o.texts(name)
		if err != nil {
			return nil, err
		}
		if raw := o[name]; raw != "" && kindOf(raw) == jsonx.String {
			list = slices.DeleteFunc(strings.Split(list[0], " "), func(name string) bool { return name == "" })
		}
		all = append(all, list...)
	}
	return all, nil
}

// listed returns the strings at some paths.
func listed(o object, paths []string) (all []string, err error) {
	for _, path := range paths {
		raw, err := o.at(path)
		if err != nil {
			return nil, err
		}
		if raw == "" {
			continue
		}
		list, err := textsOf(raw)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}
