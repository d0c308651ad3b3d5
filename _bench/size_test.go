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

// No larger than this, against the same shop by hand on net/http and encoding/json.
const mostToFloor = 1.6

func TestProgramIsNotMuchLargerThanOneByHand(t *testing.T) {
	t.Parallel()
	_, ours := program(t, "tenon")
	_, floor := program(t, "floor")
	ratio := float64(ours) / float64(floor)
	t.Logf("tenon %d bytes, by hand %d: %.2f", ours, floor, ratio)
	if ratio > mostToFloor {
		t.Errorf("the program has %.2f times the size of the one by hand, more than %.2f", ratio, mostToFloor)
	}
}

func TestProgramLinksAtMostTwoModules(t *testing.T) {
	t.Parallel()
	path, _ := program(t, "tenon")
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const most = 2 // the library itself, and jsontext
	for _, m := range info.Deps {
		t.Log(m.Path)
	}
	if n := len(info.Deps); n > most {
		t.Errorf("the program links %d modules", n)
	}
}
