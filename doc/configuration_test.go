package doc_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/throttle"
)

// config has what differs between a laptop, a test and production.
type config struct {
	addr    string
	baseURL string
	origins []string
	proxies []string
	limit   int
	timeout time.Duration
}

func parseConfig(args []string, env func(string) string) (c config, err error) {
	flags := flag.NewFlagSet("library", flag.ContinueOnError)
	flags.StringVar(&c.addr, "addr", "127.0.0.1:8080", "`address` to listen on")
	flags.StringVar(&c.baseURL, "base-url", "", "`URL` of the API in links; relative by default")
	flags.IntVar(&c.limit, "limit", 600, "`requests` a minute from an address")
	flags.DurationVar(&c.timeout, "timeout", 15*time.Second, "how `long` a handler may take")
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	c.origins = strings.Fields(env("LIBRARY_ORIGINS"))
	c.proxies = strings.Fields(env("LIBRARY_PROXIES"))
	return c, nil
}

// newAPI returns the API of a configuration. It does not read flags or the environment, so that
// tests call it with a configuration of their own.
func newAPI(c config, log *slog.Logger) tenon.API {
	limit := throttle.PerMinute(c.limit)
	if len(c.proxies) > 0 {
		limit = limit.TrustedProxies(c.proxies...)
	}
	api := tenon.New("Library", "1.0.0").
		Logger(log).
		RequestIDs().
		Timeout(c.timeout).
		Throttle(limit).
		ClientAddress(limit.Address).
		Add(show, create)
	if c.baseURL != "" {
		api = api.BaseURL(c.baseURL)
	}
	if len(c.origins) > 0 {
		api = api.CORS(cors.Origins(c.origins...))
	}
	return api
}

// run is the program without os.Exit.
func run(ctx context.Context, args []string, env func(string) string, log *slog.Logger) error {
	c, err := parseConfig(args, env)
	if err != nil {
		return err
	}
	app, err := newAPI(c, log).Build()
	if err != nil {
		return err
	}
	defer app.Close()
	return tenon.Serve(ctx, c.addr, app)
}

func Example_configuration() {
	ctx, stop := context.WithCancel(context.Background())
	stop() // at once, in this example
	fmt.Println(run(ctx, []string{"-addr", "127.0.0.1:0"}, os.Getenv, quiet))

	err := run(ctx, []string{"-base-url", "library.example", "-limit", "0"}, os.Getenv, quiet)
	var faults tenon.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			fmt.Println(f.Message)
		}
	}

	// Output:
	// <nil>
	// api: the limit 0 must be positive
	// BaseURL("library.example") is not a URL such as https://api.example.com
}
