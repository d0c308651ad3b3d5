package jwks

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/golang-jwt/jwt/v5"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// Verifier verifies tokens of one or several issuers. It is safe for concurrent
// use.
type Verifier struct{ issuers map[string]*issuer }

type issuer struct {
	*settings
	source    keySource
	validator *jwt.Validator
}

// New returns a verifier. The error lists all faults of the declaration; nothing is fetched
// yet.
func New(issuers ...Provider) (*Verifier, error) {
	v := &Verifier{map[string]*issuer{}}
	var errs []error
	if len(issuers) == 0 {
		errs = append(errs, errors.New("no issuer is declared"))
	}
	for _, p := range issuers {
		s, err := p.settings()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if v.issuers[s.issuer] != nil {
			errs = append(errs, fmt.Errorf("issuer %s is declared twice", strconv.Quote(s.issuer)))
			continue
		}
		v.issuers[s.issuer] = &issuer{s, s.source(), s.validator()}
	}
	if err := errors.Join(errs...); err != nil {
		v.Close()
		return nil, fmt.Errorf("jwks: %w", err)
	}
	return v, nil
}

// Close cancels fetches and waits for them. Do not use the Verifier afterwards.
func (v *Verifier) Close() {
	for _, i := range v.issuers {
		i.source.close()
	}
}

// Verify returns the identity of a token. It is the function of a scheme:
// authn.Bearer("bearer", v.Verify). The error wraps [authn.ErrInvalid], or
// [authn.ErrUnavailable] if the keys cannot be fetched.
func (v *Verifier) Verify(ctx context.Context, text string) (authn.Identity, error) {
	t, err := parse(text)
	if err != nil {
		return authn.Identity{}, err
	}
	name, err := t.claims.text("iss")
	if err != nil {
		return authn.Identity{}, errClaim
	}
	i := v.issuers[name]
	if i == nil {
		return authn.Identity{}, auth.Invalid(tree.TokenIssuer)
	}
	return i.verify(ctx, t)
}

func (i *issuer) verify(ctx context.Context, t *token) (authn.Identity, error) {
	switch {
	case !slices.Contains(i.algorithms, t.algorithm):
		return authn.Identity{}, auth.Invalid(tree.TokenAlgorithm)
	case !slices.Contains(i.types, t.typ):
		return authn.Identity{}, auth.Invalid(tree.TokenType)
	}
	for missed := false; ; missed = true {
		keys, named, err := i.source.find(ctx, t, missed)
		if err != nil {
			return authn.Identity{}, err
		}
		for _, key := range keys {
			if methodOf(t.algorithm).Verify(t.signed, t.signature, key) == nil {
				return i.identify(t, i.validator)
			}
		}
		if named || missed { // a new key without a name looks like those of the set
			return authn.Identity{}, auth.Invalid(tree.TokenSignature)
		}
	}
}
