package problems_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A response that violates its declaration is an internal error, and the log has the place.
func TestResponsesAreChecked(t *testing.T) {
	type row struct{ Counts []int }
	rows := collection.Of("Row", func(r *row) collection.Fields {
		return collection.Fields{
			prop.Array(prop.Int("counts").Min(1)).At(&r.Counts),
		}
	})
	for _, test := range []struct {
		name     string
		checking tenon.ResponseChecks
		status   int
	}{
		{"in tests, by default", tenon.InTests, 500},
		{"always", tenon.Always, 500},
		{"never", tenon.Never, 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			var log bytes.Buffer
			app := kit.Build(t, tenon.New("Rows", "1").CheckResponses(test.checking).
				Logger(slog.New(slog.NewTextHandler(&log, nil))).
				Add(route.Get("/row", rows.View()).Handle(func(*route.Call) (row, error) { return row{[]int{1, 0}}, nil })))
			w := kit.Send(t, app, "GET", "/row", "")
			if w.Status != test.status {
				t.Errorf("got %d %s", w.Status, w.Body)
			}
			const said = "the response of GET /row violates its declaration: #/counts/1: must be at least 1 (min)"
			if inLog := strings.Contains(log.String(), said); inLog != (test.status == 500) {
				t.Errorf("the log has %q", log.String())
			}
			if strings.Contains(w.Body, "counts/1") {
				t.Errorf("the client sees the violation: %s", w.Body)
			}
		})
	}
}
