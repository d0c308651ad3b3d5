package idempotency

import (
	"context"
	"crypto/rand"
	"errors"
	"time"
)

// Store remembers the answers of requests. It is safe for concurrent use.
//
// An error of a store refuses the request, or, from Finish and Abandon, is logged.
type Store interface {
	// Reserve reserves a key for ttl, or tells what has become of the request that
	// reserved it. Of any number of calls at the same time exactly one starts: an
	// implementation inserts if absent, and never looks first. It keeps no
	// reservation where it fails.
	Reserve(ctx context.Context, key Key, print Fingerprint, ttl time.Duration) (Outcome, error)
	// Complete leaves the answer of the request that holds the ticket, until the
	// end of the reservation's ttl. Whoever calls it does not change the answer any
	// more. The error is [ErrLost] where the key is not the ticket's any more.
	Complete(ctx context.Context, key Key, t Ticket, a Response) error
	// Release gives the key free for another attempt, if it still is the
	// ticket's and has no answer.
	Release(ctx context.Context, key Key, t Ticket) error
}

// Errors of stores.
var (
	// ErrLost says that a reservation is over: its time or its lease has run out,
	// and another request may have started.
	ErrLost = errors.New("idempotency: the reservation is over")
	// ErrFull says that a store has no room.
	ErrFull = errors.New("idempotency: the store is full")
)

// Outcome is what [Store.Reserve] found.
type Outcome struct {
	State    State
	Ticket   Ticket   // of Started
	Response Response // of Done; it must not be changed
}

// State is how a request stands to those before it with the same key.
type State uint8

// The states. The zero value is none of them.
const (
	_          State = iota
	Started          // the key was free: this request is to do the work
	InProgress       // the first request has not ended yet, or its server has crashed
	Mismatch         // the first request was another one
	Completed        // the first request left its answer
)

// String implements fmt.Stringer.
func (s State) String() string {
	switch s {
	case Started:
		return "started"
	case InProgress:
		return "running"
	case Mismatch:
		return "mismatch"
	case Completed:
		return "done"
	}
	return "unknown"
}

// Ticket tells a reservation from a later one of the same key, so that a request
// which was taken for lost cannot finish or abandon the work of its successor.
type Ticket [16]byte

// NewTicket returns a ticket that no other reservation has. It is for stores.
func NewTicket() (t Ticket) {
	_, _ = rand.Read(t[:]) // never fails (crypto/rand)
	return t
}

// Response is what is kept of a success.
type Response struct {
	Status int
	Header []Field
	Body   []byte
}

// Field is a line of a header.
type Field struct{ Name, Value string }

// size is how many bytes the answer takes, about.
func (a Response) size() int64 {
	n := len(a.Body)
	for _, f := range a.Header {
		n += len(f.Name) + len(f.Value)
	}
	return int64(n)
}
