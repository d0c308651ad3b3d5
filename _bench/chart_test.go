//go:build !alone

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"bench/stacks"
)

// The chart is well-formed XML with a bar for each stack.
func TestChart(t *testing.T) {
	rows := []row{
		{name: "a < b", costs: map[string]cost{stacks.Ours: {ns: 10}, stacks.Limit: {ns: 5}, "ogen": {ns: 20}}},
		{name: "c", costs: map[string]cost{stacks.Ours: {ns: 10}, "goa": {ns: 5000}}}, // is truncated
	}
	text := string(drawn(rows, "time"))
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(text, "<rect"); n != 6 {
		t.Errorf("%d bars, want 6:\n%s", n, text)
	}
	if !strings.Contains(text, "prefers-color-scheme: dark") {
		t.Error("the chart has no dark colors")
	}
}
