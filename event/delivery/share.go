package delivery

import (
	"cmp"
	"slices"
	"sync"
)

// maxKnown is how many destinations a process knows something of.
const maxKnown = 10_000

// share divides the workers of a process among destinations and owners; see [Workers].
type share struct {
	mu           sync.Mutex
	workers      int
	free         int
	destinations map[string]int // their attempts
	owners       map[string]int
	slow         map[string]bool // destinations whose last attempt was slow
	slowly       int             // attempts at them
	wanted       bool            // more than there was room for
}

func newShare(workers int) share {
	return share{workers: workers, free: workers, destinations: map[string]int{}, owners: map[string]int{}, slow: map[string]bool{}}
}

// room returns how many more attempts a destination may have.
func (s *share) room(to target) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(s.free, max(1, s.workers/20)-s.destinations[to.destination], max(1, s.free/10)-s.owners[to.owner])
	if s.slow[to.destination] {
		n = min(n, max(1, s.workers/2)-s.slowly)
	}
	if n <= 0 {
		s.wanted = true
	}
	return max(0, n)
}

// sort sorts destinations by the attempts of their owners.
func (s *share) sort(list []target) {
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.SortStableFunc(list, func(a, b target) int { return cmp.Compare(s.owners[a.owner], s.owners[b.owner]) })
}

// add adds attempts.
func (s *share) add(to target, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(to, n)
}

func (s *share) count(to target, n int) {
	s.free -= n
	if s.destinations[to.destination] += n; s.destinations[to.destination] == 0 {
		delete(s.destinations, to.destination)
	}
	if s.owners[to.owner] += n; s.owners[to.owner] == 0 {
		delete(s.owners, to.owner)
	}
	if s.slow[to.destination] {
		s.slowly += n
	}
}

// release ends an attempt, and reports whether something waits for it.
func (s *share) release(to target) (wanted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(to, -1)
	wanted, s.wanted = s.wanted, false
	return wanted
}

// mark sets whether the last attempt at a destination was slow.
func (s *share) mark(destination string, slow bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case slow == s.slow[destination]:
	case slow:
		if len(s.slow) >= maxKnown {
			clear(s.slow)
			s.slowly = 0
		}
		s.slow[destination] = true
		s.slowly += s.destinations[destination]
	default:
		delete(s.slow, destination)
		s.slowly -= s.destinations[destination]
	}
}
