package main

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// program builds a program below size with the flags of a plain go build, and
// returns its path and how many bytes it has.
func program(t *testing.T, name string) (path string, size int64) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", path, "./size/"+name).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, info.Size()
}

// within holds that the program has at most so many times the size of another.
func within(t *testing.T, other string, most float64) {
	t.Helper()
	t.Parallel()
	_, ours := program(t, "tenon")
	_, theirs := program(t, other)
	ratio := float64(ours) / float64(theirs)
	t.Logf("tenon %d bytes, %s %d: %.2f", ours, other, theirs, ratio)
	if ratio > most {
		t.Errorf("the program has %.2f times the size of %s, more than %.2f", ratio, other, most)
	}
}

// Against the same shop by hand on net/http and encoding/json.
func TestProgramIsNotMuchLargerThanOneByHand(t *testing.T) { within(t, "floor", 1.4) }

func TestProgramLinksNoOtherModule(t *testing.T) {
	t.Parallel()
	path, _ := program(t, "tenon")
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const most = 1 // the library itself
	for _, m := range info.Deps {
		t.Log(m.Path)
	}
	if n := len(info.Deps); n > most {
		t.Errorf("the program links %d modules", n)
	}
}
