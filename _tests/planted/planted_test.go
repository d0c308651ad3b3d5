package planted

import (
	"fmt"
	"net/http"
	"os"
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
	broken := broken{laws: map[string]bool{}}
	var running sync.WaitGroup
	next := make(chan bug)
	for range 4 { // some tests wait
		running.Go(func() {
			for b := range next {
				if shortest := find(t, b, &broken); shortest > most {
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
	page := read(t, "../../doc/testing.md")
	for _, row := range laws.FindAllStringSubmatch(page, -1) {
		file, law := elsewhere[row[1]], row[1]
		switch {
		case file != "" && !strings.Contains(read(t, "../../apitest/"+file), law):
			t.Errorf("%s does not test %q", file, law)
		case file == "" && law != "law" && !broken.laws[law]:
			t.Errorf("no bug breaks %q", law)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// elsewhere has the laws that the API of books cannot break, with what tests them.
var elsewhere = map[string]string{
	"a key is of one entity":                       "key_test.go",
	"a limit counts each client apart":             "limits_test.go",
	"a limit is of the operations that declare it": "limits_test.go",
	"examples are accepted":                        "examples_test.go",
	"limits are higher than tests need":            "limits_test.go",
	"responses are as their examples":              "examples_test.go",
	"responses end":                                "bounds_test.go",
	"Retry-After is long enough":                   "limits_test.go",
}

// laws finds the rows of doc/testing.md: a law, its source and what it needs.
var laws = regexp.MustCompile(`(?m)^\| ([^|]+) \| [^|]+ \| [^|]+ \|$`)

// broken has the laws that bugs have broken.
type broken struct {
	mu   sync.Mutex
	laws map[string]bool
}

func (b *broken) add(report string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	law, _, _ := strings.Cut(report, "\n")
	b.laws[law] = true
}

// find returns the length of the shortest history that finds a bug, or 0.
func find(t *testing.T, b bug, all *broken) (shortest int) {
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
		all.add(f)
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
