package limit

import (
	"hash/maphash"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The limit, and the window in which it holds.
const (
	requests = 1_000_000_000
	window   = time.Hour
)

// A shard has the clients of one part of the hashes.
type shard struct {
	mu      sync.Mutex
	clients map[string]*client
	_       [40]byte // to the next cache line
}

type client struct {
	used int64
	ends time.Time
}

// limited counts the requests of each client. It never removes one.
func limited() http.Handler {
	p, seed := one(), maphash.MakeSeed()
	shards := make([]shard, 16)
	for i := range shards {
		shards[i].clients = map[string]*client{}
	}
	most := []string{strconv.Itoa(requests)}
	return served("GET", onePath, func(x *exchange, w http.ResponseWriter, r *http.Request) {
		address := r.RemoteAddr
		if end := strings.LastIndexByte(address, ':'); end > 0 {
			address = address[:end]
		}
		now := time.Now()
		s := &shards[maphash.String(seed, address)%uint64(len(shards))]
		s.mu.Lock()
		c := s.clients[address]
		if c == nil {
			c = &client{ends: now.Add(window)}
			s.clients[address] = c
		} else if !now.Before(c.ends) {
			*c = client{ends: now.Add(window)}
		}
		if c.used < requests {
			c.used++
		}
		used, ends := c.used, c.ends
		s.mu.Unlock()
		h := w.Header()
		h["X-Ratelimit-Limit"] = most
		h["X-Ratelimit-Remaining"] = []string{strconv.FormatInt(requests-used, 10)}
		h["X-Ratelimit-Reset"] = []string{strconv.FormatInt(ends.Add(time.Second-1).Unix(), 10)}
		if used == requests {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		x.showOne(w, r, p)
	})
}
