package planted

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
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
	const most = 5 // steps
	found := 0
	for _, b := range bugs() {
		var r recorder
		begin := time.Now()
		apitest.Laws(&r, b.app(), callers...)
		apitest.Histories(&r, b.app(), append(callers, apitest.Fresh(func() http.Handler { return b.app() }))...)
		shortest, first := 0, ""
		for _, f := range r.failures {
			steps := 1
			if m := history.FindStringSubmatch(f); m != nil {
				steps = len(strings.Split(m[1], ", "))
			}
			if shortest == 0 || steps < shortest {
				shortest = steps
				first, _, _ = strings.Cut(f, "\n")
			}
		}
		switch {
		case shortest == 0:
			t.Logf("%-22s not found; %s", b.name, r.log)
			continue
		case shortest > most:
			t.Errorf("%s: the shortest history has %d steps", b.name, shortest)
		}
		found++
		t.Logf("%-22s %d steps, %6s, %d rules: %s; %s", b.name, shortest, time.Since(begin).Round(time.Millisecond), len(r.failures), first, r.log)
	}
	if all := len(bugs()); found < all-2 {
		t.Errorf("%d of %d bugs are found", found, all)
	}
}
