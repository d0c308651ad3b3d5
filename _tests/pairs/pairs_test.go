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

// An outcome is the result of a pair.
type outcome struct {
	pair   pair
	faults tenon.Faults // not nil if Build fails
	met    bool         // all features affected a common request
	found  []violation
	asked  int // number of requests
}

// try builds the API of a pair, sends its requests and checks the laws.
func try(p pair) (o outcome) {
	o.pair = p
	l := p.listed()
	if l != nil && strings.HasPrefix(l.reason, "both are the") {
		return o // Build fails
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
	h := &trial{pair: p, main: x}
	for _, l := range laws() {
		h.law = l.name
		l.holds(h)
	}
	if h.other != nil {
		h.other.close()
	}
	for _, y := range h.others {
		y.close()
	}
	o.found, o.asked = h.found, len(x.trace)
	return o
}

// tryAll tries pairs concurrently and returns the outcomes in order.
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

// Most objects live no longer than a pair.
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
	report(t, tryAll(all))
}

// Every feature works alone.
func TestFeatures(t *testing.T) {
	var ones []pair
	for _, f := range features() {
		ones = append(ones, pair{f})
	}
	report(t, tryAll(ones))
}

// report reports every violation and every unlisted fault, for at most two pairs each.
func report(t *testing.T, all []outcome) {
	t.Helper()
	reported := map[string]int{}
	count := func(kind, format string, args ...any) {
		if reported[kind]++; reported[kind] <= 2 {
			t.Errorf(format, args...)
		}
	}
	table := map[string]int{}
	for _, o := range all {
		switch l := o.pair.listed(); {
		case l == nil && o.faults != nil:
			count("fault: "+o.faults[0].Message, "%s does not build: %v", o.pair, o.faults)
		case l == nil && !o.met && len(o.pair) == 2:
			count("unmet", "%s: no request is about both", o.pair)
		case l == nil:
			table["run"]++
		case l.fault != "" && (o.faults == nil || !strings.Contains(o.faults.Error(), l.fault)):
			count(l.reason, "%s is listed (%s), and Build says %v", o.pair, l.reason, o.faults)
		case l.fault == "" && o.faults != nil:
			count(l.reason, "%s is listed (%s), and does not build: %v", o.pair, l.reason, o.faults)
		default:
			table[l.reason]++
		}
		for _, f := range o.faults {
			if name := filepath.Base(f.File); !strings.HasSuffix(name, "_test.go") || name == "instance_test.go" {
				count("position", "%s: the fault %q is not at the declaration, but at %s:%d", o.pair, f.Message, f.File, f.Line)
			}
		}
		for _, v := range o.found {
			count(v.law+v.kind(), "%s", v)
		}
	}
	for kind, n := range reported {
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
