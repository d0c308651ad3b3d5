package main

import (
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon"
)

// library returns the API with an empty store.
func library(t *testing.T) *tenon.App {
	store, err := openStore(filepath.Join(t.TempDir(), "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	app, err := newAPI(store).Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		app.Close()
		store.db.Close()
	})
	return app
}
