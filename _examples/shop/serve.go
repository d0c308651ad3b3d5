package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn/jwks"
	"github.com/tenon-go/tenon/oas/docs"
)

// serve runs the shop until ctx is done.
func serve(ctx context.Context, o options, stdout io.Writer) error {
	keys, err := cursorKeys(os.Getenv("SHOP_CURSOR_KEY"))
	if err != nil {
		return err
	}
	store := unopened() // which a mock does not use
	if !o.mock {
		if store, err = OpenStore(ctx, o.database); err != nil {
			return err
		}
		defer store.Close()
		if err := store.Seed(ctx); err != nil {
			return err
		}
	}

	ctx, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup // background work
	defer beside.Wait()
	defer stop()
	if !o.mock {
		beside.Go(func() { store.Sweep(ctx, time.Hour) })
		if err := startEvents(ctx, store, o, &beside); err != nil {
			return err
		}
	}

	hello := ""
	if o.dev {
		issuer, err := NewIssuer()
		if err != nil {
			return err
		}
		beside.Go(func() {
			if err := issuer.Serve(ctx); err != nil {
				slog.Error("the issuer for development", "error", err)
			}
		})
		o.issuer, o.audience = issuer.url, devAudience
		if hello, err = greeting(issuer); err != nil {
			return err
		}
	}
	var verify verifier
	if o.issuer != "" {
		tokens, err := jwks.New(jwks.Issuer(o.issuer, jwks.Audience(o.audience)))
		if err != nil {
			return err
		}
		defer tokens.Close()
		verify = tokens.Verify
	}

	s := settings{store: store, cursors: keys, verify: verify, limits: o.limits, origins: o.origins}
	app, err := newAPI(s)
	if err != nil {
		return err
	}
	if o.mock {
		app = apitest.Mock(declaration(s))
	}
	defer app.Close()
	var page []docs.Option
	if o.swaggerUI != "" {
		page = append(page, docs.Assets(os.DirFS(o.swaggerUI)))
	}
	router, err := newRouter(app, page...)
	if err != nil {
		return err
	}
	err = tenon.Serve(ctx, o.addr, router, tenon.OnListen(func(a net.Addr) {
		slog.Info("listening", "url", "http://"+a.String(), "docs", "http://"+a.String()+"/docs/")
		if hello != "" {
			fmt.Fprintf(stdout, hello, a)
		}
	}))
	slog.Info("stopped")
	return err
}

// greeting is the output of -dev without the address of the shop: a token and a request that
// uses it.
func greeting(i *Issuer) (string, error) {
	token, err := i.Token("developer", allScopes...)
	return "TOKEN=" + token + `
curl -H "Authorization: Bearer $TOKEN" --json \
	'{"sku": "KEY-4242", "name": "Keyboard", "price": 8900, "cost": 5300, "size": {"width": 359, "height": 35, "depth": 128}}' \
	http://%s/v1/products
`, err
}
