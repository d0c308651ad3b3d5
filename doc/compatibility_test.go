package doc_test

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas/oastest"
)

func TestDocument(t *testing.T) {
	app := tenon.New("Library", "1.0.0").Group("/v1", show, create).MustBuild()

	oastest.Golden(t, app, "testdata/openapi.yaml")      // reviewed with each change
	oastest.Compatible(t, app, "testdata/released.yaml") // what clients were written for
	oastest.Equivalent(t, app, oastest.Values(500))      // says what the server does
}
