package apitest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/tree"
)

// Summary says what a test has sent, and what it could not try.
type Summary struct {
	Requests, Histories int
	Seed                uint64
	Untried             []Untried
}

// Untried is what a resource, or the API, does not have, so that no request can break some laws.
type Untried struct {
	Resource string // by the operation that creates entities, such as "POST /books"; "" for the API
	Lacks    string // such as "a filter", or "a success with title" of an operation that has rejected each write of it
	Laws     []string
}

// Into stores what the test has tried, for tools. [Histories] also logs it as a table.
func Into(s *Summary) Option { return func(t *settings) { t.summary = s } }

// String returns the rows of a table.
func (u Untried) String() string {
	resource := u.Resource
	if resource == "" {
		resource = "the API"
	}
	return fmt.Sprintf("%-32s lacks %-34s %d laws: %s", resource, u.Lacks+",", len(u.Laws), strings.Join(u.Laws, "; "))
}

// summarize logs and stores what histories have tried.
func (s *suite) summarize(t testing.TB, histories int) {
	t.Helper()
	sum := Summary{Requests: s.requests, Histories: histories, Seed: s.seed, Untried: s.untried()}
	if s.summary != nil {
		*s.summary = sum
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d requests in %d histories of %d resources; seed %d", s.requests, histories, len(s.resources), s.seed)
	for _, u := range sum.Untried {
		b.WriteString("\nnot tried: " + u.String())
	}
	t.Logf("%s", b.String())
}

// untried returns what the API and its resources do not have.
func (s *suite) untried() (all []Untried) {
	add := func(resource string, has map[need]bool) {
		var found []Untried
		for _, r := range rules() {
			if met, asked := has[r.needs]; met || !asked {
				continue
			}
			if n := slices.IndexFunc(found, func(u Untried) bool { return u.Lacks == string(r.needs) }); n >= 0 {
				found[n].Laws = append(found[n].Laws, r.law)
			} else {
				found = append(found, Untried{resource, string(r.needs), []string{r.law}})
			}
		}
		all = append(all, found...)
	}
	add("", map[need]bool{identities: len(s.identities) > 1})
	if s.replica == nil {
		all = append(all, Untried{"", string(processes), []string{"all of them, with state that one process keeps for itself"}})
	}
	for _, r := range s.resources {
		add(r.create.name(), map[need]bool{
			aView: r.view != nil, aList: r.list != nil, aPatch: r.patch != nil, aPut: r.put != nil, aDelete: r.remove != nil,
			pages: r.list != nil && r.list.limit() != "", aCursor: r.list != nil && r.list.cursors(), aFilter: len(r.filters) > 0,
			aStream: len(r.streams) > 0, tags: r.view != nil && r.view.Conditional(), aKey: r.create.Idempotency != nil,
			hidden: r.view != nil && hides(r.view.entity()), files: len(r.uploads) > 0,
		})
	}
	var never []Untried
	for at, n := range s.tried {
		if n >= few {
			never = append(never, Untried{at.op.name(), "a success with " + at.member, []string{"what a write of it changes"}})
		}
	}
	slices.SortFunc(never, func(a, b Untried) int { return strings.Compare(a.Resource+a.Lacks, b.Resource+b.Lacks) })
	return append(all, never...)
}

// few is how many writes without a success say something.
const few = 5

// hides reports whether some callers do not see a member.
func hides(c *tree.Collection) bool {
	for _, m := range c.Members {
		if m.Guarded() {
			return true
		}
	}
	return false
}
