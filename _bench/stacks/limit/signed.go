package limit

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"net/http"
	"strings"

	"bench/more/token"
)

// signed verifies the signature of a token and nothing else: a program would also read its
// claims.
func signed() http.Handler {
	keys, p := token.Keys(), one()
	header := func(text string) string { return text[:strings.IndexByte(text, '.')] }
	curve, edwards := header(keys.ES256), header(keys.EdDSA)
	valid := func(token string) bool {
		last := strings.LastIndexByte(token, '.')
		if last < 0 {
			return false
		}
		var signature [64]byte
		if n, err := base64.RawURLEncoding.Decode(signature[:], []byte(token[last+1:])); err != nil || n != len(signature) {
			return false
		}
		text := []byte(token[:last])
		switch header(token) {
		case curve:
			digest := sha256.Sum256(text)
			return ecdsa.Verify(keys.Curve, digest[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]))
		case edwards:
			return ed25519.Verify(keys.Edwards, text, signature[:])
		}
		return false
	}
	return served("GET", onePath, func(x *exchange, w http.ResponseWriter, r *http.Request) {
		if token := bearer(r); len(token) > 8<<10 || !valid(token) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		x.vary = personal
		w.Header()["Cache-Control"] = noStore
		x.showOne(w, r, p)
	})
}
