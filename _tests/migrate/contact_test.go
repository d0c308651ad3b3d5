package migrate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// ErrNotFound is the error of the store for a missing contact.
var ErrNotFound = errors.New("not found")

// A Store stores contacts. All three APIs use it.
type Store struct {
	mu  sync.Mutex
	all []Contact
}

// Find returns the contact with the ID.
func (s *Store) Find(_ context.Context, id string) (Contact, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.all, func(c Contact) bool { return c.ID == id }); i >= 0 {
		return s.all[i], nil
	}
	return Contact{}, ErrNotFound
}

// Insert stores a contact with a new ID.
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

// First returns at most n contacts whose names begin with prefix.
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
