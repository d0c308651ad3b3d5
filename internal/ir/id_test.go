package ir_test

import (
	"sync"
	"testing"

	"github.com/tenon-go/tenon/internal/ir"
)

func TestDerivedIdentitiesAreStable(t *testing.T) {
	a, b := new(ir.ID), new(ir.ID)
	seen := map[*ir.ID]bool{a: true, b: true}
	for kind := range 16 {
		for _, id := range []*ir.ID{a, b} {
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
	id, made := new(ir.ID), make([]*ir.ID, 8)
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
