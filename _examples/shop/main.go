// Command shop is a REST API for products and their orders, on SQLite or
// PostgreSQL.
//
//	go run . -dev
//	curl 'http://127.0.0.1:8080/v1/products?limit=2&order_by=-price'
//
// Everybody may read the catalogue. For the rest, -dev prints a token and a request
// that uses it; programs have keys:
//
//	go run . key -name robot -scopes 'products:write products:cost'
//	curl -H 'X-Api-Key: shop_…' --json '{"price": 950, "cost": 500}' -X PATCH …
//
// In earnest it needs no -dev:
//
//	shop -addr :8080 -db postgres://shop@localhost/shop
//		-issuer https://id.example.com -audience shop
//		-redis 10.0.0.2:6379 -proxies 10.0.0.0/8 -origins https://shop.example
//
// Without an issuer, only keys are good. Without Redis each process counts requests
// by itself. shop -help tells of all flags.
//
// product.go and order.go say what these are, and routes.go what can be done with
// them: requests are validated, answers written and the OpenAPI documents made
// from these declarations. access.go says who may, limits.go how often, and
// languages.go in which words it is refused; api.go puts all of it together.
// products.go and orders.go keep them in the database, and know nothing of HTTP.
//
// The environment variable SHOP_CURSOR_KEY has the key that signs cursors, such
// as openssl rand -hex 32 makes one. Servers of one shop share it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	switch err := run(ctx, os.Args[1:], os.Stdout); {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		slog.Error("shop", "error", err)
		os.Exit(1)
	}
}

// run is the program, until ctx is done.
func run(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) > 0 && args[0] == "key" {
		return manageKeys(ctx, args[1:], stdout)
	}
	o, err := parseOptions(args)
	switch {
	case err != nil:
		return err
	case o.document:
		return printDocument(stdout, o)
	}
	return serve(ctx, o, stdout)
}

// printDocument needs no database, because it calls no handler.
func printDocument(w io.Writer, o options) error {
	v, ok := map[string]oas.Version{"3.0": oas.V30, "3.1": oas.V31, "3.2": oas.V32}[o.version]
	if !ok {
		return fmt.Errorf("OpenAPI %q is not 3.0, 3.1 or 3.2", o.version)
	}
	app, err := newAPI(settings{store: new(Store), cursors: [][]byte{paginate.NewKey()}, limits: o.limits})
	if err != nil {
		return err
	}
	defer app.Close()
	text, err := oas.YAML(app, v)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
