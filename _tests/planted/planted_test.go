package planted

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/apitest"
)

// callers are two identities that see nothing of each other.
var callers = []apitest.Option{
	apitest.As("ann", apitest.Bearer("ann")), apitest.As("bob", apitest.Bearer("bob")), apitest.Apart(),
}

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failures []string
	log      string
}

func (r *recorder) Helper()                      {}
func (r *recorder) Logf(format string, a ...any) { r.log = fmt.Sprintf(format, a...) }
func (r *recorder) Errorf(format string, a ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, a...))
}

var history = regexp.MustCompile(`(?m)^history: (.*)$`)

// Laws and Histories find each bug, with a history that is short.
func TestEachBugIsFound(t *testing.T) {
	const most = 6 // steps
	var found atomic.Int64
	var running sync.WaitGroup
	next := make(chan bug)
	for range 4 { // some tests wait
		running.Go(func() {
			for b := range next {
				if shortest := find(t, b); shortest > most {
					t.Errorf("%s: the shortest history has %d steps", b.name, shortest)
				} else if shortest > 0 {
					found.Add(1)
				}
			}
		})
	}
	for _, b := range bugs() {
		next <- b
	}
	close(next)
	running.Wait()
	if all := len(bugs()); found.Load() < int64(all-2) {
		t.Errorf("%d of %d bugs are found", found.Load(), all)
	}
}

// find returns the length of the shortest history that finds a bug, or 0.
func find(t *testing.T, b bug) (shortest int) {
	var r recorder
	begin, as := time.Now(), b.callers
	if as == nil {
		as = callers
	}
	apitest.Laws(&r, b.app(), as...)
	apitest.Histories(&r, b.app(), append(as[:len(as):len(as)], apitest.Seed(1), apitest.Runs(300), apitest.Fresh(func() http.Handler { return b.app() }))...)
	if len(r.failures) == 0 {
		t.Logf("%-36s not found; %s", b.name, r.log)
		return 0
	}
	for _, f := range r.failures {
		steps := 1
		if m := history.FindStringSubmatch(f); m != nil {
			steps = len(strings.Split(m[1], ", "))
		}
		if shortest == 0 || steps < shortest {
			shortest = steps
		}
	}
	first, _, _ := strings.Cut(r.failures[0], "\n")
	t.Logf("%-36s %d steps, %6s, %d rules, the first: %s; %s", b.name, shortest, time.Since(begin).Round(time.Millisecond), len(r.failures), first, r.log)
	return shortest
}
