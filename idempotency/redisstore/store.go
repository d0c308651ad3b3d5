package redisstore

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/tenon-go/tenon/idempotency"
)

// Store is an [idempotency.Store] in Redis.
type Store struct {
	pool   *redis.Pool
	prefix string
	lease  time.Duration // 0: none
}

var _ idempotency.Store = (*Store)(nil)

// Option configures [New].
type Option func(*Store)

// DefaultPrefix is the prefix of keys without [Prefix].
const DefaultPrefix = "idempotency:"

// Prefix sets how the names of keys in Redis begin; 64 hexadecimal digits follow. Stores with
// different prefixes have no keys in common, if neither prefix begins with the other.
func Prefix(prefix string) Option { return func(s *Store) { s.prefix = prefix } }

// Lease sets after which time an unfinished request no longer holds its key, so that a retry
// starts. Without a lease a reservation stays for its ttl; see "At most once" in the
// documentation of package idempotency.
func Lease(d time.Duration) Option { return func(s *Store) { s.lease = max(d, 0) } }

// New returns a store on a pool of connections. It does not use the pool yet. The error reports
// a pool that is nil or has no function that dials.
func New(pool *redis.Pool, options ...Option) (*Store, error) {
	switch {
	case pool == nil:
		return nil, errors.New("redisstore: the pool is nil")
	case pool.DialContext == nil && pool.Dial == nil:
		return nil, errors.New("redisstore: the pool has no DialContext and no Dial")
	}
	s := &Store{pool: pool, prefix: DefaultPrefix}
	for _, o := range options {
		o(s)
	}
	return s, nil
}

// name returns the name of a key in Redis.
func (s *Store) name(key idempotency.Key) string { return s.prefix + hex.EncodeToString(key[:]) }

// Reserve implements [idempotency.Store]. A context that is canceled stops it only until the
// command is sent: Redis would reserve the key for a client that has gone. After an error it
// withdraws the reservation, which Redis may have made without being able to report it.
//
// The error is [idempotency.ErrFull] if Redis has no memory left.
func (s *Store) Reserve(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return idempotency.Outcome{}, err
	}
	ticket := idempotency.NewTicket()
	withdraw := func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), withdrawal)
		defer cancel()
		_ = s.Release(ctx, key, ticket) // the error of Reserve is returned already
	}
	lease := int64(0)
	if s.lease > 0 {
		lease = milliseconds(s.lease)
	}
	reply, err := s.run(ctx, reserve, withdraw, s.name(key), print[:], ticket[:], milliseconds(ttl), lease)
	if err == nil {
		var out idempotency.Outcome
		if out, err = outcome(reply, ticket); err == nil {
			return out, nil
		}
	}
	return idempotency.Outcome{}, fmt.Errorf("redisstore: reserve: %w", err)
}

// withdrawal bounds how long a failed Reserve tries to withdraw its reservation.
const withdrawal = 2 * time.Second

// milliseconds rounds up, and adds one because Redis counts from the last full millisecond, so
// that no ttl and no lease ends early.
func milliseconds(d time.Duration) int64 {
	n := max(d, 0).Milliseconds() + 1
	if d%time.Millisecond > 0 {
		n++
	}
	return n
}

// Complete implements [idempotency.Store]. The error is [idempotency.ErrFull] if Redis has no
// memory left for the response; the key stays reserved then.
func (s *Store) Complete(ctx context.Context, key idempotency.Key, t idempotency.Ticket, a idempotency.Response) error {
	stored, err := redis.Bool(s.run(ctx, complete, nil, s.name(key), t[:], a.Status, appendHeader(nil, a.Header), a.Body))
	switch {
	case err != nil:
		return fmt.Errorf("redisstore: complete: %w", err)
	case !stored:
		return idempotency.ErrLost
	}
	return nil
}

// Release implements [idempotency.Store].
func (s *Store) Release(ctx context.Context, key idempotency.Key, t idempotency.Ticket) error {
	if _, err := s.run(ctx, release, nil, s.name(key), t[:]); err != nil {
		return fmt.Errorf("redisstore: release: %w", err)
	}
	return nil
}
