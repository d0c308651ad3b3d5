package main

import (
	"flag"
	"log/slog"
	"os"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/oas/oastest"
)

// build builds the API of a registry.
func build(t *testing.T, f files, secured bool) *tenon.App {
	t.Helper()
	s := &registry{store: &store{files: f}}
	if secured {
		s.tokens = newTokens(nil, "https://registry.example.com")
	}
	app, err := s.api(slog.New(slog.DiscardHandler)).Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

var (
	lawsSeed  = flag.Uint64("laws-seed", 1, "the first seed of TestLaws")
	lawsSeeds = flag.Uint64("laws-seeds", 1, "the number of its seeds")
)

// Every operation keeps what HTTP and the document promise, and so does a mock.
func TestLaws(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	apps := []*tenon.App{
		build(t, directory{root}, false),
		build(t, &memory{files: map[string][]byte{}}, true),
		apitest.Mock(new(registry).api(slog.New(slog.DiscardHandler))),
	}
	for n := range *lawsSeeds {
		for _, app := range apps {
			apitest.Laws(t, app, apitest.Seed(*lawsSeed+n))
		}
	}
}

// The server accepts and sends what the document says.
func TestDocument(t *testing.T) {
	app := build(t, &memory{files: map[string][]byte{}}, true)
	for _, file := range []string{"openapi-3.0.yaml", "openapi-3.1.yaml", "openapi-3.2.yaml"} {
		oastest.Golden(t, app, "testdata/"+file)
	}
	oastest.Equivalent(t, build(t, &memory{files: map[string][]byte{}}, false), oastest.Values(500))
}
