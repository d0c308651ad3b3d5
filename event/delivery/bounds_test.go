package delivery

import (
	"fmt"
	"strings"
	"testing"
)

func TestLanesOfKeys(t *testing.T) {
	long := strings.Repeat("é", 101)
	lanes := map[string]string{}
	for _, key := range []string{"", "k", strings.Repeat("x", 200), strings.Repeat("x", 201), long, long + "a", long + "b", "\xff", "\xfe", "a\x00", "a", digest(long)} {
		lane := laneOf(key)
		if len(lane) > 300 || !storable(lane, 300) || key == "" && lane != "" {
			t.Errorf("%q has lane %q", key, lane)
		}
		if storable(key, maxLane) != (lane == key) {
			t.Errorf("%q has lane %q", key, lane)
		}
		if other, found := lanes[lane]; found {
			t.Errorf("%q and %q have one lane", key, other)
		}
		lanes[lane] = key
	}
}

// Destinations share the workers; those that are slow have half of them.
func TestSharesOfWorkers(t *testing.T) {
	s := newShare(100)
	fill := func(owners, destinations int, name string) (n int) {
		for range 20 {
			for o := range owners {
				for d := range destinations {
					to := target{fmt.Sprint(name, o, "/", d), fmt.Sprint(name, o)}
					more := s.room(to)
					s.add(to, more)
					n += more
				}
			}
		}
		return n
	}
	if n := fill(1, 20, "one"); n != 9 {
		t.Errorf("an owner has %d attempts", n)
	}
	if n := fill(20, 20, "many"); n+9 > 90 {
		t.Errorf("21 owners have %d attempts", n+9)
	}
	if n := fill(1, 1, "other"); n == 0 {
		t.Error("another owner has no attempt")
	}

	s = newShare(100)
	for i := range 400 {
		s.mark(fmt.Sprint("slow", i, "/0"), true)
	}
	if n := fill(400, 1, "slow"); n != 50 {
		t.Errorf("slow destinations have %d attempts", n)
	}
	s.mark("slow7/0", false)
	if to := (target{"slow7/0", "slow7"}); s.slowly != 45 || !s.release(to) || s.room(to) == 0 {
		t.Errorf("%d attempts at slow destinations", s.slowly)
	}
	one := newShare(1)
	to := target{"a", "a"}
	if one.room(to) != 1 {
		t.Error("one worker does nothing")
	}
	if one.add(to, 1); one.room(to) != 0 {
		t.Error("one worker does two things")
	}
}
