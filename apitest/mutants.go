package apitest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
)

// Mutants tells what the tests of a package are worth: it plants bugs in the API, one after the other, runs the
// tests of the package again with each, and reports the bugs that no test notices:
//
//	func TestMutants(t *testing.T) {
//		apitest.Mutants(t, app, apitest.Tests("^Test(Orders|Products)"))
//	}
//
// The app that the tests build needs the middleware [Mutant]; it plants the bug of a process. The bugs are those that
// handlers, stores and middleware have: a write that gets a response and is not stored, a filter that is ignored, a list
// that lacks its last entity, a condition that is not checked, a header that is missing. Each is planted once, in the
// first resource that can have it.
//
// A bug that no request of the tests meets is reported as such: the tests send none to the operation, or they serve each
// operation apart, as package gorilla does, so that the bug has no other to send a request to. [Except] leaves out bugs by
// their names, or operations; [For] bounds the time of the tests with one bug, which is a minute. What the tests print
// goes to the log if they fail without a bug.
func Mutants(t *testing.T, app *tenon.App, opts ...Option) {
	t.Helper()
	if os.Getenv(mutantVariable) != "" {
		t.Skip("runs the tests")
	}
	s := newSuite(app, settingsOf(opts))
	if output, err := s.retest(t, mutant{bug: "none"}); err != nil {
		t.Fatalf("the tests fail without a bug: %v\n%s", err, output)
	}
	all := s.mutants()
	missed := s.missed(t, all)
	for _, line := range missed {
		t.Errorf("%s", line)
	}
	t.Logf("the tests notice %d of %d bugs", len(all)-len(missed), len(all))
}

// missed returns a line about each bug that no test notices.
func (s *suite) missed(t *testing.T, all []mutant) (lines []string) {
	for i, m := range all {
		m.reached = filepath.Join(t.TempDir(), strconv.Itoa(i))
		if _, err := s.retest(t, m); err != nil {
			continue
		}
		why := "no test notices it"
		if _, err := os.Stat(m.reached); err != nil {
			why = "no request of the tests meets it"
		}
		lines = append(lines, fmt.Sprintf("%s: %s %s: %s", m.bug, m.method, m.path, why))
	}
	return lines
}

// Tests selects the tests that [Mutants] runs, as the flag -run does. The default is all but the one that calls it.
func Tests(run string) Option { return func(s *settings) { s.tests = run } }

// mutants returns each bug in the first resource that can have it.
func (s *suite) mutants() (all []mutant) {
	for _, n := range mutations() {
		if slices.Contains(s.except, n.bug) {
			continue
		}
		for _, r := range s.resources {
			o, name := n.in(r)
			if o == nil {
				continue
			}
			m := mutant{bug: n.bug, method: o.Method, path: o.Path, name: name}
			m.envelope = o.EnvelopeIn(o.api)
			if o.request != nil && o.sent() != nil {
				m.wrapper, _ = o.wrapper()
			}
			if name == allOperations {
				m.method, m.path, m.name = "", "", ""
			}
			all = append(all, m)
			break
		}
	}
	return all
}

// retest runs the tests of this program with a bug.
func (s *suite) retest(t *testing.T, m mutant) (output []byte, err error) {
	limit := time.Minute
	if s.duration > 0 {
		limit = s.duration
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	name, _, _ := strings.Cut(t.Name(), "/")
	args := []string{"-test.failfast", "-test.count=1", "-test.skip=^" + regexp.QuoteMeta(name) + "$", "-test.run=" + s.tests}
	c := exec.CommandContext(ctx, os.Args[0], args...)
	c.Env = append(os.Environ(), mutantVariable+"="+m.String())
	output, err = c.CombinedOutput()
	if m.bug == "none" && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = fmt.Errorf("they take more than %v; give them more with For", limit)
	}
	return output, err
}
