package redisstore

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/tenon-go/tenon/idempotency"
)

// A key is a hash. Its fields are print, ticket and ttl (milliseconds), and those of the response:
// status, header and body. Redis runs a script as one step.

// reserve has the arguments print, ticket, ttl and lease. It returns a state of
// idempotency.State, with the fields of the response if there is one. The age of a reservation is
// what has passed of its ttl, so that a script needs no clock.
var reserve = newScript(`
local key = redis.call('HMGET', KEYS[1], 'print', 'ttl', 'status')
if key[1] then
  if key[1] ~= ARGV[1] then
    return {3}
  end
  if key[3] then
    local response = redis.call('HMGET', KEYS[1], 'header', 'body')
    return {4, key[3], response[1], response[2]}
  end
  local lease = tonumber(ARGV[4])
  if lease == 0 or key[2] - redis.call('PTTL', KEYS[1]) < lease then
    return {2}
  end
end
redis.call('HSET', KEYS[1], 'print', ARGV[1], 'ticket', ARGV[2], 'ttl', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1}`)

// complete has the arguments ticket, status, header and body. It returns whether the ticket held
// the key. HSET does not change when a key expires.
var complete = newScript(`
local key = redis.call('HMGET', KEYS[1], 'ticket', 'status')
if key[1] ~= ARGV[1] or key[2] then
  return 0
end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'header', ARGV[3], 'body', ARGV[4])
return 1`)

// release has the argument ticket.
var release = newScript(`
local key = redis.call('HMGET', KEYS[1], 'ticket', 'status')
if key[1] ~= ARGV[1] or key[2] then
  return 0
end
return redis.call('DEL', KEYS[1])`)

// script is a script on one key.
type script struct{ text, digest string }

func newScript(text string) script {
	sum := sha1.Sum([]byte(text)) // of EVALSHA
	return script{text, hex.EncodeToString(sum[:])}
}

// patience bounds a call without a deadline.
const patience = 5 * time.Second

// result is the result of an exchange with Redis.
type result struct {
	reply any
	sent  bool // Redis may have run the script
	err   error
}

// run runs a script, and returns at the deadline of ctx. The driver cannot be interrupted while it
// dials or writes, so that a goroutine does it, which may outlive the call. It calls undo, if not
// nil, if Redis may have run the script and the caller does not get the reply.
func (s *Store) run(ctx context.Context, of script, undo func(), name string, args ...any) (any, error) {
	end, ok := ctx.Deadline()
	if !ok {
		end = time.Now().Add(patience)
	}
	done, gone := make(chan result), make(chan struct{})
	go func() {
		r := s.exchange(ctx, end, of, append([]any{1, name}, args...))
		if r.err != nil && r.sent && undo != nil {
			undo()
		}
		select {
		case done <- r:
		case <-gone:
			if r.err == nil && undo != nil {
				undo()
			}
		}
	}()
	late := time.NewTimer(time.Until(end))
	defer late.Stop()
	select {
	case r := <-done:
		return r.reply, r.err
	case <-late.C:
		close(gone)
		return nil, context.DeadlineExceeded
	}
}

// exchange runs a script on a connection of the pool. It stops when ctx is canceled, until the
// script is sent.
func (s *Store) exchange(ctx context.Context, end time.Time, of script, args []any) (r result) {
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	conn, err := s.pool.GetContext(ctx)
	if err != nil {
		return result{err: err}
	}
	defer func() { _ = conn.Close() }() // returns it to the pool, which reports nothing of use
	if err := ctx.Err(); err != nil {
		return result{err: err}
	}
	r.sent = true
	if r.reply, r.err = do(conn, end, "EVALSHA", of.digest, args); unknown(r.err) {
		r.reply, r.err = do(conn, end, "EVAL", of.text, args)
	}
	if r.err != nil && strings.Contains(r.err.Error(), "OOM command not allowed") {
		r.err = fmt.Errorf("%w: %w", idempotency.ErrFull, r.err)
	}
	return r
}

// do sends a command and reads the reply until end.
func do(conn redis.Conn, end time.Time, command, script string, args []any) (any, error) {
	left := time.Until(end)
	if left <= 0 { // 0 would be no limit
		return nil, context.DeadlineExceeded
	}
	return redis.DoWithTimeout(conn, left, command, append([]any{script}, args...)...)
}

// unknown reports whether Redis does not have the script, as after a restart.
func unknown(err error) bool {
	var reply redis.Error
	return errors.As(err, &reply) && strings.HasPrefix(string(reply), "NOSCRIPT ")
}
