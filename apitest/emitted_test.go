package apitest_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// ending is a test whose end is called.
type ending struct {
	testing.TB
	failed, skipped bool
	reports         []string
	cleanup         func()
}

func (e *ending) Helper()          {}
func (e *ending) Cleanup(f func()) { e.cleanup = f }
func (e *ending) Failed() bool     { return e.failed }
func (e *ending) Skipped() bool    { return e.skipped }
func (e *ending) Errorf(format string, args ...any) {
	e.reports = append(e.reports, fmt.Sprintf(format, args...))
}

func TestEmittedReportsDeclaredEventsThatAreNot(t *testing.T) {
	word := prop.String("word")
	words := collection.New("Word", word)
	a, b, jobs := event.New("a", words.View()), event.New("b", words.View()), event.New("jobs", words.View())
	emits := func(of *event.Type[collection.Record]) func(c *route.Call) (collection.Empty, error) {
		return func(c *route.Call) (n collection.Empty, _ error) {
			r := collection.NewRecord(words)
			word.Set(r, "x")
			return n, event.Declared(c.Context(), of.Of(r))
		}
	}
	empty := collection.NoContent()
	api := tenon.New("Words", "1").Add(
		route.Delete("/both", empty).Emits(a, b).Handle(emits(a)),
		route.Delete("/b", empty).Emits(b).Handle(emits(b)),
		route.Delete("/wrong", empty).Handle(emits(a)),
	).Events(jobs)
	for _, c := range []struct {
		name            string
		api             tenon.API
		requests        string
		failed, skipped bool
		want            []string
	}{
		{"no request", api, "", false, false, []string{"/both declares the event a", "/both declares the event b", "/b declares the event b"}},
		{"one of two", api, "/both", false, false, []string{"/both declares the event b", "/b declares the event b"}},
		{"an undeclared one", api, "/wrong", false, false, []string{"/both declares the event a", "/both declares the event b", "/b declares the event b"}},
		{"another route has one", api, "/both /b", false, false, []string{"/both declares the event b"}},
		{"a failed test", api, "", true, false, nil},
		{"a skipped test", api, "", false, true, nil},
		{"an API without events", tenon.New("Words", "1").Add(route.Delete("/none", empty).Handle(emits(a))), "", false, false, nil},
	} {
		e := &ending{failed: c.failed, skipped: c.skipped}
		app := c.api.MustBuild()
		apitest.Emitted(e, app)
		for path := range strings.FieldsSeq(c.requests) {
			app.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("DELETE", path, nil))
		}
		e.cleanup()
		if len(e.reports) != len(c.want) {
			t.Errorf("%s: %q, want %q", c.name, e.reports, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(e.reports[i], want) || !strings.Contains(e.reports[i], "emitted_test.go:") {
				t.Errorf("%s: %q, want %q", c.name, e.reports[i], want)
			}
		}
	}
}
