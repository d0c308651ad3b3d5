package kinds_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Times as numbers are in bodies, forms, queries and brackets, and lists sort, filter and continue
// by them.
func TestUnixTimes(t *testing.T) {
	type row struct{ Made, Seen time.Time }
	made, seen := prop.UnixTime("made"), prop.UnixMilli("seen")
	rows := collection.Of("Row", func(r *row) collection.Fields {
		return collection.Fields{made.At(&r.Made).Key(), seen.At(&r.Seen)}
	})
	since := prop.UnixTime("gte").Optional()
	span := prop.Object(collection.New("Span", since)).As("made").Optional()
	stored := []row{{time.Unix(1, 5), time.UnixMilli(7)}, {time.Unix(3, 0), time.UnixMilli(7)}, {time.Unix(2, 0), time.UnixMilli(1700000000123)}}
	list := route.List("/rows", rows.List(), paginate.ByCursor([]byte("a key for tests, known to anybody")).Max(1).
		Pagination("", paginate.HasMore("more"))).
		Sorting(made, seen).Filters(paginate.AtLeast(made), paginate.In(seen))
	serve := list.Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[row], error) {
		return mempage.Select(q, rows, stored)
	})
	add := route.Post("/rows", route.AnyOf(rows.Create(), route.Form(rows.Create())), rows.View()).
		Query(route.DeepObject(span)).
		Handle(func(c *route.Call, in row) (row, error) {
			if s, ok := span.Lookup(c); ok {
				in.Seen, _ = since.Lookup(s)
			}
			return in, nil
		})
	api, _ := kit.Start(t, kit.API(serve, add))

	form := "Content-Type: application/x-www-form-urlencoded"
	for _, tt := range []struct{ method, target, body, header, want string }{
		{"POST", "/rows", `{"made":1.7e9,"seen":1700000000123}`, "", `{"data":{"made":1700000000,"seen":1700000000123}}`},
		{"POST", "/rows", `made=1700000000&seen=-1`, form, `{"data":{"made":1700000000,"seen":-1}}`},
		{"POST", "/rows?made[gte]=12", `made=1700000000&seen=-1`, form, `{"data":{"made":1700000000,"seen":12000}}`},
		{"POST", "/rows?made[gte]=1.5", `made=1.7e9&seen=`, form, `type query:made/gte, type #/made, type #/seen`},
		{"POST", "/rows", `{"made":"2026-01-02T03:04:05Z","seen":253402300800000}`, "", `type #/made, max #/seen`},
		{"GET", "/rows?order_by=made", "", "", `{"data":[{"made":1,"seen":7}],"more":true}`},
		{"GET", "/rows?order_by=-made", "", "", `{"data":[{"made":3,"seen":7}],"more":true}`},
		{"GET", "/rows?order_by=made&min_made=2&seen=1700000000123", "", "", `{"data":[{"made":2,"seen":1700000000123}],"more":false}`},
		{"GET", "/rows?min_made=2026-01-02", "", "", `type query:min_made`},
	} {
		if tt.header == "" {
			tt.header = "Accept: */*"
		}
		if got := outcome(t, api.Send(t, tt.method, tt.target, tt.body, tt.header)); got != tt.want {
			t.Errorf("%s %s\n got %s\nwant %s", tt.target, tt.body, got, tt.want)
		}
	}

	var seconds []int64
	for r, err := range list.Walk(t.Context(), client.Local(kit.Build(t, kit.API(serve))), paginate.OrderBy(paginate.Desc(seen))) {
		if err != nil {
			t.Fatal(err)
		}
		seconds = append(seconds, r.Made.Unix())
	}
	if !slices.Equal(seconds, []int64{2, 3, 1}) {
		t.Errorf("pages by cursor: %v", seconds)
	}
}
