package databases_test

import (
	"bufio"
	"context"
	"database/sql"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type costly struct {
	ID   string
	Cost int
}

func costlyOf(scopes ...string) *collection.Collection[costly] {
	return collection.Of("Costly", func(c *costly) collection.Fields {
		cost := prop.Int("cost").Min(1).At(&c.Cost)
		if len(scopes) > 0 {
			cost = cost.VisibleTo(scopes...)
		}
		return collection.Fields{prop.String("id").At(&c.ID), cost}
	})
}

// A stream has the events that its route and its filter have both, and of each what its message
// has, for readers of any scope: a cost of 0 in place of one that is not there is not the truth.
func TestStreamsShowWhatMessagesHave(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		box := newOutbox(t, db, d)
		secret := event.New("secret", costlyOf("cost").View())
		told := event.New("told", costlyOf("cost").View()).Audience("staff").Scopes("cost")
		open := event.New("open", costlyOf().View())
		last := outbox.LastEventID()
		stream := func(path string, f outbox.Filter, types ...*event.Type[costly]) route.Member {
			f.Audiences = []string{"staff"}
			return route.Get(path, route.Events(costlyOf("cost").View())).Header(last).
				Handle(func(c *route.Call) (iter.Seq2[route.Event[costly], error], error) {
					var after *int64
					if n, ok := last.Lookup(c); ok {
						after = &n
					}
					return outbox.Events(c.Context(), box, after, f, types...)
				})
		}
		app := tenon.New("Costs", "1").Logger(slog.New(slog.DiscardHandler)).
			Authenticate(authn.Bearer("token", func(_ context.Context, token string) (authn.Identity, error) {
				return authn.New(token).Scopes(token), nil
			})).
			Add(stream("/all", outbox.Filter{}, secret, told, open), stream("/narrow", outbox.Filter{Types: []string{"open"}}, secret, open),
				stream("/other", outbox.Filter{Types: []string{"told", "open"}}, open), stream("/none", outbox.Filter{})).
			MustBuild()
		server := httptest.NewServer(app)
		defer server.Close()

		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := box.Emit(t.Context(), tx, secret.Of(costly{"a", 7}), told.Of(costly{"b", 8}), open.Of(costly{"c", 9})); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		run(t, box)
		for box.Last() < 3 {
			time.Sleep(time.Millisecond)
		}
		a, b, c, hiddenB, hiddenC := `{"id":"a"}`, `{"id":"b","cost":8}`, `{"id":"c","cost":9}`, `{"id":"b"}`, `{"id":"c"}`
		for _, tt := range []struct {
			path, scope string
			want        []string
		}{
			{"/all", "cost", []string{a, b, c}}, {"/all", "none", []string{a, hiddenB, hiddenC}},
			{"/narrow", "cost", []string{c}}, {"/other", "none", []string{hiddenC}}, {"/none", "cost", nil},
		} {
			if got := dataOf(t, server.URL+tt.path, tt.scope, len(tt.want)); !slices.Equal(got, tt.want) {
				t.Errorf("%s with scope %s: %q, want %q", tt.path, tt.scope, got, tt.want)
			}
		}

		// Another process begins now, also if it has seen nothing yet.
		events, err := outbox.Events(t.Context(), newOutbox(t, db, d), nil, outbox.Filter{}, open)
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range events {
			if e.ID != "3" || !e.NoData || err != nil {
				t.Errorf("the first event is %+v, %v", e, err)
			}
			break
		}
	})
}

// dataOf returns the data of the first n events after 0; of none, for a while.
func dataOf(t *testing.T, url, scope string, n int) (data []string) {
	patience := 20 * time.Second
	if n == 0 {
		patience = 200 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+scope)
	r.Header.Set("Last-Event-ID", "0")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	for in := bufio.NewScanner(res.Body); in.Scan(); {
		if line, ok := strings.CutPrefix(in.Text(), "data: "); ok {
			if data = append(data, line); len(data) == n {
				break
			}
		}
	}
	return data
}
