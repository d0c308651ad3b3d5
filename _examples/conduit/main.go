// Command conduit serves the API of RealWorld, a blog, on SQLite or PostgreSQL.
//
//	go run .
//	curl --json '{"user": {"username": "ann", "email": "ann@example.com", "password": "correct horse"}}' \
//		http://127.0.0.1:8080/api/users
//
// CONDUIT_KEY has the key that signs tokens, for example the output of openssl rand -hex 32.
// Without it, tokens are rejected after a restart.
package main

import (
	"context"
	"flag"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/docs"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "`address` to listen on")
	database := flag.String("db", "conduit.db", "`database`: an SQLite file or a postgres:// URL")
	origins := flag.String("origins", "", "`origins` whose pages may call, separated by commas")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *addr, *database, *origins); err != nil {
		slog.Error("conduit", "error", err)
		os.Exit(1)
	}
}

// run serves the API until ctx is done.
func run(ctx context.Context, addr, database, origins string) error {
	tokens, err := newTokens(os.Getenv("CONDUIT_KEY"))
	if err != nil {
		return err
	}
	defer tokens.Close()
	store, err := openStore(ctx, database)
	if err != nil {
		return err
	}
	defer store.Close()
	app, err := newAPI(store, tokens, strings.Fields(strings.ReplaceAll(origins, ",", " ")))
	if err != nil {
		return err
	}
	defer app.Close()
	return tenon.Serve(ctx, addr, router(app), tenon.OnListen(func(a net.Addr) {
		slog.Info("listening", "url", "http://"+a.String()+"/api", "docs", "http://"+a.String()+"/api/docs/")
	}))
}

// router serves the API, its documents, and a page to read and try them.
func router(app *tenon.App) http.Handler {
	routes := http.NewServeMux()
	routes.Handle("/", app)
	routes.Handle("/docs/", docs.MustPage(app))
	routes.Handle("/openapi.json", oas.Handler(app))
	mux := http.NewServeMux()
	mux.Handle("/api/", http.StripPrefix("/api", routes))
	return mux
}
