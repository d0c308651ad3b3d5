package main

import (
	"testing"

	"github.com/tenon-go/tenon/oas/oastest"
)

func TestDocument(t *testing.T) {
	app := library(t)
	oastest.Golden(t, app, "testdata/openapi.yaml") // shows what a change does to the document
	oastest.Equivalent(t, app, oastest.Values(500)) // compares the document with the server
}
