package calls_test

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A pooled call retains nothing of its last request: a name in it would keep the whole body
// alive.
func TestAPooledCallRetainsNothingOfItsRequest(t *testing.T) {
	const size = 16 << 20
	notes := collection.New("Note", prop.String("id").ReadOnly(), prop.String("text"))
	app := kit.Build(t, tenon.New("Notes", "1").Limits(route.Limits{Body: 2 * size}).
		Add(route.Post("/notes", notes.Create(), collection.NoContent()).
			Handle(func(*route.Call, collection.Record) (none collection.Empty, err error) { return none, nil })))
	send := func(content string) int {
		w := kit.Send(t, app, "POST", "/notes?strange=1", content)
		return w.Status
	}
	held := func() uint64 {
		runtime.GC() // only once: what is kept goes with the second
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	send(`{}`)
	before := held()
	for _, member := range []string{`"id": "1"`, `"strange": 1`, `"text": 5`} {
		if status := send(`{` + member + `, "other": "` + strings.Repeat("x", size) + `"}`); status != 422 {
			t.Fatalf("%s: %d", member, status)
		}
		if after := held(); after > before+size/2 {
			t.Errorf("after a request with %s there are %d bytes more", member, after-before)
		}
	}
}

// Nor does it retain what its handler returned, with an error or without.
func TestAPooledCallRetainsNothingOfItsResponse(t *testing.T) {
	type page struct{ Text *string }
	pages := collection.Of("Page", func(p *page) collection.Fields {
		return collection.Fields{prop.String("text").Optional().AtOptional(&p.Text)}
	})
	refused := render.NewProblem(409, "refused", "Refused")
	var returned weak.Pointer[string]
	var failure error
	app := kit.Build(t, tenon.New("Pages", "1").Add(route.Get("/page", pages.View()).Fails(refused).
		Handle(func(*route.Call) (page, error) {
			text := new(strings.Repeat("x", 100))
			returned = weak.Make(text)
			return page{text}, failure
		})))
	for _, tt := range []struct {
		failure error
		status  int
	}{{nil, 200}, {refused, 409}} {
		failure = tt.failure
		if w := kit.Send(t, app, "GET", "/page", ""); w.Status != tt.status {
			t.Fatalf("%d, want %d", w.Status, tt.status)
		}
		runtime.GC() // only once, as above
		if returned.Value() != nil {
			t.Errorf("after a response with %d its value is still there", tt.status)
		}
	}
}
