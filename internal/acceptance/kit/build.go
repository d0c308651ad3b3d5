package kit

import (
	"testing"

	"github.com/tenon-go/tenon"
)

func Build(t *testing.T, a tenon.API) *tenon.App {
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
