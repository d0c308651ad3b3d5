package jwks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/ir"
)

const (
	// pause is how long a provider is left alone after it failed.
	pause = 5 * time.Second
	// maxDiscovered is how long the address of the keys is remembered.
	maxDiscovered = 24 * time.Hour
)

var (
	errClosed  = errors.New("the verifier is closed")
	errUnknown = authn.InvalidAs(ir.Key{}, ir.TokenKey)
)

// source holds the keys of one issuer.
type source struct {
	*settings
	fetcher fetcher
	ctx     context.Context // ends with Close
	end     context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	set     keySet    // nil before the first, and when it is too old
	fetched time.Time // when the set was
	stale   time.Time // when it is to be renewed
	flight  chan struct{}
	failure error     // of the last fetch; nil after one that worked
	resume  time.Time // when the next fetch may begin, after a failure
	unknown time.Time // when an unknown key may cause a fetch again

	// The address of the keys, which only a fetch uses.
	address    string
	discovered time.Time
}

func newSource(s *settings) *source {
	ctx, end := context.WithCancel(context.Background())
	return &source{settings: s, fetcher: newFetcher(s.client), ctx: ctx, end: end}
}

func (s *source) close() {
	s.mu.Lock()
	s.end()
	s.mu.Unlock() // from here on no fetch begins
	s.running.Wait()
}

// find returns the key of a token. It waits for a fetch only where there is no
// key; one that is stale is used while another caller's goroutine renews it.
func (s *source) find(ctx context.Context, t *token) (any, error) {
	for range 4 {
		key, flight, err := s.look(t)
		if flight == nil {
			return key, err
		}
		select {
		case <-flight:
		case <-ctx.Done():
			return nil, authn.Unavailable(0, context.Cause(ctx))
		}
	}
	return nil, errUnknown
}

// look returns a key, or a fetch to wait for, or why there is neither. Waiting
// ends: a caller waits for a fetch that is under way, and then at most for one
// that it has caused, after which an unknown key may cause no other for a while.
func (s *source) look(t *token) (key any, flight chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock()
	if s.ctx.Err() != nil {
		return nil, nil, authn.Unavailable(0, errClosed)
	}
	if s.set != nil && now.Sub(s.fetched) >= s.keep {
		s.set = nil
	}
	may := s.flight == nil && (s.failure == nil || !now.Before(s.resume))
	if key := s.set.find(t); key != nil {
		if may && !now.Before(s.stale) {
			s.begin(now)
		}
		return key, nil, nil
	}
	switch {
	case s.flight != nil:
		return nil, s.flight, nil
	case !may:
		return nil, nil, authn.Unavailable(max(s.resume.Sub(now), time.Second), s.failure)
	case s.set == nil:
	case now.Before(s.unknown):
		return nil, nil, errUnknown
	default:
		s.unknown = now.Add(s.cooldown)
	}
	s.begin(now)
	return nil, s.flight, nil
}

// begin starts a fetch, of which there is never more than one. It outlives the
// request that caused it, for others wait too.
func (s *source) begin(now time.Time) {
	flight := make(chan struct{})
	s.flight = flight
	s.running.Go(func() {
		set, fresh, err := s.fetch(now)
		s.mu.Lock()
		defer s.mu.Unlock()
		defer close(flight)
		s.flight, s.failure = nil, err
		end := s.clock()
		if err != nil {
			s.resume, s.unknown = end.Add(pause), time.Time{}
			return
		}
		if now.Before(s.unknown) {
			s.unknown = end.Add(s.cooldown)
		}
		s.set, s.fetched, s.stale = set, now, now.Add(s.lifetime(fresh))
	})
}

// lifetime is after which time a set is renewed.
func (s *source) lifetime(fresh time.Duration) time.Duration {
	if fresh == 0 {
		return s.refresh
	}
	return min(max(fresh, minRefresh), maxRefresh, s.keep/2)
}

// fetch gets the keys, and tells the log what went wrong.
func (s *source) fetch(now time.Time) (set keySet, fresh time.Duration, err error) {
	defer func() {
		if p := recover(); p != nil { // nobody above could: this is a goroutine
			err = fmt.Errorf("reading the keys panicked: %v", p)
		}
		if err != nil && s.ctx.Err() == nil {
			s.address = "" // it may have moved
			s.log().LogAttrs(s.ctx, slog.LevelWarn, "cannot fetch the keys of an issuer",
				slog.String("issuer", s.issuer), slog.Any("error", err))
		}
	}()
	ctx, cancel := context.WithTimeout(s.ctx, maxWait)
	defer cancel()
	if err := s.locate(ctx, now); err != nil {
		return nil, 0, err
	}
	text, fresh, err := s.fetcher.get(ctx, s.address, now)
	if err != nil {
		return nil, 0, err
	}
	set, dropped, err := readKeys(text, s.algorithms)
	for _, why := range dropped {
		s.log().LogAttrs(s.ctx, slog.LevelWarn, "a key of an issuer is left out",
			slog.String("issuer", s.issuer), slog.Any("reason", why))
	}
	return set, fresh, err
}

// locate finds the address of the keys, where it is not given or known.
func (s *source) locate(ctx context.Context, now time.Time) (err error) {
	switch {
	case s.keysAt != "":
		s.address = s.keysAt
	case s.address == "" || now.Sub(s.discovered) >= maxDiscovered:
		s.address, err = s.fetcher.discover(ctx, s.issuer, now)
		s.discovered = now
	}
	return err
}
