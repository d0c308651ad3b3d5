package joint

import (
	"context"
	"errors"
	"sync"
)

// Scope is the open transaction Tx of a request on the database DB. It is in the context of the
// request.
type Scope[DB comparable, Tx any] struct {
	DB        DB
	Tx        Tx
	Isolation int // as the driver numbers it
	// Rollback ends the transaction if a function still used it at the end of the request.
	Rollback func()

	mu     sync.Mutex
	inside bool // a function uses the transaction
	ended  bool // the request has
	joined bool
	broken bool // a function failed that could not be undone
}

// Errors of scopes.
var (
	errInside = errors.New("another Do of this request has not returned; it has one transaction, which Do neither nests nor shares: pass tx on, or call Do one after another")
	errEnded  = errors.New("the request has ended, and its transaction with it; use Detach for work that outlives the request")
	errBroken = errors.New("an earlier Do of this request could not be undone; nothing of it will be committed")
)

type key[DB comparable, Tx any] struct{}

// NewContext returns a context of the scope; nil: of none.
func NewContext[DB comparable, Tx any](ctx context.Context, s *Scope[DB, Tx]) context.Context {
	return context.WithValue(ctx, key[DB, Tx]{}, s)
}

// Of returns the scope of a context if it is of the database; nil: there is none.
func Of[DB comparable, Tx any](ctx context.Context, db DB) *Scope[DB, Tx] {
	if s, _ := ctx.Value(key[DB, Tx]{}).(*Scope[DB, Tx]); s != nil && s.DB == db {
		return s
	}
	return nil
}

// Enter begins the use of the transaction by a function. After it, Leave must be called.
func (s *Scope[DB, Tx]) Enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended:
		return errEnded
	case s.inside:
		return errInside
	case s.broken:
		return errBroken
	}
	s.inside, s.joined = true, true
	return nil
}

// Leave ends the use of the transaction. If broken, its statements are not undone, although the
// function has failed. The error reports that the request has ended before the function.
func (s *Scope[DB, Tx]) Leave(broken bool) error {
	s.mu.Lock()
	s.inside, s.broken = false, s.broken || broken
	ended := s.ended
	s.mu.Unlock()
	if ended {
		s.Rollback()
		return errEnded
	}
	return nil
}

// End ends the request. If free, the caller ends the transaction. Otherwise a function still
// uses it, and it is rolled back when the function returns. It can be committed if err is nil.
func (s *Scope[DB, Tx]) End() (free bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended:
		return false, errEnded
	case s.inside:
		s.ended = true
		return false, errors.New("the handler returned before its Do")
	}
	s.ended = true
	if s.broken {
		return true, errBroken
	}
	return true, nil
}

// Joined reports whether a function has used the transaction.
func (s *Scope[DB, Tx]) Joined() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.joined
}
