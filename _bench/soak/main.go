// Command soak runs the shop under full load for a while, over HTTP on two cores, and fails if
// its memory grows after the first minute or its slow responses are out of proportion:
//
//	go run -C _bench -tags alone ./soak -for 10m
//
// The server is a process of its own. Its memory is measured after a garbage collection, the
// latency of each case by the clients.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	serve := flag.Bool("serve", false, "serve, and tell on the standard output how much memory is held")
	long := flag.Duration("for", 10*time.Minute, "how long; at least 2m")
	clients := flag.Int("clients", cores, "how many connections ask all the time; more of them wait for one another too")
	flag.Parse()
	run := func() error { return soak(*long, *clients) }
	if *serve {
		run = server
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// cores is the number of cores of the server.
const cores = 2

// settled is when the memory of the server must have stopped growing.
const settled = time.Minute

func soak(long time.Duration, clients int) error {
	if long < 2*settled {
		return errors.New("less than 2m says little")
	}
	s, err := start()
	if err != nil {
		return err
	}
	defer s.stop()
	load := newLoad(s.address)
	load.begin(clients)
	for begin := time.Now(); time.Since(begin) < long; {
		m, err := s.sample()
		if err != nil {
			return err
		}
		m.at = time.Since(begin)
		s.memory = append(s.memory, m)
		fmt.Printf("%4.0f s  %5.1f MiB held  %5.1f MiB resident  %9d answers\n", m.at.Seconds(), mib(m.held), mib(m.resident), load.count())
		if err := load.failed(); err != nil {
			return err
		}
	}
	load.end()
	return errors.Join(load.report(), growth(s.memory))
}

func mib(n uint64) float64 { return float64(n) / (1 << 20) }
