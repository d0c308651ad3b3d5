package session

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas/oastest"
)

// TestAPI tests an API with the files testdata/session.txt and testdata/openapi.yaml. Its clock is
// one second later at each call.
func TestAPI(t *testing.T, api func(now func() time.Time) tenon.API) {
	build := func(t *testing.T) *tenon.App {
		t.Helper()
		now := time.Unix(1_700_000_000, 0)
		app, err := api(func() time.Time { now = now.Add(time.Second); return now }).Build()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { app.Close() })
		return app
	}
	t.Run("Session", func(t *testing.T) { run(t, build(t), "testdata/session.txt") })
	t.Run("Document", func(t *testing.T) { oastest.Golden(t, build(t), "testdata/openapi.yaml") })
	// The server accepts and sends what the document says.
	t.Run("DocumentIsCorrect", func(t *testing.T) { oastest.Equivalent(t, build(t)) })
}
