package jwks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

const (
	// maxDiscovered is how long the address of the keys is cached.
	maxDiscovered = 24 * time.Hour
	// burst is how many fetches for unknown keys may follow one another.
	burst = 4
)

var (
	errClosed  = errors.New("the verifier is closed")
	errUnknown = auth.Invalid(tree.TokenKey)
)

// keySource finds the keys of one issuer. Its errors are those of [authn.Invalid] or
// [authn.Unavailable].
type keySource interface {
	// find returns the keys that may have signed a token. If missed is set, none of those that the
	// source has did.
	find(ctx context.Context, t *token, missed bool) (keys []any, named bool, err error)
	close()
}

// source fetches and caches the keys that one issuer publishes.
type source struct {
	*settings
	fetcher fetcher
	ctx     context.Context // canceled by Close
	end     context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	set     keySet    // nil before the first fetch, and after the set has expired
	fetched time.Time // when the set was fetched
	stale   time.Time // when to renew it
	flight  chan struct{}
	failure error     // of the last fetch, or nil
	resume  time.Time // the end of the pause after a failure
	begun   uint64    // number of fetches that have begun
	made    uint64    // number of the fetch that returned the set
	// unknown is the theoretical arrival time of the generic cell rate algorithm, which limits
	// fetches for unknown keys to one each Cooldown, with a burst.
	unknown time.Time

	// The address of the keys. Only a fetch uses it.
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
	s.mu.Unlock() // from here on no fetch can begin
	s.running.Wait()
}

// find returns the keys that may have signed a token. It waits for a fetch only if it has none; another
// goroutine renews a stale set.
func (s *source) find(ctx context.Context, t *token, missed bool) (keys []any, named bool, err error) {
	s.mu.Lock()
	before := s.begun
	s.mu.Unlock()
	for {
		keys, named, flight, err := s.look(t, before, missed)
		if flight == nil {
			return keys, named, err
		}
		select {
		case <-flight:
		case <-ctx.Done():
			return nil, false, authn.Unavailable(0, context.Cause(ctx))
		}
	}
}

// look returns keys, a fetch to wait for, or an error. A caller waits at most twice: for a
// fetch in progress, and then for one that began after its request and has every published key.
func (s *source) look(t *token, before uint64, missed bool) (keys []any, named bool, flight chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock()
	if s.ctx.Err() != nil {
		return nil, false, nil, authn.Unavailable(0, errClosed)
	}
	if s.set != nil && now.Sub(s.fetched) >= s.keep {
		s.set = nil
	}
	may := s.flight == nil && (s.failure == nil || !now.Before(s.resume))
	if keys, named = s.set.find(t); len(keys) > 0 && (!missed || s.made > before) {
		if may && !now.Before(s.stale) {
			s.begin(now)
		}
		return keys, named, nil, nil
	}
	switch {
	case s.set != nil && s.made > before:
		return nil, false, nil, errUnknown
	case s.flight != nil:
		return nil, false, s.flight, nil
	case !may:
		return nil, false, nil, authn.Unavailable(max(s.resume.Sub(now), minWait), s.failure)
	case s.set == nil:
	case s.unknown.Sub(now) > (burst-1)*s.cooldown:
		return nil, false, nil, errUnknown
	default:
		s.unknown = later(s.unknown, now).Add(s.cooldown)
	}
	s.begin(now)
	return nil, false, s.flight, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// begin starts a fetch if none is in progress. The fetch outlives the request that caused it,
// because other requests wait for it, too.
func (s *source) begin(now time.Time) {
	flight := make(chan struct{})
	s.flight = flight
	s.begun++
	number := s.begun
	s.running.Go(func() {
		set, fresh, err := s.fetch(now)
		s.mu.Lock()
		defer s.mu.Unlock()
		defer close(flight)
		s.flight, s.failure = nil, err
		if err != nil {
			s.resume, s.unknown = s.clock().Add(s.backoff), time.Time{}
			return
		}
		s.set, s.made, s.fetched, s.stale = set, number, now, now.Add(s.lifetime(fresh))
	})
}

// lifetime returns the age at which a set is renewed.
func (s *source) lifetime(fresh time.Duration) time.Duration {
	if fresh == 0 {
		return s.refresh
	}
	return min(max(fresh, min(minFresh, s.refresh)), maxRefresh, s.keep/2)
}

// fetch fetches the keys and logs errors.
func (s *source) fetch(now time.Time) (set keySet, fresh time.Duration, err error) {
	defer func() {
		if p := recover(); p != nil { // nothing above recovers in this goroutine
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
		s.log().LogAttrs(s.ctx, slog.LevelWarn, "key of an issuer skipped",
			slog.String("issuer", s.issuer), slog.Any("reason", why))
	}
	return set, fresh, err
}

// locate finds the address of the keys, unless it is set or cached.
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
