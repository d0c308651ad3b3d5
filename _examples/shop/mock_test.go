package main

import (
	"flag"
	"testing"

	"github.com/tenon-go/tenon/apitest"
)

var mockSeed = flag.Uint64("mock-seed", 1, "the seed of mocks")

// The API of the shop has a mock, which needs no store.
func TestMock(t *testing.T) {
	s := testSettings(unopened())
	app := apitest.Mock(declaration(s), apitest.Seed(*mockSeed))
	options := []apitest.Option{apitest.As("tests", apitest.Bearer(everything())), apitest.Seed(*mockSeed)}
	apitest.Laws(t, app, options...)
	apitest.Histories(t, app, append(options, apitest.Runs(30), apitest.Except("putPhoto"))...) // a mock stores no files
}
