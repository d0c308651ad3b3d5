package calls_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
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
