package conformance

import (
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/oas/oastest"
)

// What a change does to the document of the API that says everything, in every version.
func TestGolden(t *testing.T) {
	app := everything.API().Locales(l10n.Builtin()).MustBuild()
	defer app.Close()
	for _, file := range []string{"everything.json", "everything-3.1.json", "everything-3.2.json"} {
		t.Run(file, func(t *testing.T) { oastest.Golden(t, app, "testdata/"+file) })
	}
}
