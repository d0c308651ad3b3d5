package kit

import (
	"testing"

	"github.com/tenon-go/tenon"
)

// Build builds an API, and fails the test with its faults. The end of the test closes the App.
func Build(t testing.TB, a tenon.API) *tenon.App {
	t.Helper()
	app, err := a.Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return app
}
