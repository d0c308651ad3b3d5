package idempotency

import (
	"context"
	"crypto/rand"
	"errors"
	"time"
)

// Store stores the responses of requests. It is safe for concurrent use.
//
// An error of Reserve rejects the request with 503; errors of Complete and Release are
// logged.
type Store interface {
	// Reserve reserves a key for ttl, or returns the state of the request that reserved
	// it. Of any number of concurrent calls exactly one starts: an implementation inserts
	// if absent, and does not look first. After an error there is no reservation.
	Reserve(ctx context.Context, key Key, print Fingerprint, ttl time.Duration) (Outcome, error)
	// Complete stores the response of the request that holds the ticket, until the ttl of
	// the reservation is over. The caller does not change the response any more. The error
	// is [ErrLost] if the ticket does not hold the key any more.
	Complete(ctx context.Context, key Key, t Ticket, a Response) error
	// Release makes the key available to another attempt, if the ticket still holds it and
	// there is no response.
	Release(ctx context.Context, key Key, t Ticket) error
}

// Transactional is a store whose reservations are made in the transaction of the handler's work.
// A request with a key is one transaction: its record, its work and its response are committed
// together, or not at all. A route that is Idempotent with such a store uses Begin in place of
// Reserve, Complete and Release.
type Transactional interface {
	Store
	// Begin reserves a key for ttl in a new transaction, or returns the state of the request
	// that reserved it. Tx is open if the state is Started, and nil otherwise. A concurrent
	// request with the key gets InProgress, or waits a bounded time until the first has ended.
	Begin(ctx context.Context, key Key, print Fingerprint, ttl time.Duration) (Outcome, Tx, error)
}

// Tx is the open transaction of a request. Commit or Rollback ends it.
type Tx interface {
	// Context returns a context of the handler, with which its work joins the transaction. The
	// transaction does not end with the context.
	Context(ctx context.Context) context.Context
	// Joined reports whether the handler's work has joined the transaction.
	Joined() bool
	// Commit stores the response and commits the transaction, which ends also if Commit fails.
	// After an error the outcome may be unknown; another attempt with the key finds out.
	Commit(ctx context.Context, a Response) error
	// Rollback undoes the work and the reservation.
	Rollback() error
}

// Errors of stores.
var (
	// ErrLost reports that a reservation is over: its ttl or its lease has ended, and
	// another request may have started.
	ErrLost = errors.New("idempotency: the reservation is over")
	// ErrFull reports that a store is full.
	ErrFull = errors.New("idempotency: the store is full")
)

// Outcome is the result of [Store.Reserve].
type Outcome struct {
	State    State
	Ticket   Ticket   // of Started
	Response Response // of Completed; it must not be changed
}

// State is the state of a key.
type State uint8

// The states. The zero value is none of them.
const (
	_          State = iota
	Started          // the key was free, and this request has reserved it
	InProgress       // the first request is unfinished, or its server has crashed
	Mismatch         // the first request has another fingerprint
	Completed        // the first request has a response
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

// Ticket distinguishes a reservation from later ones of the same key, so that a request
// whose lease is over cannot complete or release the reservation of its successor.
type Ticket [16]byte

// NewTicket returns a random ticket, for implementations of [Store].
func NewTicket() (t Ticket) {
	_, _ = rand.Read(t[:]) // never fails (crypto/rand)
	return t
}

// Response is a stored response.
type Response struct {
	Status int
	Header []Field
	Body   []byte
}

// Field is a header field.
type Field struct{ Name, Value string }

// size returns about how many bytes the response takes.
func (r Response) size() int64 {
	n := len(r.Body)
	for _, f := range r.Header {
		n += len(f.Name) + len(f.Value)
	}
	return int64(n)
}
