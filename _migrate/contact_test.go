package migrate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// ErrNotFound is what the store says of a contact that is not there.
var ErrNotFound = errors.New("not found")

// Store keeps contacts; all three APIs use it as it is.
type Store struct {
	mu  sync.Mutex
	all []Contact
}

// Find returns a contact.
func (s *Store) Find(_ context.Context, id string) (Contact, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.all, func(c Contact) bool { return c.ID == id }); i >= 0 {
		return s.all[i], nil
	}
	return Contact{}, ErrNotFound
}

// Insert stores a contact under a new id.
func (s *Store) Insert(_ context.Context, c Contact) (Contact, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.ID = fmt.Sprintf("00000000-0000-4000-8000-%012d", len(s.all)+1)
	if c.Tags == nil {
		c.Tags = []string{}
	}
	s.all = append(s.all, c)
	return c, nil
}

// First returns at most n contacts whose name begins with a text.
func (s *Store) First(_ context.Context, n int, prefix string) ([]Contact, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []Contact{}
	for _, c := range s.all {
		if len(found) < n && len(c.Name) >= len(prefix) && c.Name[:len(prefix)] == prefix {
			found = append(found, c)
		}
	}
	return found, nil
}
