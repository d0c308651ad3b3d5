package jwks

import (
	"context"
	"errors"
	"slices"

	"github.com/MicahParks/jwkset"
	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"

	"github.com/tenon-go/tenon/authn"
)

// given returns keys from the source of the program; see [Keys].
type given struct {
	*settings
	keys keyfunc.Keyfunc
}

func (s *settings) source() keySource {
	if s.keys != nil {
		return given{s, s.keys}
	}
	return newSource(s)
}

func (given) close() {}

// find returns the keys that may have signed a token.
func (g given) find(ctx context.Context, t *token, missed bool) (keys []any, named bool, err error) {
	all, err := g.read(ctx, t)
	if err != nil {
		return nil, false, unread(err)
	}
	for _, k := range all {
		// keyfunc compares the algorithm of the key with that of the token, as texts:
		// a key for Ed25519 may call it EdDSA (RFC 9864 §2.2).
		algorithm := k.ALG.String()
		if algorithm == "" {
			algorithm = t.algorithm
		}
		key, err := g.keys.KeyfuncCtx(ctx)(&jwt.Token{Header: map[string]any{jwkset.HeaderKID: k.KID, "alg": algorithm}})
		if err != nil {
			return nil, false, unread(err)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 || missed {
		return nil, false, errUnknown
	}
	return keys, t.keyID != "", nil
}

// read returns the usable key that a token names. For one that names none, it returns those without a
// name, or the only one of the algorithm: a program may have the keys of several issuers in one storage.
func (g given) read(ctx context.Context, t *token) (keys []jwkset.JWKMarshal, err error) {
	var all []jwkset.JWK
	if t.keyID != "" {
		all = make([]jwkset.JWK, 1)
		all[0], err = g.keys.Storage().KeyRead(ctx, t.keyID)
	} else {
		all, err = g.keys.Storage().KeyReadAll(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if k := one.Marshal(); g.fits(&k, t) && len(keys) < maxKeys {
			keys = append(keys, k)
		}
	}
	if t.keyID == "" && len(keys) > 1 {
		keys = slices.DeleteFunc(keys, func(k jwkset.JWKMarshal) bool { return k.KID != "" })
	}
	return keys, nil
}

func (g given) fits(k *jwkset.JWKMarshal, t *token) bool {
	algorithm, err := usable(k, g.algorithms)
	return err == nil && algorithm == t.algorithm
}

// unread returns the error of a key that could not be read.
func unread(err error) error {
	if errors.Is(err, jwkset.ErrKeyNotFound) {
		return errUnknown
	}
	return authn.Unavailable(0, err)
}
