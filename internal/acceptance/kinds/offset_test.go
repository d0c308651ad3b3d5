package kinds_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Times with offsets are those times wherever they meet other features: in lists, filters, cursors,
// parameters, headers, bounds of arrays, defaults and patches.
func TestTimesKeepTheirOffsets(t *testing.T) {
	type visit struct {
		ID   int
		At   time.Time
		More []time.Time
	}
	at := prop.DateTime("at").Fraction(0).KeepOffset()
	id, more := prop.Int("id"), prop.Array(prop.DateTime("more").Fraction(0).KeepOffset()).Unique().MaxItems(4).Default(nil)
	visits := collection.Of("Visit", func(v *visit) collection.Fields {
		return collection.Fields{id.At(&v.ID).Key(), at.At(&v.At), more.At(&v.More)}
	})
	east, west := time.FixedZone("", 2*3600), time.FixedZone("", -5*3600)
	noon := time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	rows := []visit{{ID: 1, At: noon.In(east)}, {ID: 2, At: noon.Add(time.Minute).In(west)}, {ID: 3, At: noon.Add(-time.Minute)}}
	seen := prop.DateTime("X-Seen").Fraction(0).KeepOffset()
	app := kit.Build(t, tenon.New("Visits", "1").Add(
		route.List("/visits", visits.List(), paginate.ByCursor([]byte("a key for tests, known to anybody")).Default(1)).Sorting(at, id).DefaultOrder(paginate.Asc(at)).Filters(paginate.AtLeast(at)).
			Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[visit], error) {
				return mempage.Select(q, visits, rows)
			}),
		route.Post("/visits", visits.Create(), visits.View()).Query(at.As("since").Optional()).ResponseHeader(seen).
			Handle(func(c *route.Call, v visit) (visit, error) {
				seen.Set(c, v.At)
				return v, nil
			}),
		route.Patch("/visits", visits.Update(), visits.View()).Handle(func(_ *route.Call, p collection.Patch[visit]) (visit, error) {
			v := rows[0]
			return v, p.Apply(&v)
		}),
	))
	first := kit.Send(t, app, "GET", "/visits", "").Body
	_, cursor, _ := strings.Cut(first, `"next_cursor":"`)
	cursor, _, _ = strings.Cut(cursor, `"`)
	for _, tt := range []struct{ method, path, body, want string }{
		{"GET", "/visits", "", `"at":"2026-03-29T11:59:00Z"`},
		{"GET", "/visits?cursor=" + cursor, "", `"at":"2026-03-29T14:00:00+02:00"`},
		{"GET", "/visits?min_at=2026-03-29T13:59:30%2B02:00", "", `"at":"2026-03-29T14:00:00+02:00"`},
		{"GET", "/visits?order_by=-at", "", `"at":"2026-03-29T07:01:00-05:00"`},
		{"POST", "/visits?since=2026-03-29T12:00:00-03:30", `{"id":1,"at":"2026-03-29T12:00:00-03:30","more":["2026-03-29T12:00:00-03:30","2026-03-29T15:30:00Z"]}`,
			`{"id":1,"at":"2026-03-29T12:00:00-03:30","more":["2026-03-29T12:00:00-03:30","2026-03-29T15:30:00Z"]}`},
		{"PATCH", "/visits", `{"at":"2026-03-29T12:00:00.75+05:45"}`, `"at":"2026-03-29T12:00:00+05:45"`},
	} {
		got := kit.Send(t, app, tt.method, tt.path, tt.body)
		if !strings.Contains(got.Body, tt.want) {
			t.Errorf("%s %s: %d %s, want %s", tt.method, tt.path, got.Status, got.Body, tt.want)
		}
		if h := got.Header.Get("X-Seen"); tt.method == "POST" && h != "2026-03-29T12:00:00-03:30" {
			t.Errorf("X-Seen: %q", h)
		}
	}
}
