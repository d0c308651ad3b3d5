package authn

import (
	"context"
	"crypto/subtle"

	"github.com/tenon-go/tenon/internal/ir"
)

// Keys looks API keys up in a fixed set, by their [Secret.Hash]. It compares a
// key with every hash there is, so that its time does not depend on the key.
//
//	lookup := authn.Keys(map[[32]byte]authn.Identity{
//		authn.NewSecret(os.Getenv("CI_KEY")).Hash(): authn.New("ci").Scopes("products:write"),
//	})
func Keys(known map[[32]byte]Identity) func(context.Context, Secret) (Identity, error) {
	type entry struct {
		hash [32]byte
		who  Identity
	}
	entries := make([]entry, 0, len(known))
	for hash, who := range known {
		if hash != NewSecret("").Hash() { // a variable that was not set
			entries = append(entries, entry{hash, who})
		}
	}
	return func(_ context.Context, key Secret) (Identity, error) {
		hash, found := key.Hash(), -1
		for i := range entries {
			match := subtle.ConstantTimeCompare(hash[:], entries[i].hash[:])
			found = subtle.ConstantTimeSelect(match, i, found)
		}
		if found < 0 {
			return Identity{}, InvalidAs(ir.Key{}, ir.APIKeyUnknown)
		}
		return entries[found].who, nil
	}
}
