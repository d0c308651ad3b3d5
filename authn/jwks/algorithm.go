package jwks

import (
	"slices"

	"github.com/MicahParks/jwkset"
	"github.com/golang-jwt/jwt/v5"
)

// edDSA is the name of Ed25519 inside the package, because the modules below it know no other.
const edDSA = "EdDSA"

// canonical returns the one name that the package uses for an algorithm. Names are compared
// exactly: "noNE" is the name of none.
func canonical(name string) string {
	if name == "Ed25519" {
		return edDSA
	}
	return name
}

// methodOf returns the method that verifies signatures of an algorithm, or nil if it is not an
// algorithm with public keys.
func methodOf(name string) jwt.SigningMethod {
	switch canonical(name) {
	case "RS256":
		return jwt.SigningMethodRS256
	case "RS384":
		return jwt.SigningMethodRS384
	case "RS512":
		return jwt.SigningMethodRS512
	case "PS256":
		return exactSalt(jwt.SigningMethodPS256)
	case "PS384":
		return exactSalt(jwt.SigningMethodPS384)
	case "PS512":
		return exactSalt(jwt.SigningMethodPS512)
	case "ES256":
		return jwt.SigningMethodES256
	case "ES384":
		return jwt.SigningMethodES384
	case "ES512":
		return jwt.SigningMethodES512
	case edDSA:
		return jwt.SigningMethodEdDSA
	}
	return nil
}

// exactSalt returns the method with salts of the hash's length only (RFC 7518 §3.5); the
// module's method accepts any length.
func exactSalt(m *jwt.SigningMethodRSAPSS) jwt.SigningMethod {
	return &jwt.SigningMethodRSAPSS{SigningMethodRSA: m.SigningMethodRSA, Options: m.Options}
}

// bind returns the one algorithm of a key (RFC 8725 §3.1): the one it names, or the first
// allowed one that its type and curve support; "" if there is none.
func bind(k *jwkset.JWKMarshal, allowed []string) string {
	named := canonical(string(k.ALG))
	for _, name := range allowed {
		if slices.Contains(possible(k), name) && (named == "" || named == name) {
			return name
		}
	}
	return ""
}

// possible returns the algorithms that a key's type and curve support.
func possible(k *jwkset.JWKMarshal) []string {
	switch {
	case k.KTY == jwkset.KtyRSA:
		return []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"}
	case k.KTY == jwkset.KtyEC && k.CRV == jwkset.CrvP256:
		return []string{"ES256"}
	case k.KTY == jwkset.KtyEC && k.CRV == jwkset.CrvP384:
		return []string{"ES384"}
	case k.KTY == jwkset.KtyEC && k.CRV == jwkset.CrvP521:
		return []string{"ES512"}
	case k.KTY == jwkset.KtyOKP && k.CRV == jwkset.CrvEd25519:
		return []string{edDSA}
	}
	return nil
}
