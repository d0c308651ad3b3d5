package pairs

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
)

// outcome is what came of a pair.
type outcome struct {
	pair   pair
	faults tenon.Faults // it does not build
	met    bool         // a request was about all of its features
	found  []violation
	asked  int // how many requests
}

// try builds the API of a pair, sends its requests and holds the laws against the
// answers.
func try(p pair) (o outcome) {
	o.pair = p
	l := p.listed()
	if l != nil && strings.HasPrefix(l.reason, "both are the") {
		return o // there is no such API
	}
	x, err := build(p, usual)
	if err != nil {
		errors.As(err, &o.faults)
		return o
	}
	defer x.close()
	if l != nil {
		return o
	}
	x.walk()
	o.met = slices.ContainsFunc(x.trace, func(e *exchange) bool {
		return !slices.ContainsFunc(p, func(f *feature) bool { return !e.touches(f) })
	})
	h := &hearing{pair: p, main: x}
	for _, l := range laws() {
		h.law = l.name
		l.holds(h)
	}
	if h.other != nil {
		h.other.close()
	}
	o.found, o.asked = h.found, len(x.trace)
	return o
}

// tryAll tries pairs side by side, in their order.
func tryAll(ps []pair) []outcome {
	out := make([]outcome, len(ps))
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				out[i] = try(ps[i])
			}
		})
	}
	for i := range ps {
		next <- i
	}
	close(next)
	group.Wait()
	return out
}

// Most of what is made lives no longer than a pair.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

func TestPairs(t *testing.T) {
	all := pairsOf(features())
	if share > 1 {
		some := all[:0]
		for i, p := range all {
			if i%share == 0 {
				some = append(some, p)
			}
		}
		all = some
	}
	judge(t, tryAll(all))
}

// Every feature alone is the least of pairs.
func TestFeatures(t *testing.T) {
	var ones []pair
	for _, f := range features() {
		ones = append(ones, pair{f})
	}
	judge(t, tryAll(ones))
}

// judge fails for each law that a pair breaks, and for what is missing; the same of
// many pairs it tells of two.
func judge(t *testing.T, all []outcome) {
	t.Helper()
	told := map[string]int{}
	tell := func(kind, format string, args ...any) {
		if told[kind]++; told[kind] <= 2 {
			t.Errorf(format, args...)
		}
	}
	table := map[string]int{}
	for _, o := range all {
		switch l := o.pair.listed(); {
		case l == nil && o.faults != nil:
			tell("fault: "+o.faults[0].Message, "%s does not build: %v", o.pair, o.faults)
		case l == nil && !o.met && len(o.pair) == 2:
			tell("unmet", "%s: no request is about both", o.pair)
		case l == nil:
			table["run"]++
		case l.fault != "" && (o.faults == nil || !strings.Contains(o.faults.Error(), l.fault)):
			tell(l.reason, "%s is listed (%s), and Build says %v", o.pair, l.reason, o.faults)
		case l.fault == "" && o.faults != nil:
			tell(l.reason, "%s is listed (%s), and does not build: %v", o.pair, l.reason, o.faults)
		default:
			table[l.reason]++
		}
		for _, f := range o.faults {
			if name := filepath.Base(f.File); !strings.HasSuffix(name, "_test.go") || name == "instance_test.go" {
				tell("position", "%s: the fault %q is not where the mistake is, but at %s:%d", o.pair, f.Message, f.File, f.Line)
			}
		}
		for _, v := range o.found {
			tell(v.law+v.kind(), "%s", v)
		}
	}
	for kind, n := range told {
		if n > 2 {
			t.Errorf("%d times: %s", n, kind)
		}
	}
	for reason, n := range table {
		t.Logf("%5d of %d: %s", n, len(all), reason)
	}
}

func (v violation) kind() string {
	what, _, _ := strings.Cut(v.what, "\n")
	return ": " + what
}
