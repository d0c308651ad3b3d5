package reference_test

import (
	"os"
	"strings"
	"testing"
)

// Lines that are not blank and not comments; with package clause and imports.
func TestReferenceTaskStaysShort(t *testing.T) {
	for name, most := range map[string]struct{ lines, bytes int }{
		"structs": {42, 1850},
		"store":   {55, 1850},
		"records": {27, 1850},
	} {
		text, err := os.ReadFile(name + "/main.go")
		if err != nil {
			t.Fatal(err)
		}
		var lines, bytes int
		for line := range strings.Lines(string(text)) {
			if bare := strings.TrimSpace(line); bare != "" && !strings.HasPrefix(bare, "//") {
				lines++
				bytes += len(line)
			}
		}
		if lines > most.lines || bytes > most.bytes {
			t.Errorf("%s has %d lines and %d bytes, more than %d and %d", name, lines, bytes, most.lines, most.bytes)
		}
	}
}
