//go:build linux

package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"bench/shop"
	"bench/stacks"
)

// write writes the tables.
func (f figures) write(w io.Writer, some []stacks.Stack, cases []shop.Case) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured %s, %s/%s, %s.\n", time.Now().UTC().Format("2006-01-02"), runtime.GOOS, runtime.GOARCH, runtime.Version())
	for _, protocol := range protocols {
		f.processor(&b, protocol, some, cases)
	}
	for _, protocol := range protocols {
		for _, c := range cases {
			f.latencies(&b, protocol, some, c)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// processor writes the processor time of a request by stack, its ratio to the static handler, and the
// memory of the server.
func (f figures) processor(b *strings.Builder, protocol string, some []stacks.Stack, cases []shop.Case) {
	if !f.has(protocol, cases) {
		return
	}
	fmt.Fprintf(b, "\n| %s |", protocol)
	for _, c := range cases {
		fmt.Fprintf(b, " %s | ÷ static | per second |", c.Name)
	}
	b.WriteString(" memory |\n|---" + strings.Repeat("|--:", 3*len(cases)+1) + "|\n")
	for _, s := range some {
		if !f.has(protocol, cases, s.Name) {
			continue
		}
		fmt.Fprintf(b, "| %s |", s.Name)
		memory := 0.0
		for _, c := range cases {
			own, ratio := f[key{s.Name, c.Name, protocol}], ""
			if is, ok := f.ratio(s.Name, c.Name, protocol); ok {
				ratio = fmt.Sprintf("%.2f", is)
			}
			bound := ""
			if median(own.busy) > 0.9 {
				bound = "≥ " // the clients were the limit
			}
			fmt.Fprintf(b, " %.1f µs | %s | %s%.0f |", median(own.cpu)/1e3, ratio, bound, median(own.rate))
			memory = max(memory, median(own.memory))
		}
		fmt.Fprintf(b, " %.0f MB |\n", memory/1e6)
	}
}

// has reports whether there are figures of a protocol, and of some stacks.
func (f figures) has(protocol string, cases []shop.Case, names ...string) bool {
	for k := range f {
		if k.protocol == protocol && (len(names) == 0 || k.stack == names[0]) {
			return true
		}
	}
	return false
}

// latencies writes the latencies of a case by stack.
func (f figures) latencies(b *strings.Builder, protocol string, some []stacks.Stack, c shop.Case) {
	first := true
	for _, s := range some {
		own := f[key{s.Name, c.Name, protocol}]
		if own == nil || len(own.open[0]) == 0 {
			continue
		}
		if first {
			fmt.Fprintf(b, "\n| %s, %s |", c.Name, protocol)
			for _, share := range shares {
				fmt.Fprintf(b, " per second at %.0f %% | p50 | p99 | p999 |", 100*share)
			}
			b.WriteString("\n|---" + strings.Repeat("|--:", 4*len(shares)) + "|\n")
			first = false
		}
		fmt.Fprintf(b, "| %s |", s.Name)
		for i := range shares {
			if own.missed[i] {
				fmt.Fprintf(b, " %.0f | – | – | – |", own.target[i])
				continue
			}
			fmt.Fprintf(b, " %.0f |", own.target[i])
			for _, of := range []func(result) time.Duration{
				func(r result) time.Duration { return r.p50 }, func(r result) time.Duration { return r.p99 }, func(r result) time.Duration { return r.p999 },
			} {
				fmt.Fprintf(b, " %.0f µs |", float64(own.latency(i, of))/1e3)
			}
		}
		b.WriteString("\n")
	}
}
