package main

import (
	"crypto/rand"
	"database/sql"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
)

// onEach runs a test with a server on every database. The address is that of the API.
func onEach(t *testing.T, test func(t *testing.T, api string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { test(t, start(t, filepath.Join(t.TempDir(), "a blog?.db"))) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, start(t, emptySchema(t))) })
}

// start serves the API on a database until the test ends.
func start(t *testing.T, database string) (api string) {
	t.Helper()
	s := httptest.NewServer(router(newApp(t, database)))
	t.Cleanup(s.Close)
	return s.URL + "/api"
}

// newApp returns the API on a database.
func newApp(t *testing.T, database string) *tenon.App {
	t.Helper()
	tokens, err := newTokens(strings.Repeat("0f", 32))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tokens.Close)
	store, err := openStore(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	app, err := newAPI(store, tokens, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

// emptySchema creates a schema in the database that TENON_POSTGRES names, and returns a URL
// that selects it.
func emptySchema(t *testing.T) string {
	t.Helper()
	name := os.Getenv("TENON_POSTGRES")
	if name == "" {
		t.Fatal("TENON_POSTGRES has no postgres:// URL; run .ci/postgres go -C _examples test ./conduit")
	}
	address, err := url.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open(onPostgreSQL.driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	schema := "conduit_" + strings.ToLower(rand.Text())
	run := func(statement string) {
		if _, err := db.Exec(statement); err != nil {
			t.Error(err)
		}
	}
	run(`CREATE SCHEMA ` + schema)
	t.Cleanup(func() { run(`DROP SCHEMA ` + schema + ` CASCADE`) })
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	return address.String()
}
