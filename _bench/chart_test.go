//go:build !alone

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestTheChartIsXMLWithABarForEachStack is about what a browser is given.
func TestTheChartIsXMLWithABarForEachStack(t *testing.T) {
	rows := []row{
		{"a < b", map[string]cost{ours: {ns: 10}, limed: {ns: 5}, "ogen": {ns: 20}}},
		{"c", map[string]cost{ours: {ns: 10}, "goa": {ns: 5000}}}, // is cut
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
		t.Error("there are no colours for dark pages")
	}
}
