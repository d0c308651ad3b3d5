package pairs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest"
)

// A recorder records the failures of a test.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Log(...any)          {}
func (r *recorder) Error(args ...any)   { r.failures = append(r.failures, fmt.Sprintln(args...)) }
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatal(args ...any)                 { r.Error(args...); panic(r) }
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...); panic(r) }

// run calls f until it returns or fails fatally.
func (r *recorder) run(f func()) {
	defer func() {
		if v := recover(); v != nil && v != any(r) {
			panic(v)
		}
	}()
	f()
}

// The report of Golden has every line that a feature adds to a document or removes from it.
func TestGoldenReportsEveryLine(t *testing.T) {
	if flag.Lookup("update") != nil {
		t.Error("oastest registers the flag update, which programs have themselves")
	}
	plain, err := build(pair{}, usual)
	if err != nil {
		t.Fatal(err)
	}
	was, err := oas.JSON(plain.app, oas.V30)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(file, was, 0o600); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, f := range features() {
		x, err := build(pair{f}, usual)
		if err != nil {
			continue // TestPairs reports it
		}
		is, err := oas.JSON(x.app, oas.V30)
		if err != nil {
			t.Fatal(err)
		}
		r := &recorder{TB: t}
		r.run(func() { oastest.Golden(r, x.app, file) })
		said := strings.Join(r.failures, "\n")
		if missing := unreported(string(was), string(is), said); missing != "" {
			if failed++; failed <= 3 {
				t.Errorf("%s: the line %q has changed, of which Golden says nothing:\n%s", f.name, missing, shortened(said))
			}
		}
		x.close()
	}
	if failed > 3 {
		t.Errorf("and %d more", failed-3)
	}
}

// unreported returns a line that only one of two texts has and that the report lacks, or "".
func unreported(was, is, said string) string {
	count := map[string]int{}
	for line := range strings.SplitSeq(was, "\n") {
		count[line]--
	}
	for line := range strings.SplitSeq(is, "\n") {
		count[line]++
	}
	for line, n := range count {
		if trimmed := strings.TrimSpace(line); n != 0 && len(trimmed) > 3 && !strings.Contains(said, strings.TrimSuffix(trimmed, ",")) {
			return trimmed
		}
	}
	return ""
}
