package apitest

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/probe"
)

// Emitted reports, at the end of the test, the events that routes declare with Emits and that no
// handler has emitted since the app was built:
//
//	apitest.Emitted(t, app)
//	// requests that create, change and delete
//
// A test that has failed, or is skipped, reports none: it may not have sent all its requests. An
// event counts when its message is passed to Outbox.Emit or event.Declared, even if the transaction
// is rolled back then. Events of [tenon.API.Events] alone are emitted without a request, and do not
// count.
func Emitted(t testing.TB, app *tenon.App) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() || t.Skipped() {
			return
		}
		for op, e := range probe.Silent(app) {
			t.Errorf("%s: %s %s declares the event %s, and has never emitted it", op.At, op.Method, op.Path, e.Name)
		}
	})
}
