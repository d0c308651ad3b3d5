package main

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// program builds a program below size without flags, and returns its path and its size in
// bytes.
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

// within fails if the program is larger than most times another one.
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

// The size of the same shop by hand, with net/http and encoding/json.
func TestSizeComparedToFloor(t *testing.T) { within(t, "floor", 1.45) }

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
