package jwks

import (
	"encoding/base64"
	"strings"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// maxKeyID is the maximum length in bytes of a key's name.
const maxKeyID = 256

// token is a well-formed JWT that is not verified yet.
type token struct {
	algorithm string // canonical
	keyID     string // "": it names no key
	typ       string
	claims    object
	payload   []byte
	signed    string // the text that is signed
	signature []byte
}

var errForm = auth.Invalid(tree.TokenMalformed)

// parse parses a token in compact form (RFC 7515 §7.1), strictly (RFC 8725 §3).
func parse(text string) (*token, error) {
	if len(text) > authn.MaxCredentials {
		return nil, auth.Invalid(tree.CredentialsLong)
	}
	// This precedes all decoding, because encoding/base64 skips line breaks.
	if strings.ContainsFunc(text, outside) || strings.Count(text, ".") != 2 {
		return nil, errForm
	}
	end := strings.LastIndexByte(text, '.')
	head, body, _ := strings.Cut(text[:end], ".")
	header, err1 := decode(head)
	payload, err2 := decode(body)
	signature, err3 := decode(text[end+1:])
	if err1 != nil || err2 != nil || err3 != nil || len(signature) == 0 {
		return nil, errForm
	}
	t := &token{payload: payload, signed: text[:end], signature: signature}
	h, err := readObject(header)
	if err != nil {
		return nil, errForm
	}
	if t.claims, err = readObject(payload); err != nil {
		return nil, errForm
	}
	return t, t.header(h)
}

// outside reports whether a byte cannot be part of a token.
func outside(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.')
}

func decode(part string) ([]byte, error) { return base64.RawURLEncoding.Strict().DecodeString(part) }

// header reads the members that are supported. Members with keys (jwk, jku, x5c, x5u) are
// ignored.
func (t *token) header(h object) error {
	if _, ok := h["crit"]; ok { // RFC 7515 §4.1.11: no extension is supported
		return auth.Invalid(tree.TokenCritical)
	}
	algorithm, err1 := h.text("alg")
	typ, err2 := h.text("typ")
	keyID, err3 := h.text("kid")
	if err1 != nil || err2 != nil || err3 != nil || algorithm == "" || len(keyID) > maxKeyID {
		return errForm
	}
	t.algorithm, t.typ, t.keyID = canonical(algorithm), mediaType(typ), keyID
	return nil
}
