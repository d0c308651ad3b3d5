//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"bench/shop"
	"bench/stacks"
)

func ratio(cpu float64) figures {
	return figures{{floor, "get", http1}: {cpu: []float64{100}}, {stacks.Ours, "get", http1}: {cpu: []float64{cpu}}}
}

// The flag -check rejects a ratio that has increased by more than a quarter.
func TestWorse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ratios.txt")
	if err := ratio(200).recordRatios(file, []shop.Case{{Name: "get"}, {Name: "list"}}); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "2.00\tget\n" {
		t.Fatalf("%q %v", text, err)
	}
	was, err := readRatios(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name        string
		first, then float64
		ok          bool
	}{
		{"get", 100, 0, true},
		{"get", 249, 0, true},
		{"get", 251, 251, false},
		{"get", 251, 249, true}, // the machine was busy
		{"list", 900, 900, true},
	} {
		f, times := ratio(tt.first), 0
		err := f.worse(was, tt.name, func() error {
			times++
			f[key{stacks.Ours, "get", http1}].cpu[0] = tt.then
			return nil
		})
		if (err == nil) != tt.ok || times >= attempts {
			t.Errorf("%s at %.0f ns, then %.0f ns: %v", tt.name, tt.first, tt.then, err)
		}
	}
}

// The clients send a result as a line.
func TestResultIsALine(t *testing.T) {
	want := result{1000, 99.5, 0.25, 3 * time.Microsecond, 4 * time.Millisecond, time.Second, time.Minute}
	if got, err := parse(want.String()); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	l := load{took: [][]time.Duration{{1, 4}, {2, 3, 5}}, lasted: time.Second}
	if r := l.result(time.Second / 2); r.requests != 5 || r.rate != 5 || r.busy != 0.5 || r.p50 != 3 || r.longest != 5 {
		t.Errorf("%+v", r)
	}
}
