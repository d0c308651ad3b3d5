package main

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/webhook"
)

// onEach runs a test with a new shop on every kind of database.
func onEach(t *testing.T, test func(t *testing.T, c client)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) { test(t, open(t, memory)) })
	onEachDatabase(t, func(t *testing.T, name string) { test(t, open(t, name)) })
}

// onEachDatabase runs a test with an empty database of every persistent kind.
func onEachDatabase(t *testing.T, test func(t *testing.T, name string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "a shop?.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, emptySchema(t)) })
}

// emptySchema creates a schema in the database that TENON_POSTGRES names, and returns a URL
// that selects it.
func emptySchema(t *testing.T) string {
	t.Helper()
	name := os.Getenv("TENON_POSTGRES")
	if name == "" {
		t.Fatal("TENON_POSTGRES has no postgres:// URL; run .ci/postgres go -C _examples test ./shop")
	}
	address, err := url.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	schema := "shop_" + strings.ReplaceAll(newID(), "-", "")
	onServer(t, name, `CREATE SCHEMA `+schema)
	t.Cleanup(func() { onServer(t, name, `DROP SCHEMA `+schema+` CASCADE`) })
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	return address.String()
}

func onServer(t *testing.T, name, statement string) {
	t.Helper()
	db, err := sql.Open(onPostgreSQL.driver, name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Error(err)
	}
}

// openStore opens an empty database and closes it when the test ends.
func openStore(t testing.TB, name string) *Store {
	t.Helper()
	store, err := OpenStore(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	// Streams get events, and no test connects to the receivers of webhooks.
	offline := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("there is no network")
	}}
	err = store.openEvents([]webhook.Option{webhook.Resolver(offline)})
	if err == nil {
		store.Events, err = outbox.New(store.db, store.dialect.events)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan bool)
	go func() {
		store.Events.Run(ctx)
		ended <- true
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		store.Close()
	})
	return store
}
