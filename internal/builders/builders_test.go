package builders_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon/internal/builders"
)

func TestBuildersAreWritten(t *testing.T) {
	for dir, of := range map[string]func(string) (map[string][]byte, error){"../../route": builders.Routes, "../../prop": builders.Props} {
		files, err := of(dir)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for name, want := range files {
			if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s is out of date, %v; run go generate ./prop ./route", dir, name, err)
			}
		}
	}
}
