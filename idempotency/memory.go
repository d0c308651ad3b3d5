package idempotency

import (
	"bytes"
	"container/heap"
	"context"
	"sync"
	"time"

	"github.com/tenon-go/tenon/internal/joint"
)

// Option configures [Memory].
type Option func(*memory)

// MaxEntries sets how many keys the store holds for all clients, in any distribution; the
// default is 10,000. As many again are reserved for clients below their [Share].
func MaxEntries(n int) Option { return func(m *memory) { m.maxEntries = n } }

// MaxBytes sets how many bytes the responses of all clients may have, in any distribution;
// the default is 32 MiB. As many again are reserved for clients below their [Share].
func MaxBytes(n int64) Option { return func(m *memory) { m.maxBytes = n } }

// Share guarantees each client an n-th of MaxEntries and MaxBytes, as long as no more than
// n clients use theirs. The default is 8.
func Share(n int) Option { return func(m *memory) { m.share = max(n, 1) } }

// Lease sets after which time an unfinished request no longer holds its key, so that a
// retry starts. Without a lease a reservation stays for its ttl; see "At most once" in the
// documentation of the package.
func Lease(d time.Duration) Option { return func(m *memory) { m.lease = d } }

// Clock sets the clock. The default is time.Now.
func Clock(now func() time.Time) Option { return func(m *memory) { m.now = now } }

// Memory returns a store in the memory of the process. Expired entries are removed as the
// store is used; there is nothing to close. Times of a [Clock] without a monotonic reading
// are compared by the wall clock.
//
// A full store rejects new keys with [ErrFull] instead of removing one that a client may
// still retry. If there is no space for a response, its key stays reserved, so that the
// handler does not run twice.
//
// One client cannot fill the store for others, whatever scopes it uses: half of it is reserved for
// clients below their [Share]. A client is an identity, or the address of a caller without one (IPv6: its
// /64), which tenon.API.ClientAddress finds behind a proxy. Where no API calls the store, it is a scope.
//
// The store takes at most twice [MaxBytes] for responses, and about 500 bytes for each of
// twice [MaxEntries]: 74 MiB by default.
func Memory(options ...Option) Store {
	m := &memory{maxEntries: 10_000, maxBytes: 32 << 20, share: 8, now: time.Now, entries: map[Key]*entry{}, groups: map[group]usage{}}
	for _, o := range options {
		o(m)
	}
	return m
}

type memory struct {
	maxEntries int
	maxBytes   int64
	share      int
	lease      time.Duration // 0: none
	now        func() time.Time

	mu      sync.Mutex
	entries map[Key]*entry
	ends    ending // the same entries
	bytes   int64
	groups  map[group]usage // only groups that have entries
}

// usage is the space that a group takes.
type usage struct {
	entries int
	bytes   int64
}

// room reports whether a group that takes mine of total may take more, so that each group has
// its share.
func room[N int | int64](total, most, mine, more N, share int) bool {
	return total+more <= most || total+more <= 2*most && mine+more <= max(most/N(share), 1)
}

// groupOf returns the group of a new key: the client that an API has put into the context, or the scope.
func groupOf(ctx context.Context, k Key) group {
	if client := joint.ClientOf(ctx); client != "" {
		return KeyOf(client, "").group()
	}
	return k.group()
}

// use adds to the space of a group.
func (m *memory) use(g group, entries int, bytes int64) {
	u := m.groups[g]
	u.entries += entries
	u.bytes += bytes
	m.bytes += bytes
	if u.entries == 0 {
		delete(m.groups, g)
		return
	}
	m.groups[g] = u
}

// entry is a reservation or a stored response.
type entry struct {
	key      Key
	group    group
	print    Fingerprint
	ticket   Ticket
	begun    time.Time
	ends     time.Time
	place    int // in the heap
	done     bool
	response Response
}

// Reserve implements [Store].
func (m *memory) Reserve(ctx context.Context, key Key, print Fingerprint, ttl time.Duration) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	m.expire(now)
	if e := m.entries[key]; e != nil {
		switch {
		case e.print != print:
			return Outcome{State: Mismatch}, nil
		case e.done:
			return Outcome{State: Completed, Response: e.response}, nil
		case m.lease <= 0 || now.Before(e.begun.Add(m.lease)):
			return Outcome{State: InProgress}, nil
		}
		m.remove(e)
	}
	g := groupOf(ctx, key)
	u := m.groups[g]
	if !room(len(m.entries), m.maxEntries, u.entries, 1, m.share) || !room(m.bytes, m.maxBytes, u.bytes, 1, m.share) {
		return Outcome{}, ErrFull
	}
	e := &entry{key: key, group: g, print: print, ticket: NewTicket(), begun: now, ends: now.Add(ttl)}
	m.entries[key] = e
	heap.Push(&m.ends, e)
	m.use(g, 1, 0)
	return Outcome{State: Started, Ticket: e.ticket}, nil
}

// Complete implements [Store].
func (m *memory) Complete(_ context.Context, key Key, t Ticket, r Response) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(m.now())
	e := m.held(key, t)
	if e == nil {
		return ErrLost
	}
	if !room(m.bytes, m.maxBytes, m.groups[e.group].bytes, r.size(), m.share) {
		return ErrFull
	}
	if cap(r.Body) > len(r.Body) {
		r.Body = bytes.Clone(r.Body) // the capacity is not accounted for
	}
	e.done, e.response = true, r
	m.use(e.group, 0, r.size())
	return nil
}

// Release implements [Store].
func (m *memory) Release(_ context.Context, key Key, t Ticket) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.held(key, t); e != nil {
		m.remove(e)
	}
	return nil
}

// held returns the reservation of a ticket; nil if it is over.
func (m *memory) held(key Key, t Ticket) *entry {
	e := m.entries[key]
	if e == nil || e.ticket != t || e.done {
		return nil
	}
	return e
}

// expire removes expired entries.
func (m *memory) expire(now time.Time) {
	for len(m.ends) > 0 && !now.Before(m.ends[0].ends) {
		m.remove(m.ends[0])
	}
}

func (m *memory) remove(e *entry) {
	heap.Remove(&m.ends, e.place)
	delete(m.entries, e.key)
	m.use(e.group, -1, -e.response.size())
}

// ending is a heap of entries by their expiry. Each has its index, so that any can be
// removed.
type ending []*entry

func (h ending) Len() int           { return len(h) }
func (h ending) Less(i, j int) bool { return h[i].ends.Before(h[j].ends) }

func (h ending) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i, j
}

func (h *ending) Push(x any) {
	e := x.(*entry)
	e.place = len(*h)
	*h = append(*h, e)
}

func (h *ending) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return e
}
