package jwks

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/MicahParks/jwkset"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// The limits of a set.
const (
	maxKeys    = 100
	minRSABits = 2048
	maxRSABits = 8192
)

// keySet holds the keys of an issuer by algorithm, so that only keys of the token's algorithm are
// found.
type keySet map[string][]namedKey

// namedKey is a key and its kid, which is "" if it has none (RFC 7517 §4.5).
type namedKey struct {
	name string
	key  any
}

// find returns the keys that may have signed a token: the one that it names, or all of its algorithm if it
// names none, or if none of these has a name.
func (s keySet) find(t *token) (keys []any, named bool) {
	all := s[t.algorithm]
	named = t.keyID != "" && slices.ContainsFunc(all, func(k namedKey) bool { return k.name != "" })
	for _, k := range all {
		if !named || k.name == t.keyID {
			keys = append(keys, k.key)
		}
	}
	return keys, named
}

// readKeys reads a JWK set (RFC 7517 §5). It skips keys that are not for an allowed signature
// algorithm, with an error for each.
func readKeys(text []byte, allowed []string) (set keySet, dropped []error, err error) {
	keys, err := members(text)
	if err != nil {
		return nil, nil, err
	}
	set = keySet{}
	for i, raw := range keys {
		name, algorithm, key, err := readKey(raw, allowed)
		if err == nil && name != "" && slices.ContainsFunc(set[algorithm], func(k namedKey) bool { return k.name == name }) {
			err = errors.New("another key has its name")
		}
		if err != nil {
			dropped = append(dropped, fmt.Errorf("key %d: %w", i, err))
			continue
		}
		set[algorithm] = append(set[algorithm], namedKey{name, key})
	}
	if len(set) == 0 {
		err = errors.New("the set has no usable key")
	}
	return set, dropped, err
}

// members returns the keys of a set.
func members(text []byte) (keys []object, err error) {
	set, err := readObject(text)
	if err != nil {
		return nil, err
	}
	raw, ok := set["keys"]
	if !ok || kindOf(raw) != jsonx.Array {
		return nil, errors.New("the set has no list of keys")
	}
	var r jsonx.Reader
	r.Reset([]byte(raw), jsonx.Limits{})
	r.Array()
	for r.Item() {
		if len(keys) == maxKeys {
			return nil, fmt.Errorf("the set has more than %d keys", maxKeys)
		}
		item := r.Raw()
		if item == "" {
			break
		}
		key := object{} // a value that is no object has no members, and is skipped
		if kindOf(item) == jsonx.Object {
			if key, err = readObject([]byte(item)); err != nil {
				return nil, err
			}
		}
		keys = append(keys, key)
	}
	return keys, r.End()
}

// readKey reads a public key. It ignores the key's certificates: the trust is in the set.
func readKey(o object, allowed []string) (name, algorithm string, key any, err error) {
	var errs []error
	text := func(name string) string {
		s, err := o.text(name)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		return s
	}
	m := jwkset.JWKMarshal{
		KTY: jwkset.KTY(text("kty")), USE: jwkset.USE(text("use")), ALG: jwkset.ALG(text("alg")), KID: text("kid"),
		CRV: jwkset.CRV(text("crv")), X: text("x"), Y: text("y"), N: text("n"), E: text("e"),
	}
	operations, err := o.texts("key_ops")
	if err := errors.Join(append(errs, err)...); err != nil {
		return "", "", nil, err
	}
	if _, limited := o["key_ops"]; limited {
		m.KEYOPS = []jwkset.KEYOPS{}
		for _, operation := range operations {
			m.KEYOPS = append(m.KEYOPS, jwkset.KEYOPS(operation))
		}
	}
	if algorithm, err = usable(&m, allowed); err != nil {
		return "", "", nil, err
	}
	m.ALG = jwkset.ALG(algorithm)
	k, err := jwkset.NewJWKFromMarshal(m, jwkset.JWKMarshalOptions{}, jwkset.JWKValidateOptions{})
	if err != nil {
		return "", "", nil, err
	}
	return m.KID, algorithm, k.Key(), nil
}

// usable returns the allowed algorithm of a key for signatures, or an error that says why there
// is none.
func usable(m *jwkset.JWKMarshal, allowed []string) (algorithm string, err error) {
	switch {
	case m.USE != "" && m.USE != jwkset.UseSig:
		return "", errors.New("its use is not sig")
	case m.KEYOPS != nil && !slices.Contains(m.KEYOPS, jwkset.KeyOpsVerify):
		return "", errors.New("its key_ops do not include verify")
	case len(m.KID) > maxKeyID:
		return "", errors.New("its name is too long")
	case m.KTY == jwkset.KtyRSA:
		if err := checkRSA(m.N, m.E); err != nil {
			return "", err
		}
	}
	if algorithm = bind(m, allowed); algorithm == "" {
		return "", errors.New("it has no allowed algorithm")
	}
	return algorithm, nil
}

// checkRSA bounds an RSA key before the module reads it, which keeps only the low 64 bits of an
// exponent.
func checkRSA(modulus, exponent string) error {
	n, err1 := base64.RawURLEncoding.DecodeString(strings.TrimRight(modulus, "="))
	e, err2 := base64.RawURLEncoding.DecodeString(strings.TrimRight(exponent, "="))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	bits := new(big.Int).SetBytes(n).BitLen()
	switch {
	case bits < minRSABits:
		return fmt.Errorf("an RSA key has %d bits, fewer than %d", bits, minRSABits)
	case bits > maxRSABits:
		return fmt.Errorf("an RSA key has %d bits, more than %d", bits, maxRSABits)
	}
	value := new(big.Int).SetBytes(e)
	if value.BitLen() > 31 || value.Cmp(big.NewInt(3)) < 0 || value.Bit(0) == 0 {
		return errors.New("the exponent of the RSA key is even or out of range")
	}
	return nil
}
