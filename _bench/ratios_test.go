package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestARatioMayNotGrowByMoreThanAQuarter is about -check.
func TestARatioMayNotGrowByMoreThanAQuarter(t *testing.T) {
	was := []row{{"get", map[string]cost{ours: {ns: 200}, limed: {ns: 100}}}, {"start", map[string]cost{ours: {ns: 9}}}}
	file := filepath.Join(t.TempDir(), "ratios.txt")
	if err := recordRatios(file, was); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "2.00\tget\n" {
		t.Fatalf("%q %v", text, err)
	}
	tests := []struct {
		name string
		ns   float64
		ok   bool
	}{
		{"get", 100, true},
		{"get", 249, true},
		{"get", 251, false},
		{"another", 100, false}, // nothing is checked
	}
	for _, tt := range tests {
		err := checkRatios(file, []row{{tt.name, map[string]cost{ours: {ns: tt.ns}, limed: {ns: 100}}}})
		if (err == nil) != tt.ok {
			t.Errorf("%s at %.0f ns: %v", tt.name, tt.ns, err)
		}
	}
}

// TestMediansAreThoseOfTheRounds is about the figures that are printed.
func TestMediansAreThoseOfTheRounds(t *testing.T) {
	ns := func(c cost) float64 { return c.ns }
	if got := median([]cost{{ns: 9}, {ns: 1}, {ns: 3}}, ns); got != 3 {
		t.Errorf("%v of three", got)
	}
	if got := median([]cost{{ns: 9}, {ns: 1}, {ns: 3}, {ns: 4}}, ns); got != 3.5 {
		t.Errorf("%v of four", got)
	}
}
