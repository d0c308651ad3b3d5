package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn/jwks"
)

// development issues and verifies all tokens of the tests.
var development struct {
	issuer   *Issuer
	verifier *jwks.Verifier
}

// everything is a token that allows everything except seeing the costs of products.
var everything = sync.OnceValue(func() string {
	token, err := development.issuer.Token("tests", readProducts, writeProducts, readOrders, writeOrders, manageOrders, writeWebhooks)
	if err != nil {
		panic(err)
	}
	plant("the token of tests", strings.Split(token, ".")[1:]...)
	return token
})

// No test may leak a goroutine, or a secret in a response or a log.
func TestMain(m *testing.M) {
	transport, err := toShops(os.Getenv("SHOP_PROXY"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	http.DefaultClient.Transport = watched{transport}
	slog.SetDefault(slog.New(slog.NewTextHandler(watchedLog{}, nil)))

	ctx, stop := context.WithCancel(context.Background())
	issuer, err := NewIssuer()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	verifier, err := jwks.New(jwks.Issuer(issuer.url, jwks.Audience(devAudience)))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	served := make(chan error, 1)
	go func() { served <- issuer.Serve(ctx) }()
	development.issuer, development.verifier = issuer, verifier

	code := m.Run()
	verifier.Close()
	transport.CloseIdleConnections()
	stop()
	for what, err := range map[string]error{
		"the issuer":  <-served,
		"goroutines":  goleak.Find(),
		"the secrets": leaks(),
	} {
		if err != nil && code == 0 {
			fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
			code = 1
		}
	}
	os.Exit(code)
}

// toShops returns the transport of all tests. It uses an HTTP proxy if there is one, for
// example to validate the traffic against the document.
func toShops(proxy string) (*http.Transport, error) {
	transport := http.DefaultTransport.(*http.Transport)
	if proxy == "" {
		return transport, nil
	}
	address, err := url.Parse(proxy)
	if err != nil {
		return nil, err
	}
	transport = transport.Clone()
	transport.Proxy = http.ProxyURL(address)
	return transport, nil
}

// defaults returns the default options of the program.
func defaults(t testing.TB) options {
	t.Helper()
	o, err := parseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// routed returns the handler of a shop.
func routed(t testing.TB, app *tenon.App) http.Handler {
	t.Helper()
	router, err := newRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	return router
}
