package kit

import (
	"net/http"
	"sync"

	"github.com/tenon-go/tenon/route"
)

// Steps records the names of middleware functions and handlers in the order of their calls.
type Steps struct {
	mu   sync.Mutex
	list []string
}

// Add records a name.
func (s *Steps) Add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, name)
}

// Take returns the names, and forgets them.
func (s *Steps) Take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.list
	s.list = nil
	return list
}

// Outer returns HTTP middleware that records its name.
func (s *Steps) Outer(name string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.Add("+" + name)
			next.ServeHTTP(w, r)
			s.Add("-" + name)
		})
	}
}

// Inner returns middleware of a route that records its name.
func (s *Steps) Inner(name string) func(route.Handler) route.Handler {
	return func(next route.Handler) route.Handler {
		return func(c *route.Call) error {
			s.Add("+" + name)
			err := next(c)
			s.Add("-" + name)
			return err
		}
	}
}
