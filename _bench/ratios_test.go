package main

import (
	"os"
	"path/filepath"
	"testing"

	"bench/stacks"
)

// The flag -check rejects a ratio that has increased by more than a quarter.
func TestWorse(t *testing.T) {
	was := []row{
		{name: "get", turns: map[string][]float64{stacks.Ours: {200, 10, 90}, stacks.Limit: {100, 5, 40}}},
		{name: "start", turns: map[string][]float64{stacks.Ours: {9}}},
	}
	file := filepath.Join(t.TempDir(), "ratios.txt")
	if err := recordRatios(file, was); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "2.00\tget\n" {
		t.Fatalf("%q %v", text, err)
	}
	known, err := readRatios(file)
	if err != nil {
		t.Fatal(err)
	}
	got := func(name string, ns float64) row {
		return row{name: name, turns: map[string][]float64{stacks.Ours: {ns}, stacks.Limit: {100}}}
	}
	tests := []struct {
		name  string
		first float64
		then  float64 // measured again
		ok    bool
	}{
		{"get", 100, 0, true},
		{"get", 249, 0, true},
		{"get", 251, 251, false},
		{"get", 251, 249, true}, // the machine was busy
		{"another", 900, 900, true},
	}
	for _, tt := range tests {
		times := 0
		err := worse(known, got(tt.name, tt.first), func() row {
			times++
			return got(tt.name, tt.then)
		})
		if (err == nil) != tt.ok || times >= attempts {
			t.Errorf("%s at %.0f ns, then %.0f ns: %v", tt.name, tt.first, tt.then, err)
		}
	}
}

// The flag -check rejects a time that depends on the number of routes.
func TestSteeper(t *testing.T) {
	got := func(ns float64) row { return row{name: "routes", costs: map[string]cost{stacks.Ours: {ns: ns}}} }
	for _, tt := range []struct {
		few, many, then float64
		ok              bool
	}{
		{100, 90, 0, true},
		{100, 119, 0, true},
		{100, 121, 121, false},
		{100, 121, 119, true},
	} {
		times := 0
		err := steeper(got(tt.few), got(tt.many), func() (few, many row) {
			times++
			return got(tt.few), got(tt.then)
		})
		if (err == nil) != tt.ok || times >= attempts {
			t.Errorf("%v, %v, then %v: %v", tt.few, tt.many, tt.then, err)
		}
	}
}

// The printed numbers are the medians of the rounds.
func TestMedian(t *testing.T) {
	ns := nanoseconds
	if got := median([]cost{{ns: 9}, {ns: 1}, {ns: 3}}, ns); got != 3 {
		t.Errorf("%v of three", got)
	}
	if got := median([]cost{{ns: 9}, {ns: 1}, {ns: 3}, {ns: 4}}, ns); got != 3.5 {
		t.Errorf("%v of four", got)
	}
}
