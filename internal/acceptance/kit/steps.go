package kit

import (
	"net/http"
	"sync"

	"github.com/tenon-go/tenon/route"
)

// steps records who was there, in order.
type Steps struct {
	mu   sync.Mutex
	list []string
}

func (s *Steps) Add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, name)
}

func (s *Steps) Take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.list
	s.list = nil
	return list
}

func (s *Steps) Outer(name string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.Add("+" + name)
			next.ServeHTTP(w, r)
			s.Add("-" + name)
		})
	}
}

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
