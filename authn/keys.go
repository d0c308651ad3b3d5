package authn

import (
	"context"
	"crypto/subtle"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// Keys returns a function that looks up API keys in a fixed set, by their [Secret.Hash].
// It compares a key with every hash, so that its duration does not depend on the key.
//
//	lookup := authn.Keys(map[[32]byte]authn.Identity{
//		authn.NewSecret(os.Getenv("CI_KEY")).Hash(): authn.New("ci").Scopes("products:write"),
//	})
func Keys(known map[[32]byte]Identity) func(context.Context, Secret) (Identity, error) {
	type entry struct {
		hash     [32]byte
		identity Identity
	}
	entries := make([]entry, 0, len(known))
	for hash, identity := range known {
		if hash != NewSecret("").Hash() { // an environment variable that was not set
			entries = append(entries, entry{hash, identity})
		}
	}
	return func(_ context.Context, key Secret) (Identity, error) {
		hash, found := key.Hash(), -1
		for i := range entries {
			match := subtle.ConstantTimeCompare(hash[:], entries[i].hash[:])
			found = subtle.ConstantTimeSelect(match, i, found)
		}
		if found < 0 {
			return Identity{}, auth.Invalid(tree.APIKeyUnknown)
		}
		return entries[found].identity, nil
	}
}
