package pairs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

// Three features in one API, drawn by a seed: a few with every change, and as many as
// TENON_TRIPLES says, such as "5000 42", the second number being the seed.
func TestTriples(t *testing.T) {
	n, seed := 30, uint64(1)
	if text := os.Getenv("TENON_TRIPLES"); text != "" {
		if _, err := fmt.Sscan(text, &n, &seed); err != nil {
			t.Fatalf("TENON_TRIPLES is %q: %v", text, err)
		}
	}
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	all := features()
	var triples []pair
	for len(triples) < n {
		p := pair{all[random.IntN(len(all))], all[random.IntN(len(all))], all[random.IntN(len(all))]}
		if p[0] == p[1] || p[0] == p[2] || p[1] == p[2] || p.listed() != nil {
			continue
		}
		triples = append(triples, p)
	}
	report(t, tryAll(triples))
}
