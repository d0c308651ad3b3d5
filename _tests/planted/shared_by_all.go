package planted

import (
	"github.com/tenon-go/tenon/authn"
)

// sharedByAll takes each caller for the same one.
func sharedByAll(token string) (authn.Identity, error) {
	if _, err := authenticate(token); err != nil {
		return authn.Identity{}, err
	}
	return authn.New("ann"), nil
}
