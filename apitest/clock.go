package apitest

import (
	"sync/atomic"
	"time"
)

// Clock is the wall clock of one server in a test. It runs as package time does, so that a bubble of
// testing/synctest moves it, too; Move sets it ahead or back. The zero Clock is right.
//
// Its method Now is an argument of the Clock options of packages authn/jwks, idempotency,
// idempotency/sqlstore and throttle. Timers, deadlines and heartbeats have no wall clock: they follow
// package time.
//
// A Clock is safe for concurrent use, and must not be copied.
type Clock struct{ ahead atomic.Int64 }

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// Move sets the clock ahead, or back if the duration is negative. Several moves add up.
func (c *Clock) Move(by time.Duration) { c.ahead.Add(int64(by)) }
