//go:build linux

// Command sock measures the API over sockets, and prints the first table of doc/performance.md:
//
//	go generate -C _bench ./...                   # first: the code of peers that generate theirs
//	go run -C _bench ./sock                       # everything, about a quarter of an hour
//	go run -C _bench ./sock -only 'static|tenon'  # some stacks
//	go run -C _bench ./sock -open=false           # processor time only
//	go run -C _bench -tags alone ./sock -check sock/ratios.txt   # fails if the library has become slower, without TLS
//
// Each stack is a process of its own on one core, and the clients are a process on another core.
// First, 32 connections repeat a request as fast as they can (a closed loop), which gives the
// processor time of the server for each request. Then requests begin at random times, whether or not
// those before them have ended (an open loop), at 30 and at 70 percent of what the
// server could serve by its processor time. Latency counts from the time at which a request should
// have begun. The stacks take turns, and all numbers are medians of the turns.
//
// It needs Linux, for the affinity of processes to cores.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"time"
)

// The cores of the servers and of the clients.
const (
	serverCore = 0
	clientCore = 1
)

// options are the flags.
type options struct {
	rounds    int
	turn      time.Duration
	only      *regexp.Regexp
	cases     *regexp.Regexp
	protocols *regexp.Regexp
	open      bool
	check     string
	record    string
}

func main() {
	var (
		o                      options
		only, cases, protocols string
		serve, load            bool
	)
	flag.IntVar(&o.rounds, "rounds", 21, "how often each stack has its turn")
	flag.DurationVar(&o.turn, "turn", 150*time.Millisecond, "how long a turn of the closed loop takes; short, because ratios are of a round")
	flag.StringVar(&only, "only", "", "the stacks that match a `pattern`")
	flag.StringVar(&cases, "cases", "", "the cases that match a `pattern`")
	flag.StringVar(&protocols, "protocols", "", "the protocols that match a `pattern`")
	flag.BoolVar(&o.open, "open", true, "measure latency too")
	flag.StringVar(&o.check, "check", "", "`file` with ratios to the static handler that must not be passed by more than a quarter")
	flag.StringVar(&o.record, "record", "", "`file` to write those ratios to")
	flag.BoolVar(&serve, "serve", false, "serve the stack and the protocol of the arguments")
	flag.BoolVar(&load, "load", false, "send the requests of the case, the protocol and the address of the arguments")
	flag.Parse()
	run := func() (err error) {
		for _, p := range []struct {
			pattern string
			to      **regexp.Regexp
		}{{only, &o.only}, {cases, &o.cases}, {protocols, &o.protocols}} {
			var compiled error
			*p.to, compiled = regexp.Compile(p.pattern)
			err = errors.Join(err, compiled)
		}
		if err != nil {
			return err
		}
		return measure(o)
	}
	switch {
	case serve:
		run = func() error { return server(flag.Arg(0), flag.Arg(1)) }
	case load:
		run = func() error { return client(flag.Arg(0), flag.Arg(1), flag.Arg(2)) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "sock:", err)
		os.Exit(1)
	}
}
