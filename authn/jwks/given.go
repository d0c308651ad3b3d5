package jwks

import (
	"context"
	"errors"

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

// find returns the key of a token.
func (g given) find(ctx context.Context, t *token) (any, error) {
	k, ok, err := g.read(ctx, t)
	switch {
	case err != nil:
		return nil, unread(err)
	case !ok:
		return nil, errUnknown
	}
	// keyfunc compares the algorithm of the key with that of the token, as texts:
	// a key for Ed25519 may call it EdDSA (RFC 9864 §2.2).
	algorithm := k.ALG.String()
	if algorithm == "" {
		algorithm = t.algorithm
	}
	key, err := g.keys.KeyfuncCtx(ctx)(&jwt.Token{Header: map[string]any{jwkset.HeaderKID: k.KID, "alg": algorithm}})
	if err != nil {
		return nil, unread(err)
	}
	return key, nil
}

// read returns the key that a token names, or the only one of its algorithm. ok is false if
// there is no usable key.
func (g given) read(ctx context.Context, t *token) (k jwkset.JWKMarshal, ok bool, err error) {
	if t.named {
		one, err := g.keys.Storage().KeyRead(ctx, t.keyID)
		if err != nil {
			return k, false, err
		}
		k = one.Marshal()
		return k, g.fits(&k, t), nil
	}
	all, err := g.keys.Storage().KeyReadAll(ctx)
	if err != nil {
		return k, false, err
	}
	for _, one := range all {
		m := one.Marshal()
		if !g.fits(&m, t) {
			continue
		}
		if ok {
			return k, false, nil // there are several
		}
		k, ok = m, true
	}
	return k, ok, nil
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
