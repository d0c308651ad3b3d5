package tree_test

import (
	"sync"
	"testing"

	"github.com/tenon-go/tenon/tree"
)

func TestDerivedIdentitiesAreStable(t *testing.T) {
	a, b := new(tree.ID), new(tree.ID)
	seen := map[*tree.ID]bool{a: true, b: true}
	for kind := range 16 {
		for _, id := range []*tree.ID{a, b} {
			if first, again := id.Made(kind), id.Made(kind); first != again {
				t.Errorf("kind %d is made twice", kind)
			}
			if seen[id.Made(kind)] {
				t.Errorf("kind %d is another thing, too", kind)
			}
			seen[id.Made(kind)] = true
		}
	}
}

func TestDerivedIdentitiesAreStableConcurrently(t *testing.T) {
	id, made := new(tree.ID), make([]*tree.ID, 8)
	var group sync.WaitGroup
	for i := range made {
		group.Go(func() { made[i] = id.Made(3) })
	}
	group.Wait()
	for _, one := range made {
		if one != made[0] {
			t.Fatal("two are made")
		}
	}
}
