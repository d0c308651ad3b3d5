//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"bench/shop"
	"bench/stacks"
)

// The loads of the open loop, as parts of what the server could serve.
var shares = []float64{0.3, 0.7}

// A figure has what is known of a stack, a case and a protocol.
type figure struct {
	cpu    []float64 // nanoseconds a request
	rate   []float64 // in the closed loop
	busy   []float64
	memory []float64   // bytes
	open   [2][]result // by share
	missed [2]bool     // the clients could not send as many
	target [2]float64  // requests a second
}

// A key selects a figure.
type key struct{ stack, name, protocol string }

// figures are all figures.
type figures map[key]*figure

// measured are the cases.
func measured(o options) (some []shop.Case) {
	for _, c := range shop.Measured() {
		if c.Routes == 0 && c.Status != 0 && len(c.Body) < 64<<10 && o.cases.MatchString(c.Name) {
			some = append(some, c)
		}
	}
	return some
}

// measure measures, and writes the tables.
func measure(o options) error {
	var was map[string]float64
	if o.check != "" {
		var err error
		if was, err = readRatios(o.check); err != nil {
			return err
		}
		o.open, o.protocols = false, regexp.MustCompile("^"+http1+"$")
	}
	var some []stacks.Stack
	for _, s := range all() {
		compared := s.Name == floor || s.Name == stacks.Ours
		if o.only.MatchString(s.Name) && (compared || o.check == "") {
			some = append(some, s)
		}
	}
	f := figures{}
	var slower []error
	for _, protocol := range protocols {
		if !o.protocols.MatchString(protocol) {
			continue
		}
		for _, c := range measured(o) {
			fmt.Fprintf(os.Stderr, "%s, %s\n", protocol, c.Name)
			again := func() error { return f.round(o, some, c, protocol) }
			if err := again(); err != nil {
				return err
			}
			if was != nil {
				slower = append(slower, f.worse(was, c.Name, again))
			}
		}
	}
	if err := f.write(os.Stdout, some, measured(o)); err != nil {
		return err
	}
	if o.record != "" {
		if err := f.recordRatios(o.record, measured(o)); err != nil {
			return err
		}
	}
	return errors.Join(slower...)
}

// A pair is a server and its clients.
type pair struct {
	figure         *figure
	server, client *process
}

// open starts a server and its clients.
func openPair(s stacks.Stack, c shop.Case, protocol string) (p *pair, err error) {
	p = &pair{figure: &figure{}}
	if p.server, err = begin(serverCore, "-serve", s.Name, protocol); err != nil {
		return p, err
	}
	address, err := p.server.line()
	if err != nil {
		return p, fmt.Errorf("%s: %w", s.Name, err)
	}
	if p.client, err = begin(clientCore, "-load", c.Name, protocol, address); err != nil {
		return p, err
	}
	if _, err = p.client.line(); err != nil {
		return p, fmt.Errorf("%s: %w", s.Name, err)
	}
	return p, nil
}

func (p *pair) close() {
	for _, one := range []*process{p.client, p.server} {
		if one != nil {
			one.stop()
		}
	}
}

// usage returns the processor time and the memory of the server.
func (p *pair) usage() (cpu time.Duration, memory float64, err error) {
	line, err := p.server.ask("")
	if err == nil {
		_, err = fmt.Sscan(line, (*int64)(&cpu), &memory)
	}
	return cpu, memory, err
}

// turn sends requests for a while. It returns the result and the processor time of a request.
func (p *pair) turn(rate float64, long time.Duration) (r result, cpu, memory float64, err error) {
	before, _, err := p.usage()
	if err != nil {
		return r, 0, 0, err
	}
	line, err := p.client.ask(fmt.Sprint(rate, int64(long)))
	if err != nil {
		return r, 0, 0, err
	}
	if r, err = parse(line); err != nil {
		return r, 0, 0, err
	}
	after, memory, err := p.usage()
	return r, float64(after-before) / r.requests, memory, err
}

// round measures a case of all stacks.
func (f figures) round(o options, some []stacks.Stack, c shop.Case, protocol string) error {
	var pairs []*pair
	defer func() {
		for _, p := range pairs {
			p.close()
		}
	}()
	for _, s := range some {
		if s.Listen != nil && protocol == http2 {
			continue // not net/http
		}
		p, err := openPair(s, c, protocol)
		pairs = append(pairs, p)
		if err != nil {
			return err
		}
		if _, _, _, err := p.turn(0, o.turn/2); err != nil { // warms up
			return err
		}
		f[key{s.Name, c.Name, protocol}] = p.figure
	}
	for round := range o.rounds {
		for i := range pairs {
			p := pairs[(i+round)%len(pairs)]
			r, cpu, memory, err := p.turn(0, o.turn)
			if err != nil {
				return err
			}
			p.figure.cpu = append(p.figure.cpu, cpu)
			p.figure.rate = append(p.figure.rate, r.rate)
			p.figure.busy = append(p.figure.busy, r.busy)
			p.figure.memory = append(p.figure.memory, memory)
		}
	}
	if !o.open || protocol == http2 { // the clients of HTTP/2 need more time than most servers
		return nil
	}
	for i, share := range shares {
		for _, p := range pairs {
			p.figure.target[i] = share * 1e9 / median(p.figure.cpu)
		}
		for round := range (o.rounds + 2) / 3 { // fewer and longer, for the tail
			for k := range pairs {
				p := pairs[(k+round)%len(pairs)]
				r, _, _, err := p.turn(p.figure.target[i], 4*o.turn)
				if err != nil {
					return err
				}
				p.figure.missed[i] = p.figure.missed[i] || r.rate < 0.95*p.figure.target[i]
				p.figure.open[i] = append(p.figure.open[i], r)
			}
		}
	}
	return nil
}

func median(of []float64) float64 {
	values := slices.Sorted(slices.Values(of))
	if len(values) == 0 {
		return 0
	}
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// latency returns the median of a latency.
func (f *figure) latency(share int, of func(result) time.Duration) time.Duration {
	var values []float64
	for _, r := range f.open[share] {
		values = append(values, float64(of(r)))
	}
	return time.Duration(median(values))
}

// ratio returns the processor time of a stack relative to that of the static handler: the median of
// the ratios of the rounds, because the speed of a shared machine changes between rounds.
func (f figures) ratio(stack, name, protocol string) (is float64, ok bool) {
	own, static := f[key{stack, name, protocol}], f[key{floor, name, protocol}]
	if own == nil || static == nil {
		return 0, false
	}
	var ratios []float64
	for i := range min(len(own.cpu), len(static.cpu)) {
		ratios = append(ratios, own.cpu[i]/static.cpu[i])
	}
	return median(ratios), true
}

// recordRatios writes a line for each case: the ratio, a tab and the case.
func (f figures) recordRatios(file string, cases []shop.Case) error {
	var b strings.Builder
	for _, c := range cases {
		if is, ok := f.ratio(stacks.Ours, c.Name, http1); ok {
			fmt.Fprintf(&b, "%.2f\t%s\n", is, c.Name)
		}
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

func readRatios(file string) (map[string]float64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		number, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		var is float64
		if _, err := fmt.Sscan(number, &is); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all[name] = is
	}
	return all, nil
}

// attempts is how often a case that has become slower is measured: a busy machine needs several.
const attempts = 4

// worse returns an error if the ratio of a case has increased by more than a quarter.
func (f figures) worse(was map[string]float64, name string, again func() error) error {
	for n := 1; ; n++ {
		is, ok := f.ratio(stacks.Ours, name, http1)
		switch {
		case !ok || was[name] == 0 || is <= was[name]*1.25:
			return nil
		case n == attempts:
			return fmt.Errorf("%s takes %.2f times a static response; it was %.2f", name, is, was[name])
		}
		if err := again(); err != nil {
			return err
		}
	}
}
