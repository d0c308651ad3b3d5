package allocs_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
)

// kept keeps what is allocated on the heap.
var kept [8]*[64]byte

func allocate(n int) {
	for i := range n {
		kept[i] = new([64]byte)
	}
}

func TestLeastCountsEveryAllocation(t *testing.T) {
	for n := range len(kept) + 1 {
		if got := allocs.Least(func() { allocate(n) }); got != n {
			t.Errorf("%d allocations, want %d", got, n)
		}
	}
}

func TestLeastIgnoresEmptyPools(t *testing.T) {
	pools := make([]sync.Pool, 8)
	for i := range pools {
		pools[i].New = func() any { return new([64]byte) }
	}
	calls := 0
	got := allocs.Least(func() {
		var taken [8]any
		for i := range pools {
			taken[i] = pools[i].Get()
		}
		if calls++; calls%7 == 0 { // forgets, as after a collection
			return
		}
		for i := range pools {
			pools[i].Put(taken[i])
		}
	})
	if got != 0 {
		t.Errorf("%d allocations", got)
	}
}

func TestLeastIgnoresOtherGoroutines(t *testing.T) {
	stop, done := make(chan bool), make(chan bool)
	defer func() { close(stop); <-done }()
	go func() {
		defer close(done)
		var garbage *[64]byte
		for {
			select {
			case <-stop:
				runtime.KeepAlive(garbage)
				return
			default:
				garbage = new([64]byte)
				runtime.Gosched()
			}
		}
	}()
	if got := allocs.Least(func() { allocate(2) }); got != 2 {
		t.Errorf("%d allocations, want 2", got)
	}
}
