package apitest_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type slowThing struct{ ID, Name string }

var (
	slowID     = prop.String("id").MinLen(1).MaxLen(20)
	slowThings = collection.Of("SlowThing", func(s *slowThing) collection.Fields {
		return collection.Fields{slowID.At(&s.ID).Key(), prop.String("name").MaxLen(9).At(&s.Name)}
	})
)

// endless sends lines as long as the client takes them.
func endless(c *route.Call) (iter.Seq2[slowThing, error], error) {
	return func(yield func(slowThing, error) bool) {
		line := slowThing{ID: strings.Repeat("x", 20), Name: "n"}
		for yield(line, nil) {
		}
	}, nil
}

// slowStore waits before each response.
type slowStore struct{ wait func(context.Context) error }

func (s slowStore) Create(ctx context.Context, in slowThing) (slowThing, error) {
	return in, s.wait(ctx)
}
func (s slowStore) View(ctx context.Context, id string) (slowThing, error) {
	return slowThing{ID: id}, s.wait(ctx)
}

// Neither responses without an end nor slow ones make a test endless, and the test says so.
func TestLawsAndHistoriesEnd(t *testing.T) {
	sleep := func(d time.Duration) func(context.Context) error {
		return func(context.Context) error {
			time.Sleep(d)
			return nil
		}
	}
	for name, tt := range map[string]struct {
		api  tenon.API
		want string
		most time.Duration // Laws and Histories
	}{
		"lines": {
			tenon.New("x", "1").Add(route.Get("/lines", route.Lines(slowThings.View())).Handle(endless)), "responses end\nGET /lines: no end after 64 MiB", time.Minute,
		},
		"a handler that waits for the client": {
			tenon.New("x", "1").Add(route.Resource("/things", slowThings, slowID, slowStore{func(ctx context.Context) error {
				<-ctx.Done()
				return errors.New("gone")
			}})), "no end after 10s", 2 * time.Minute,
		},
		"a handler that waits for longer": {
			tenon.New("x", "1").Add(route.Resource("/things", slowThings, slowID, slowStore{sleep(15 * time.Second)})), "no end after 10s", 2 * time.Minute,
		},
		"a slow API": {
			tenon.New("x", "1").Add(route.Resource("/things", slowThings, slowID, slowStore{sleep(0)})).Use(func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					time.Sleep(8 * time.Second)
					next.ServeHTTP(w, r)
				})
			}), "Laws ended after 5m", 11 * time.Minute,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				app := tt.api.MustBuild()
				r := &recorder{TB: t}
				begin := time.Now()
				apitest.Laws(r, app)
				if name != "lines" {
					apitest.Histories(r, app)
				}
				if took := time.Since(begin); took > tt.most {
					t.Errorf("took %v, want at most %v", took, tt.most)
				}
				time.Sleep(time.Minute) // handlers that are left to themselves
				if text := strings.Join(r.failures, "\n"); !strings.Contains(text, tt.want) {
					t.Errorf("reports %.2000s\nwant %q", text, tt.want)
				}
			})
		})
	}
}

// For bounds Laws, too.
func TestForBoundsLaws(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app := tenon.New("x", "1").Add(route.Resource("/things", slowThings, slowID, slowStore{func(context.Context) error {
			time.Sleep(time.Second)
			return nil
		}})).MustBuild()
		r := &recorder{TB: t}
		begin := time.Now()
		apitest.Laws(r, app, apitest.For(5*time.Second))
		if took := time.Since(begin); took > 20*time.Second || !strings.Contains(strings.Join(r.failures, "\n"), "give it more time with For") {
			t.Errorf("took %v, and reports %q", took, r.failures)
		}
	})
}
