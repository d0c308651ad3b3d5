package idempotency

import (
	"bytes"
	"container/heap"
	"context"
	"sync"
	"time"
)

// Option is a choice of [Memory].
type Option func(*memory)

// MaxEntries sets how many keys one scope may have, and all scopes together without
// regard to which; default 10,000. Beyond, as many again are for scopes that have less
// than their [Share].
func MaxEntries(n int) Option { return func(m *memory) { m.maxEntries = n } }

// MaxBytes sets how many bytes the answers of one scope may have, and those of all scopes
// together without regard to which; default 32 MiB. Beyond, as many again are for scopes
// that have less than their [Share].
func MaxBytes(n int64) Option { return func(m *memory) { m.maxBytes = n } }

// Share sets which part of MaxEntries and MaxBytes is a scope's for certain, as long as no
// more than n other scopes take theirs; default 8, which is an eighth.
func Share(n int) Option { return func(m *memory) { m.share = max(n, 1) } }

// Lease sets after which time a request that has not finished is taken for lost,
// so that another with the same key and content starts. Without it a reservation
// stays for its ttl; see At most once in the package's documentation.
func Lease(d time.Duration) Option { return func(m *memory) { m.lease = d } }

// Clock sets what tells the time; default time.Now.
func Clock(now func() time.Time) Option { return func(m *memory) { m.now = now } }

// Memory keeps answers in the memory of the process. What has expired is dropped
// as the store is used; there is nothing to close. Times without a monotonic reading,
// which only a [Clock] can return, go by the wall clock.
//
// A full store refuses new keys with [ErrFull] rather than forget one that a
// client may still repeat; and an answer that there is no room for leaves its key
// reserved, so that the work is not done twice.
//
// One scope, which stands for one client, cannot fill the store for others: the second
// half of it is for scopes that have less than their [Share]. Callers of an API with
// security schemes that have not proved who they are share one such part, however many
// scopes they make up.
//
// The store takes twice [MaxBytes] at most for what answers consist of, and about 500 bytes
// for each of twice [MaxEntries]: 74 MiB by default.
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
	groups  map[group]usage // those that have any
}

// usage is what the keys of a group take.
type usage struct {
	entries int
	bytes   int64
}

// room reports whether a group that has some of a total may have more.
func room[N int | int64](total, most, mine, more N, share int) bool {
	return total+more <= most || total+more <= 2*most && mine+more <= max(most/N(share), 1)
}

// use adds to what a group takes.
func (m *memory) use(k Key, entries int, bytes int64) {
	g := k.group()
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

// entry is a reservation, or the answer that was left.
type entry struct {
	key    Key
	print  Fingerprint
	ticket Ticket
	begun  time.Time
	ends   time.Time
	place  int // in the heap
	done   bool
	answer Response
}

// Reserve implements [Store].
func (m *memory) Reserve(ctx context.Context, key Key, print Fingerprint, ttl time.Duration) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	m.sweep(now)
	if e := m.entries[key]; e != nil {
		switch {
		case e.print != print:
			return Outcome{State: Mismatch}, nil
		case e.done:
			return Outcome{State: Completed, Response: e.answer}, nil
		case m.lease <= 0 || now.Before(e.begun.Add(m.lease)):
			return Outcome{State: InProgress}, nil
		}
		m.remove(e)
	}
	u := m.groups[key.group()]
	if !room(len(m.entries), m.maxEntries, u.entries, 1, m.share) || !room(m.bytes, m.maxBytes, u.bytes, 1, m.share) {
		return Outcome{}, ErrFull
	}
	e := &entry{key: key, print: print, ticket: NewTicket(), begun: now, ends: now.Add(ttl)}
	m.entries[key] = e
	heap.Push(&m.ends, e)
	m.use(key, 1, 0)
	return Outcome{State: Started, Ticket: e.ticket}, nil
}

// Complete implements [Store].
func (m *memory) Complete(_ context.Context, key Key, t Ticket, a Response) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep(m.now())
	e := m.held(key, t)
	if e == nil {
		return ErrLost
	}
	if !room(m.bytes, m.maxBytes, m.groups[key.group()].bytes, a.size(), m.share) {
		return ErrFull
	}
	if cap(a.Body) > len(a.Body) {
		a.Body = bytes.Clone(a.Body) // what is kept is what is counted
	}
	e.done, e.answer = true, a
	m.use(key, 0, a.size())
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

// sweep drops what has expired.
func (m *memory) sweep(now time.Time) {
	for len(m.ends) > 0 && !now.Before(m.ends[0].ends) {
		m.remove(m.ends[0])
	}
}

func (m *memory) remove(e *entry) {
	heap.Remove(&m.ends, e.place)
	delete(m.entries, e.key)
	m.use(e.key, -1, -e.answer.size())
}

// ending is a heap of entries, the next to expire first. Each knows its place, so
// that one can be taken out in between.
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
