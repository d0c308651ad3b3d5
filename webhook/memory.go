package webhook

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Memory returns a store in memory, for tests and for programs of one process. Its content ends
// with the process.
func Memory() Store { return &memory{} }

type memory struct {
	mu  sync.Mutex
	all []Subscription // in the order of their creation
}

func (m *memory) selected(test func(*Subscription) bool) (found []Subscription) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.all {
		if test(&m.all[i]) {
			found = append(found, m.all[i].Clone())
		}
	}
	return found
}

// Enabled implements [Store].
func (m *memory) Enabled(_ context.Context, event string) ([]Subscription, error) {
	all := m.selected(func(s *Subscription) bool { return s.Enabled() && s.subscribes(event) })
	for i := range all {
		all[i].Keys = nil
	}
	return all, nil
}

// Owned implements [Store].
func (m *memory) Owned(_ context.Context, owner string) ([]Subscription, error) {
	return m.selected(func(s *Subscription) bool { return s.Owner == owner }), nil
}

// Find implements [Store].
func (m *memory) Find(_ context.Context, id string) (Subscription, error) {
	found := m.selected(func(s *Subscription) bool { return s.ID == id })
	if len(found) == 0 {
		return Subscription{}, ErrNotFound
	}
	return found[0], nil
}

// Insert implements [Store].
func (m *memory) Insert(_ context.Context, s Subscription, limit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for i := range m.all {
		switch {
		case m.all[i].ID == s.ID:
			return errors.New("webhook: the ID of a subscription is not unique")
		case m.all[i].Owner == s.Owner:
			n++
		}
	}
	if n >= limit {
		return ErrFull
	}
	m.all = append(m.all, s.Clone())
	return nil
}

// at returns the index of a subscription, and a copy. The caller holds the lock.
func (m *memory) at(id string) (int, Subscription, error) {
	i := slices.IndexFunc(m.all, func(s Subscription) bool { return s.ID == id })
	if i < 0 {
		return 0, Subscription{}, ErrNotFound
	}
	return i, m.all[i].Clone(), nil
}

// Change implements [Store].
func (m *memory) Change(_ context.Context, id string, change func(*Subscription) error) (Subscription, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, s, err := m.at(id)
	if err != nil {
		return Subscription{}, err
	}
	switch err := change(&s); {
	case errors.Is(err, ErrUnchanged):
		return s, nil
	case err != nil:
		return Subscription{}, err
	}
	s.Revision++
	m.all[i] = s.Clone()
	return s, nil
}

// Delete implements [Store].
func (m *memory) Delete(_ context.Context, id string, check func(*Subscription) error) (Subscription, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, s, err := m.at(id)
	if err == nil {
		err = check(&s)
	}
	if err != nil {
		return Subscription{}, err
	}
	m.all = slices.Delete(m.all, i, i+1)
	return s, nil
}
