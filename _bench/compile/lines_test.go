package main

import (
	"bytes"
	"testing"
)

// A hundred collections with five routes each stay short: lines that are not blank and not comments.
func TestHundredCollectionsStayShort(t *testing.T) {
	const most = 3500
	text, err := stack{"tenon", tenon}.generate(100, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range bytes.Lines(text) {
		if bare := bytes.TrimSpace(line); len(bare) > 0 && !bytes.HasPrefix(bare, []byte("//")) {
			lines++
		}
	}
	if lines > most || lines < 100*20 {
		t.Errorf("%d lines, want at most %d, and at least 20 for each collection", lines, most)
	}
}
