package shapes

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Check returns an error if a file does not exist, or if its content is not text. It is for
// tests and for CI.
func Check(name string, text []byte) error {
	was, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("shapes: %s is not there", name)
	}
	if err != nil || bytes.Equal(was, text) {
		return err
	}
	got, want := strings.Split(string(was), "\n"), strings.Split(string(text), "\n")
	line := 0
	for line < len(got)-1 && line < len(want)-1 && got[line] == want[line] {
		line++
	}
	return fmt.Errorf("shapes: %s is out of date: line %d is\n\t%s\nand should be\n\t%s", name, line+1, got[line], want[line])
}

// Write writes a file, unless it is up to date. It fails if the file exists and was not
// written by this package.
func Write(name string, text []byte) error {
	was, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case bytes.Equal(was, text):
		return nil
	case !bytes.HasPrefix(was, []byte("// "+generated)):
		return fmt.Errorf("shapes: %s was not written by this package, and is left as it is", name)
	}
	return os.WriteFile(name, text, 0o666) // less the umask, as source is
}
