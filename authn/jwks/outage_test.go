package jwks_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
)

const kid1 = `{"alg":"EdDSA","kid":"1"}`

func TestNothingIsFetchedBeforeTheFirstToken(t *testing.T) {
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	v := p.verifier(t)
	if p.fetches.Load()+p.lookups.Load() != 0 {
		t.Error("New fetched")
	}
	for range 3 {
		if _, err := v.Verify(t.Context(), sign(kid1, payload(p.URL, time.Now()), ed(edKey()))); err != nil {
			t.Fatal(err)
		}
	}
	if p.fetches.Load() != 1 || p.lookups.Load() != 1 {
		t.Errorf("%d fetches, %d look-ups", p.fetches.Load(), p.lookups.Load())
	}
}

func TestUnknownKeysCauseFewFetches(t *testing.T) {
	c := newClock()
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	v := p.verifier(t, jwks.Clock(c.now))
	ask := func(n int) {
		var group sync.WaitGroup
		for i := range n {
			group.Go(func() {
				text := sign(fmt.Sprintf(`{"alg":"EdDSA","kid":"unknown-%d"}`, i), payload(p.URL, c.now()), ed(edKey()))
				if _, err := v.Verify(t.Context(), text); !errors.Is(err, authn.ErrInvalid) {
					t.Errorf("got %v", err)
				}
			})
		}
		group.Wait()
	}
	const burst = 4
	ask(1000)
	ask(1000)
	if n := p.fetches.Load(); n > 1+burst {
		t.Errorf("2,000 unknown keys caused %d fetches", n)
	}
	for range 5 * burst {
		ask(1) // in sequence, so that no two share a fetch
	}
	if n := p.fetches.Load(); n != 1+burst {
		t.Errorf("after the burst there are %d fetches", n)
	}
	c.move(14 * time.Second)
	ask(100)
	if n := p.fetches.Load(); n != 1+burst {
		t.Errorf("%d fetches within the cooldown", n)
	}
	c.move(2 * time.Second)
	ask(100)
	if n := p.fetches.Load(); n != 2+burst {
		t.Errorf("%d fetches after the cooldown", n)
	}
}

// Tokens with invented keys do not delay a rotation.
func TestAnInventedKeyDelaysNoRotation(t *testing.T) {
	c := newClock()
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	v := p.verifier(t, jwks.Clock(c.now))
	ask := func(kid string) error {
		_, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"`+kid+`"}`, payload(p.URL, c.now()), ed(edKey())))
		return err
	}
	if err := ask("1"); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := ask(fmt.Sprint("invented-", i)); !errors.Is(err, authn.ErrInvalid) {
			t.Errorf("an invented key: %v", err)
		}
		p.publish(jwk("1", edKey().Public(), ""), jwk(fmt.Sprint("new-", i), edKey().Public(), ""))
		if err := ask(fmt.Sprint("new-", i)); err != nil {
			t.Errorf("a new key after an invented one: %v", err)
		}
		c.move(time.Minute)
	}
}

// Backoff and Cooldown can be as short as tests need.
func TestTimesCanBeShort(t *testing.T) {
	c := newClock()
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	p.header.Set("Cache-Control", "no-cache")
	v := p.verifier(t, jwks.Clock(c.now), jwks.Refresh(20*time.Millisecond), jwks.Cooldown(5*time.Millisecond), jwks.Backoff(2*time.Millisecond))
	ask := func(kid string) error {
		_, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"`+kid+`"}`, payload(p.URL, c.now()), ed(edKey())))
		return err
	}
	p.down.Store(true)
	if err := ask("1"); !errors.Is(err, authn.ErrUnavailable) || authn.RetryAfter(err) != 2*time.Millisecond {
		t.Errorf("down: %v, again in %v", err, authn.RetryAfter(err))
	}
	p.down.Store(false)
	c.move(time.Millisecond)
	if err := ask("1"); !errors.Is(err, authn.ErrUnavailable) {
		t.Errorf("within the back-off: %v", err)
	}
	c.move(time.Millisecond)
	if err := ask("1"); err != nil {
		t.Errorf("after the back-off: %v", err)
	}
	before := p.fetches.Load()
	c.move(21 * time.Millisecond)
	if err := ask("1"); err != nil {
		t.Error(err)
	}
	waitFor(t, func() bool { return p.fetches.Load() == before+1 })
	for range 10 {
		_ = ask("unknown")
	}
	before = p.fetches.Load()
	c.move(5 * time.Millisecond)
	_ = ask("unknown")
	if n := p.fetches.Load() - before; n != 1 {
		t.Errorf("%d fetches after the cooldown", n)
	}
}

// Keys rotate under load. The old ones stay published, because a provider withdraws a key only
// after its last token has expired.
func TestKeysRotateWithoutAFailedRequest(t *testing.T) {
	c := newClock()
	var current atomic.Pointer[string] // a token of the newest key
	keys, names := []string{}, 0
	p := newProvider(t)
	rotate := func() {
		names++
		private, name := newEd(), fmt.Sprint(names)
		keys = append(keys, jwk(name, private.Public(), ""))
		p.publish(keys...)
		text := sign(`{"alg":"EdDSA","kid":"`+name+`"}`, payload(p.URL, c.now()), ed(private))
		current.Store(&text)
	}
	rotate()
	v := p.verifier(t, jwks.Clock(c.now))
	ctx, stop := context.WithCancel(t.Context())
	var verified, failed atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for ctx.Err() == nil {
				if _, err := v.Verify(context.Background(), *current.Load()); err != nil {
					failed.Add(1)
					t.Error(err)
					return
				}
				verified.Add(1)
			}
		})
	}
	for range 20 {
		for target := verified.Load() + 200; verified.Load() < target && failed.Load() == 0; {
			time.Sleep(time.Millisecond)
		}
		c.move(61 * time.Second)
		rotate()
	}
	stop()
	group.Wait()
	if n := p.fetches.Load(); n > 22 {
		t.Errorf("20 rotations took %d fetches", n)
	}
}

func TestAnOutageFailsNoRequest(t *testing.T) {
	c := newClock()
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	v := p.verifier(t, jwks.Clock(c.now))
	ask := func() error {
		_, err := v.Verify(t.Context(), sign(kid1, payload(p.URL, c.now()), ed(edKey())))
		return err
	}
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	p.down.Store(true)
	c.move(time.Hour) // the set is stale, so that every request would renew it
	for second := range 60 {
		if err := ask(); err != nil {
			t.Fatalf("after %d s: %v", second, err)
		}
		c.move(time.Second)
	}
	waitFor(t, func() bool { return p.lookups.Load()+p.fetches.Load() > 2 })
	if n := p.fetches.Load() + p.lookups.Load(); n > 2+13 {
		t.Errorf("a provider that is down was asked %d times in a minute", n)
	}
	c.move(22*time.Hour + 58*time.Minute)
	if err := ask(); err != nil {
		t.Errorf("before the limit: %v", err)
	}
	c.move(2 * time.Minute)
	waitFor(t, func() bool { return errors.Is(ask(), authn.ErrUnavailable) })
	p.down.Store(false)
	c.move(6 * time.Second)
	waitFor(t, func() bool { return ask() == nil })
}

// waitFor waits for what another goroutine does.
func waitFor(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it did not happen")
		}
	}
}

func TestAnUnavailableProviderIsNotAnInvalidToken(t *testing.T) {
	c := newClock()
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	p.down.Store(true)
	v := p.verifier(t, jwks.Clock(c.now))
	ask := func(kid string) error {
		_, err := v.Verify(t.Context(), sign(`{"alg":"EdDSA","kid":"`+kid+`"}`, payload(p.URL, c.now()), ed(edKey())))
		return err
	}
	for range 100 {
		err := ask("1")
		if !errors.Is(err, authn.ErrUnavailable) || errors.Is(err, authn.ErrInvalid) {
			t.Fatalf("got %v", err)
		}
		if after := authn.RetryAfter(err); after <= 0 || after > 5*time.Second {
			t.Fatalf("retry after %v", after)
		}
	}
	if n := p.lookups.Load(); n != 1 {
		t.Errorf("100 requests asked %d times", n)
	}
	p.down.Store(false)
	c.move(5 * time.Second)
	if err := ask("1"); err != nil {
		t.Errorf("after the outage: %v", err)
	}

	// A key that appeared during an outage is unknown, not invalid.
	p.down.Store(true)
	if err := ask("2"); !errors.Is(err, authn.ErrUnavailable) {
		t.Errorf("an unknown key while the provider is down: %v", err)
	}
	p.publish(jwk("1", edKey().Public(), ""), jwk("2", edKey().Public(), ""))
	p.down.Store(false)
	c.move(5 * time.Second)
	if err := ask("2"); err != nil {
		t.Errorf("the new key after the outage: %v", err)
	}
}

// A canceled request does not cancel the fetch that others wait for.
func TestACanceledRequestEndsNoFetch(t *testing.T) {
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	v := p.verifier(t)
	p.mu.Lock() // the provider hangs
	ctx, cancel := context.WithCancel(t.Context())
	gone, stays := make(chan error), make(chan error)
	text := sign(kid1, payload(p.URL, time.Now()), ed(edKey()))
	go func() { _, err := v.Verify(ctx, text); gone <- err }()
	go func() { _, err := v.Verify(t.Context(), text); stays <- err }()
	cancel()
	if err := <-gone; !errors.Is(err, authn.ErrUnavailable) || !errors.Is(err, context.Canceled) {
		t.Errorf("the one who went away: %v", err)
	}
	p.mu.Unlock()
	if err := <-stays; err != nil {
		t.Errorf("the one who stayed: %v", err)
	}
}

func TestCloseLeavesNothingRunning(t *testing.T) {
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	v := p.verifier(t)
	p.mu.Lock() // the provider hangs
	done := make(chan error)
	text := sign(kid1, payload(p.URL, time.Now()), ed(edKey()))
	go func() { _, err := v.Verify(context.Background(), text); done <- err }()
	waitFor(t, func() bool { return strings.Contains(stacks(), "jwks.(*source).fetch") })
	v.Close()
	if err := <-done; !errors.Is(err, authn.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	p.mu.Unlock()
	if _, err := v.Verify(t.Context(), text); !errors.Is(err, authn.ErrUnavailable) {
		t.Errorf("after Close: %v", err)
	}
	p.Server.Close()
	waitFor(t, func() bool {
		all := stacks()
		return !strings.Contains(all, "authn/jwks.(") && !strings.Contains(all, "net/http.(*persistConn)")
	})
}

// stacks returns the stacks of all goroutines except those of the tests.
func stacks() string {
	b := make([]byte, 1<<20)
	return string(b[:runtime.Stack(b, true)])
}

func TestBetweenFetchesNothingRuns(t *testing.T) {
	p := newProvider(t, jwk("1", edKey().Public(), ""))
	v := p.verifier(t)
	if _, err := v.Verify(t.Context(), sign(kid1, payload(p.URL, time.Now()), ed(edKey()))); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool {
		all := stacks()
		return !strings.Contains(all, "authn/jwks.(") && !strings.Contains(all, "net/http.(*persistConn)")
	})
}
