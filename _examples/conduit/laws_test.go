package main

import (
	"encoding/json"
	"flag"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
)

var (
	runs     = flag.Int("runs", 100, "the number of histories of TestLaws, for each resource")
	lawsSeed = flag.Uint64("laws-seed", 1, "the seed of TestLaws")
)

// The store keeps what authors write. Slugs follow titles, and tags are sorted. Passwords are
// expensive, so that users are left out.
func TestLaws(t *testing.T) {
	for name, app := range map[string]*tenon.App{
		"SQLite":     newApp(t, filepath.Join(t.TempDir(), "blog.db")),
		"PostgreSQL": newApp(t, emptySchema(t)),
	} {
		t.Run(name, func(t *testing.T) {
			options := []apitest.Option{author(t, app, "ann"), author(t, app, "bob"), apitest.Except("POST /users", "POST /users/login", "PUT /user")}
			apitest.Laws(t, app, options...)
			apitest.Histories(t, app, append(options, apitest.Volatile(slug, tagList), apitest.Seed(*lawsSeed), apitest.Runs(*runs))...)
		})
	}
}

// author registers a user.
func author(t *testing.T, app *tenon.App, name string) apitest.Option {
	t.Helper()
	w := apitest.Send(t, app, nil, "POST", "/users", account(name, name+"@example.com", "correct horse"), "Content-Type", "application/json")
	var got response
	if err := json.Unmarshal([]byte(w.Body), &got); err != nil {
		t.Fatal(err)
	}
	return apitest.As(name, apitest.Header("Authorization", "Token "+got.User.Token))
}
