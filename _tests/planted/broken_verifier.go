package planted

import (
	"errors"

	"github.com/tenon-go/tenon/authn"
)

// brokenVerifier fails for a token that is no token.
func brokenVerifier(token string) (authn.Identity, error) {
	if len(token) > 3 {
		return authn.Identity{}, errors.New("the verifier has a bug")
	}
	return authenticate(token)
}
