package main

import (
	"errors"
	"flag"
	"strings"
	"time"
)

// options are the flags of the program.
type options struct {
	addr, database string
	document       bool
	version        string
	swaggerUI      string

	dev, mock        bool
	issuer, audience string
	limits           limits
	origins          []string
	arazzo           string

	events string // outbox or off
	nats   string
}

func databaseFlag(flags *flag.FlagSet) *string {
	return flags.String("db", "shop.db", "`database`: an SQLite file, "+memory+", or a postgres:// URL")
}

func parseOptions(args []string) (o options, err error) {
	flags := flag.NewFlagSet("shop", flag.ContinueOnError)
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`address` to listen on; port 0 selects a free port")
	database := databaseFlag(flags)
	flags.BoolVar(&o.document, "openapi", false, "print the OpenAPI document and exit")
	flags.StringVar(&o.arazzo, "arazzo", "", "print the Arazzo document with this `URL` of the OpenAPI document and exit")
	flags.StringVar(&o.version, "openapi-version", "3.0", "OpenAPI `version` to print, 3.0, 3.1 or 3.2")
	flags.StringVar(&o.swaggerUI, "swagger-ui", "", "`folder` of the npm package swagger-ui-dist for /docs/, in place of the embedded one")

	flags.BoolVar(&o.dev, "dev", false, "issue tokens for development, and print one")
	flags.BoolVar(&o.mock, "mock", false, "serve made-up entities from memory, without a database")
	flags.StringVar(&o.issuer, "issuer", "", "`URL` of the OpenID Connect provider whose tokens the shop accepts")
	flags.StringVar(&o.audience, "audience", "", "`name` of the shop in the aud claim of tokens")

	flags.IntVar(&o.limits.address, "per-address", 1200, "`requests` a minute from an IP address")
	flags.IntVar(&o.limits.identity, "per-identity", 600, "`requests` a minute of an authenticated caller; of others, by IP address")
	flags.StringVar(&o.limits.redis, "redis", "", "`address` of a Redis server that counts requests for all servers of the shop")
	flags.DurationVar(&o.limits.wait, "redis-wait", 30*time.Millisecond, "how `long` a request waits for Redis, before it is counted in memory")
	flags.StringVar(&o.events, "events", "outbox", "where changes emit their events: `outbox`, in the database, or off")
	flags.StringVar(&o.nats, "nats", "", "`URL` of a NATS server whose JetStream gets the events")
	proxies := flags.String("proxies", "", "`addresses` of trusted proxies in front of the shop, as CIDRs separated by commas")
	origins := flags.String("origins", "", "`origins` whose pages may call, separated by commas")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.database, o.limits.proxies, o.origins = *database, listed(*proxies), listed(*origins)
	switch {
	case flags.NArg() > 0:
		err = errors.New("the only argument without a flag is: shop key")
	case o.dev && o.issuer != "":
		err = errors.New("-dev starts its own issuer; omit -issuer")
	case o.events != "outbox" && o.events != "off":
		err = errors.New("-events is outbox or off")
	case o.events == "off" && o.nats != "":
		err = errors.New("-nats needs -events outbox")
	case (o.issuer == "") != (o.audience == ""):
		err = errors.New("-issuer and -audience must be set together")
	}
	return o, err
}

// listed returns the comma-separated parts of a flag.
func listed(text string) (parts []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
