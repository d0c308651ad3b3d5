package throttle

import (
	"context"
	"hash/maphash"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sethvargo/go-limiter"
)

// DefaultMaxKeys is the default of [Policy.MaxKeys].
const DefaultMaxKeys = 100_000

// Memory returns a store in the memory of this process, which policies use without
// [Policy.Store], and then without a breaker. It is exported so that programs can wrap it.
//
// A window begins with the first request of a key and is measured by the monotonic clock, so
// that a jump of the wall clock neither opens nor closes it; the clock is time.Now, which
// testing/synctest replaces. The store runs no goroutine and needs no Close.
//
// It has at most [DefaultMaxKeys] keys, about 100 bytes each, and removes those whose window is
// over as others arrive. A full store never rejects a new key: it picks eight entries at random
// and replaces one whose window is over, or else the least used one. To make it remove a
// certain entry early, a client must on average send an eighth as many requests with other keys
// as the store has, and more if that entry has been used more.
//
// Get, Set and Burst follow the documentation of go-limiter. A key that Set has configured is
// kept until Close, and does not count toward a bound.
func Memory(tokens uint64, window time.Duration) (limiter.Store, error) {
	return &memoryStore{memory: newMemory(tokens, window, DefaultMaxKeys, time.Now)}, nil
}

// sampled is the number of entries that a full table compares to replace one.
const sampled = 8

// id is a digest of a key. Its seeds are secret, so that clients cannot choose keys that
// collide.
type id [2]uint64

// bucket is the state of one key.
type bucket struct {
	id  id
	end int64 // of the window, on the clock of the memory
	// used is the known number of requests that the whole store has admitted; negative after
	// Burst.
	used int64
	// mine is the number that this process has admitted, if other processes count, too.
	mine int64
	// reserved is how many of them may still be returned.
	reserved int64
}

// memory counts requests by key in a bounded table. Its methods take the digest of a key; see
// id.
type memory struct {
	tokens int64
	window int64
	now    func() time.Time
	start  time.Time
	seeds  [2]maphash.Seed
	shards []shard
}

// shard is a part of the table, with a lock of its own.
type shard struct {
	mu    sync.Mutex
	max   int
	at    map[id]int32 // indexes of buckets
	all   []bucket
	hand  int // where the next sweep continues
	fixed map[id]*configured

	_ [32]byte // separates the locks of shards by a cache line
}

// configured is a key with its own numbers, from Set.
type configured struct {
	bucket
	tokens, window int64
}

func newMemory(tokens uint64, window time.Duration, maxKeys int, now func() time.Time) *memory {
	m := &memory{tokens: int64(min(max(tokens, 1), most)), window: int64(window), now: now, start: now()}
	if window <= 0 {
		m.window = int64(time.Second)
	}
	m.seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
	n := 16
	if maxKeys < 1024*n {
		n = 1 // with so few keys, shards would fill unevenly
	}
	m.shards = make([]shard, n)
	for i := range m.shards {
		m.shards[i].max = maxKeys / n
	}
	return m
}

// of returns the digest of a key.
func (m *memory) of(key []byte) id {
	return id{maphash.Bytes(m.seeds[0], key), maphash.Bytes(m.seeds[1], key)}
}

// clock returns the time, and the time since the start.
func (m *memory) clock() (time.Time, int64) {
	now := m.now()
	return now, int64(now.Sub(m.start))
}

func (m *memory) shard(k id) *shard {
	s := &m.shards[k[0]%uint64(len(m.shards))]
	s.mu.Lock()
	return s
}

// counted is what the memory knows about a key.
type counted struct {
	ok                bool
	tokens, remaining int64
	left              time.Duration // until the window ends
	at                time.Time     // when it was counted
	vague             bool          // the end is unknown
	alone             bool          // the store was not reached
}

// take takes one token.
func (m *memory) take(k id) counted {
	at, now := m.clock()
	s := m.shard(k)
	defer s.mu.Unlock()
	b, tokens := s.bucket(k, m, now)
	c := counted{ok: max(b.used, b.mine) < tokens, tokens: tokens, left: time.Duration(b.end - now), at: at}
	if c.ok {
		b.used++
		b.mine++
	}
	c.remaining = max(tokens-max(b.used, b.mine), 0)
	return c
}

// reserve takes one token until settle decides about it. others reports whether other tokens
// are reserved already, so that one may be returned.
func (m *memory) reserve(k id) (c counted, others bool) {
	at, now := m.clock()
	s := m.shard(k)
	defer s.mu.Unlock()
	b, tokens := s.bucket(k, m, now)
	c = counted{ok: max(b.used, b.mine) < tokens, left: time.Duration(b.end - now), at: at}
	others = b.reserved > 0
	if c.ok {
		b.used++
		b.mine++
		b.reserved++
	}
	return c, others
}

// settle takes a reserved token permanently, or returns it.
func (m *memory) settle(k id, taken bool) {
	_, now := m.clock()
	s := m.shard(k)
	defer s.mu.Unlock()
	b := s.known(k, m, now)
	if b == nil || b.reserved == 0 { // the window has ended
		return
	}
	b.reserved--
	if !taken {
		b.used--
		b.mine--
	}
}

// spent reports whether a key has no tokens left. It takes none.
func (m *memory) spent(k id) (c counted, yes bool) {
	at, now := m.clock()
	s := m.shard(k)
	defer s.mu.Unlock()
	b := s.known(k, m, now)
	if b == nil || max(b.used, b.mine) < m.tokens {
		return counted{}, false
	}
	return counted{left: time.Duration(b.end - now), at: at}, true
}

// learn records the response of a shared store to a request, and returns the result: in a
// window that the memory knows, this process admits no more than the limit, even if the store
// has lost its buckets meanwhile. late reports that the request was decided without the store.
func (m *memory) learn(k id, c counted, late bool) counted {
	if c.left <= 0 || c.vague {
		return c
	}
	at, now := m.clock()
	s := m.shard(k)
	defer s.mu.Unlock()
	b := s.known(k, m, now)
	if b == nil {
		b = s.add(bucket{id: k, end: now + min(int64(c.left), m.window)}, now)
	}
	if c.ok = c.ok && b.mine < m.tokens; c.ok && !late {
		b.mine++
	}
	b.used = max(b.used, m.tokens-c.remaining)
	c.remaining, c.left, c.at = max(m.tokens-max(b.used, b.mine), 0), time.Duration(b.end-now), at
	return c
}

// known returns the bucket of a key, unless its window is over. If the clock has gone back,
// which the monotonic clock never does, the window begins again, so that it is never longer
// than it should be.
func (s *shard) known(k id, m *memory, now int64) *bucket {
	i, ok := s.at[k]
	if !ok || now >= s.all[i].end {
		return nil
	}
	b := &s.all[i]
	b.end = min(b.end, now+m.window)
	return b
}

// bucket returns the bucket of a key, and the number of tokens in a window.
func (s *shard) bucket(k id, m *memory, now int64) (*bucket, int64) {
	if c := s.fixed[k]; c != nil {
		if now >= c.end {
			c.bucket = bucket{id: k, end: now + c.window}
		}
		return &c.bucket, c.tokens
	}
	if b := s.known(k, m, now); b != nil {
		return b, m.tokens
	}
	return s.add(bucket{id: k, end: now + m.window}, now), m.tokens
}

// add adds a bucket to the table, and replaces the one of the same key.
func (s *shard) add(b bucket, now int64) *bucket {
	if i, ok := s.at[b.id]; ok {
		s.all[i] = b
		return &s.all[i]
	}
	for range 2 { // more than arrive, so that outdated entries are removed soon
		if len(s.all) == 0 {
			break
		}
		if s.hand %= len(s.all); now >= s.all[s.hand].end {
			s.drop(s.hand)
		} else {
			s.hand++
		}
	}
	if len(s.all) >= s.max {
		s.drop(s.least(now))
	}
	if s.at == nil {
		s.at = map[id]int32{}
	}
	s.at[b.id] = int32(len(s.all))
	s.all = append(s.all, b)
	return &s.all[len(s.all)-1]
}

// least returns the entry to replace.
func (s *shard) least(now int64) int {
	worst := -1
	for range sampled {
		i := rand.IntN(len(s.all))
		b := &s.all[i]
		if now >= b.end {
			return i
		}
		if worst < 0 || max(b.used, b.mine) < max(s.all[worst].used, s.all[worst].mine) {
			worst = i
		}
	}
	return worst
}

// drop removes an entry from the table.
func (s *shard) drop(i int) {
	delete(s.at, s.all[i].id)
	last := len(s.all) - 1
	if i != last {
		s.all[i] = s.all[last]
		s.at[s.all[i].id] = int32(i)
	}
	s.all = s.all[:last]
	if last == 0 { // a table that was large is not kept
		s.at, s.all = nil, nil
	}
}

// memoryStore is a memory with the interface of go-limiter.
type memoryStore struct {
	*memory
	stopped atomic.Bool
}

func (s *memoryStore) Take(_ context.Context, key string) (tokens, remaining, reset uint64, ok bool, err error) {
	if s.stopped.Load() {
		return 0, 0, 0, false, limiter.ErrStopped
	}
	c := s.take(s.of([]byte(key)))
	return uint64(c.tokens), uint64(c.remaining), uint64(c.at.Add(c.left).UnixNano()), c.ok, nil
}

func (s *memoryStore) Get(_ context.Context, key string) (tokens, remaining uint64, err error) {
	if s.stopped.Load() {
		return 0, 0, limiter.ErrStopped
	}
	_, now := s.clock()
	k := s.of([]byte(key))
	h := s.shard(k)
	defer h.mu.Unlock()
	if c := h.fixed[k]; c != nil {
		b, limit := h.bucket(k, s.memory, now)
		return uint64(limit), uint64(max(limit-b.used, 0)), nil
	}
	if b := h.known(k, s.memory, now); b != nil {
		return uint64(s.tokens), uint64(max(s.tokens-b.used, 0)), nil
	}
	return 0, 0, nil
}

func (s *memoryStore) Set(_ context.Context, key string, tokens uint64, window time.Duration) error {
	if s.stopped.Load() {
		return limiter.ErrStopped
	}
	_, now := s.clock()
	k := s.of([]byte(key))
	h := s.shard(k)
	defer h.mu.Unlock()
	if i, ok := h.at[k]; ok {
		h.drop(int(i))
	}
	if h.fixed == nil {
		h.fixed = map[id]*configured{}
	}
	h.fixed[k] = &configured{
		bucket: bucket{id: k, end: now + int64(window)},
		tokens: int64(min(tokens, most)), window: int64(window),
	}
	return nil
}

func (s *memoryStore) Burst(_ context.Context, key string, tokens uint64) error {
	if s.stopped.Load() {
		return limiter.ErrStopped
	}
	_, now := s.clock()
	k := s.of([]byte(key))
	h := s.shard(k)
	defer h.mu.Unlock()
	b, _ := h.bucket(k, s.memory, now)
	b.used -= int64(min(tokens, most))
	b.mine = b.used
	return nil
}

// Close removes all keys. Later calls fail with limiter.ErrStopped.
func (s *memoryStore) Close(context.Context) error {
	if s.stopped.Swap(true) {
		return nil
	}
	for i := range s.shards {
		h := &s.shards[i]
		h.mu.Lock()
		h.at, h.all, h.fixed = nil, nil, nil
		h.mu.Unlock()
	}
	return nil
}
