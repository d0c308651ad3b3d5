package year

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// Item is every entity of the API.
type Item struct {
	ID       int64
	Name     string
	Modified time.Time
}

var (
	itemID = prop.Int64("id")
	name   = prop.String("name").MaxLen(20)

	items = collection.Of("Item", func(i *Item) collection.Fields {
		return collection.Fields{itemID.At(&i.ID).Key(), name.At(&i.Name)}
	})
	dated = collection.Of("News", func(i *Item) collection.Fields {
		return collection.Fields{itemID.At(&i.ID), name.At(&i.Name)}
	}).Versioned(func(i *Item) collection.Version {
		return collection.Version{Tag: strconv.FormatInt(i.ID, 10), Modified: i.Modified}
	})

	table = sqlpage.From("entries", sqlpage.Column(itemID, "id"), sqlpage.Column(name, "name"))
	text  = route.Text(prop.String("text"))
	takes = prop.Int64("takes")
)

// What the API declares.
const (
	perMinute, perHour = 5, 8
	burst              = 3
	fresh              = time.Minute
	timeout            = 2 * time.Second
	lease              = 2 * time.Minute
	leeway             = 30 * time.Second
	heartbeat          = 15 * time.Second
	pageSize           = 4
)

// The dates of /old are within the year.
func (w *world) deprecated() time.Time { return w.begin.AddDate(0, 1, 0) }
func (w *world) sunset() time.Time     { return w.begin.AddDate(0, 2, 0) }

// api returns the declaration of a server.
func (s *server) api() tenon.API {
	w := s.w
	bearer := authn.Bearer("bearer", s.verify())
	key := authn.APIKeyHeader("key", "X-Api-Key", s.lookup())
	memory := func(p throttle.Policy) throttle.Policy {
		p = p.ByIdentity().Headers(throttle.XRateLimit, throttle.Draft11)
		if w.parts.memory != nil {
			p = w.parts.memory(s, p)
		}
		return p
	}
	shared := throttle.PerHour(perHour).ByIdentity().Clock(s.clock).
		Store(func(tokens uint64, window time.Duration) (limiter.Store, error) {
			return countsOf{w.taker(), tokens, window}, nil
		})
	hello := func(*route.Call) (string, error) { return "hello", nil }
	deprecated, sunset := w.deprecated(), w.sunset()
	if w.parts.retire != nil {
		deprecated, sunset = w.parts.retire(s)
	}
	one := func(*http.Request) string { return "all clients" }
	ends := timeout
	if w.parts.timeout != nil {
		ends = w.parts.timeout(ends)
	}
	return tenon.New("Year", "1.0.0").Logger(quiet).Authenticate(bearer, key).Add(
		route.Get("/who", text).Requires(bearer).Handle(func(c *route.Call) (string, error) { return c.Identity().Subject(), nil }),
		route.Get("/me", text).Requires(key).Handle(hello),
		route.Get("/minute", text).Requires(key).Throttle(memory(throttle.PerMinute(perMinute))).Handle(hello),
		route.Get("/burst", text).Requires(key).Throttle(memory(throttle.PerMinute(perMinute).Burst(burst))).Handle(hello),
		route.Get("/shared", text).Requires(key).Throttle(shared).Handle(hello),
		route.Post("/payments", items.Create(), items.View()).Idempotent(w.payments.ttl, s.store("payments", 0)).RequireIdempotencyKey().IdempotencyScope(one).Public().Handle(s.work(w.payments)),
		route.Post("/reports", items.Create(), items.View()).Idempotent(w.reports.ttl, s.store("reports", lease)).RequireIdempotencyKey().IdempotencyScope(one).Public().Handle(s.work(w.reports)),
		route.List("/entries", items.List(), paginate.ByCursor(s.keys.signing(), s.keys.older()...).Default(pageSize)).Public().
			Sorting(name).DefaultOrder(paginate.Asc(name)).
			Handle(s.list),
		route.Get("/news", dated.View()).Cache(cache.Public(fresh)).Public().Handle(s.news()),
		route.Get("/old", text).DeprecatedAt(deprecated).Sunset(sunset).Public().Handle(hello),
		route.Get("/slow", text).Query(takes).Timeout(ends).Public().Handle(func(c *route.Call) (string, error) {
			select {
			case <-time.After(time.Duration(takes.Get(c))):
				return "slow", nil
			case <-c.Context().Done():
				return "", c.Context().Err()
			}
		}),
		route.Get("/events", route.Events(items.View())).Requires(key).Query(takes).Handle(s.events),
	)
}

func (s *server) list(c *route.Call, q paginate.Query) (paginate.Result[Item], error) {
	return sqlpage.List(c.Context(), s.w.db, sqlpage.SQLite, table, "id, name", q, func(row sqlpage.Scanner) (i Item, err error) {
		err = row.Scan(&i.ID, &i.Name)
		return i, err
	})
}

func (s *server) news() func(*route.Call) (Item, error) {
	read := s.w.news.now
	if s.w.parts.readNews != nil {
		read = s.w.parts.readNews(s, read)
	}
	return func(*route.Call) (Item, error) { return read(), nil }
}

// events sends events at random intervals, for ever.
func (s *server) events(c *route.Call) (iter.Seq2[route.Event[Item], error], error) {
	gap := time.Duration(takes.Get(c))
	return func(yield func(route.Event[Item], error) bool) {
		for {
			select {
			case <-time.After(gap):
			case <-c.Context().Done():
				return
			}
			if !yield(route.Event[Item]{Data: Item{ID: 1, Name: "event"}}, nil) {
				return
			}
		}
	}, nil
}

// work is a handler that takes some time after its work.
func (s *server) work(l *ledger) func(*route.Call, Item) (Item, error) {
	return func(_ *route.Call, in Item) (Item, error) {
		n, takes := l.started(in.ID)
		time.Sleep(takes)
		if s.dead.Load() {
			panic(http.ErrAbortHandler)
		}
		in.Name = fmt.Sprint("work ", n)
		return in, nil
	}
}

// rotation is which keys of cursors a server has.
type rotation struct {
	signs int
	knows []int // all, with the one that signs
}

func cursorKey(n int) []byte {
	return binary.BigEndian.AppendUint64(make([]byte, 24, 32), uint64(n))
}

func (r rotation) signing() []byte { return cursorKey(r.signs) }

func (r rotation) older() (all [][]byte) {
	for _, n := range r.knows {
		if n != r.signs {
			all = append(all, cursorKey(n))
		}
	}
	return all
}

// verify returns the function of the bearer scheme.
func (s *server) verify() verify {
	var next verify = func(ctx context.Context, token string) (authn.Identity, error) { return s.verifier.Verify(ctx, token) }
	if s.w.parts.verify != nil {
		next = s.w.parts.verify(s, next)
	}
	return next
}

// lookup returns the function of the scheme of keys.
func (s *server) lookup() lookup {
	var next lookup = s.w.identify
	if s.w.parts.lookup != nil {
		next = s.w.parts.lookup(s, next)
	}
	return next
}
