package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"bench/stacks"
)

// writeTables prints a table of doc/performance.md, and the times of all stacks.
func writeTables(w io.Writer, rows []row, what string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured %s on %s, %d cores, %s/%s, %s.\n\n", time.Now().UTC().Format("2006-01-02"), processor(), runtime.NumCPU(),
		runtime.GOOS, runtime.GOARCH, runtime.Version())
	b.WriteString("| case | " + what + " | allocations | ÷ by hand, encoding/json | ÷ fastest peer | ÷ by hand, the limit |\n|---|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		own := r.costs[stacks.Ours]
		peer, _ := r.fastestPeer()
		fmt.Fprintf(&b, "| %s | %s | %.0f | %s | %s | %s |\n", r.name, duration(own.ns), own.allocs,
			ratio(r, stacks.Plain), strings.TrimSpace(ratio(r, peer)+" "+peer), ratio(r, stacks.Limit))
	}
	b.WriteString("\n|")
	for _, r := range rows {
		b.WriteString(" | " + r.name)
	}
	b.WriteString(" |\n|---" + strings.Repeat("|--:", len(rows)) + "|\n")
	for _, s := range stacks.All() {
		if !slices.ContainsFunc(rows, func(r row) bool { return r.costs[s.Name].ns > 0 }) {
			continue
		}
		fmt.Fprintf(&b, "| %s", s.Name)
		for _, r := range rows {
			c, ok := r.costs[s.Name]
			if !ok {
				b.WriteString(" | –")
				continue
			}
			fmt.Fprintf(&b, " | %s, %.0f", duration(c.ns), c.allocs)
		}
		b.WriteString(" |\n")
	}
	fmt.Fprintf(&b, "\nThe %s and the allocations of one operation; medians. ", what)
	b.WriteString("Documents are those that a stack renders: " +
		"3.0 and 3.1 here, 3.1 of huma and fuego.\n\n" + versions())
	_, err := io.WriteString(w, b.String())
	return err
}

// fastestPeer returns the fastest peer.
func (r row) fastestPeer() (name string, least cost) {
	for _, s := range stacks.All() {
		c, ok := r.costs[s.Name]
		if ok && !s.Hand && s.Name != stacks.Ours && (name == "" || c.ns < least.ns) {
			name, least = s.Name, c
		}
	}
	return name, least
}

// ratio formats how many times as long as another stack the library takes.
func ratio(r row, other string) string {
	if is := r.ratio(stacks.Ours, other); is > 0 {
		return recorded{is: is}.String()
	}
	return ""
}

func duration(ns float64) string {
	switch {
	case ns < 1e3:
		return fmt.Sprintf("%.0f ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.1f µs", ns/1e3)
	}
	return fmt.Sprintf("%.1f ms", ns/1e6)
}

// processor returns the CPU model, on Linux.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "a processor"
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "a processor"
}

// versions lists the measured modules.
func versions() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	measured := []string{"gin-gonic/gin", "labstack/echo", "go-chi/chi", "gorilla/mux", "validator", "danielgtaylor/huma", "fuego", "goa/v3", "ogen-go/ogen", "kin-openapi", "nethttp-middleware"}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	for _, m := range info.Deps {
		if slices.ContainsFunc(measured, func(part string) bool { return strings.Contains(m.Path, part) }) && !strings.Contains(m.Path, "contrib") {
			fmt.Fprintf(w, "%s\t%s\n", m.Path, m.Version)
		}
	}
	w.Flush()
	return b.String()
}
